// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { unreachable } from '../../session/api-error.ts';
import { GiveAccess } from './GiveAccess.tsx';

const { post, send } = vi.hoisted(() => ({ post: vi.fn(), send: vi.fn() }));
vi.mock('../../session/index.ts', async () => {
  const api = { post };
  return {
    ...(await import('../../session/api-error.ts')),
    useApi: () => api,
    usePost: () => ({ send, state: 'idle', error: undefined }),
  };
});

let root: Root;
const t = createTranslator('is', { ...errors, ...shell, ...portal });
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('a network failure of the name look-up is shown at the field, and submit retries the look-up', async () => {
  post
    .mockRejectedValueOnce(unreachable(new TypeError('Failed to fetch')))
    .mockResolvedValue({ name: 'Ari' });
  await act(async () =>
    root.render(
      <TextsContext value={t as never}>
        <GiveAccess grant={undefined} onGiven={() => {}} onClose={() => {}} />
      </TextsContext>,
    ),
  );
  const field = document.querySelector<HTMLInputElement>('input[name=ssn]');
  if (!field) throw new Error('kennitala field not found');
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, '010190-1459');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  await act(async () => {
    field.form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });
  await vi.waitFor(() => expect(document.body.textContent).toContain(t('access|person', { name: 'Ari' })));
  expect(post).toHaveBeenCalledTimes(2);
  expect(send).not.toHaveBeenCalled();
  expect(field.getAttribute('aria-invalid')).toBeNull();
});
