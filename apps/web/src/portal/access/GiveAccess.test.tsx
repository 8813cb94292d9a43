// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { currentNotices } from '../../parts/notices.ts';
import { unreachable } from '../../session/api-error.ts';
import { GiveAccess } from './GiveAccess.tsx';

const { post, send, failure } = vi.hoisted(() => ({
  post: vi.fn(),
  send: vi.fn(),
  failure: { error: undefined as object | undefined },
}));
vi.mock('../../session/index.ts', async () => {
  const api = { post };
  return {
    ...(await import('../../session/api-error.ts')),
    useApi: () => api,
    usePost: () => ({ send, state: 'idle', error: failure.error }),
  };
});

let root: Root;
const t = createTranslator('is', { ...errors, ...shell, ...portal });
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  vi.resetAllMocks();
  failure.error = undefined;
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
      <TextsContext value={t}>
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

const current = {
  id: 'g1',
  ssn: '0101901459',
  name: 'Ari Arason',
  role: 'Full',
  validFrom: '2026-11-01',
  validTo: '2027-10-13',
  state: 'active',
  endedOn: null,
} as const;
const open = async (grant?: typeof current) => {
  await act(async () =>
    root.render(
      <TextsContext value={t}>
        <GiveAccess grant={grant} onGiven={() => {}} onClose={() => {}} />
      </TextsContext>,
    ),
  );
  if (grant) return;
  const field = document.querySelector<HTMLInputElement>('input[name=ssn]');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '010190-1459');
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await vi.waitFor(() => expect(document.body.textContent).toContain(current.name));
};
const submit = () =>
  act(async () => {
    document
      .querySelector('form')
      ?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });
const choose = (role: string) =>
  act(async () => document.querySelector<HTMLInputElement>(`input[name=role][value=${role}]`)?.click());
const press = (label: string) =>
  act(async () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click(),
  );
const checkedRole = () => document.querySelector<HTMLInputElement>('input[name=role]:checked')?.value;
const level = (role: 'Readonly' | 'Full') =>
  t('access|levelUntil', { role: t(`accessRole|${role}`), date: '13.\u00a0október 2027' }).replaceAll(
    ' ',
    '\u00a0',
  );
const notice = () => currentNotices().notifications.find(({ id }) => id === 'access')?.text;
const shown = () => (document.body.textContent ?? '').replaceAll(' ', '\u00a0');

test.each([
  ['typed as new', undefined],
  ['chosen from the list', current],
])(
  'LIFE-12: access to somebody who has it, %s, begins with theirs, shows old and new, and is confirmed',
  async (_, grant) => {
    post.mockResolvedValue({ ssn: current.ssn, name: current.name, current, isNotified: true });
    send.mockResolvedValue({ ...current, id: 'g2', role: 'Readonly' });
    await open(grant);
    expect(checkedRole()).toBe('Full');
    expect(shown()).toContain(level('Full'));
    expect(document.body.textContent).toContain(t('access|notified', { name: current.name }));
    await submit();
    expect(document.body.textContent).toContain(t('access|nothingChanges'));
    await choose('Readonly');
    await submit();
    expect(send).not.toHaveBeenCalled();
    expect(shown()).toContain(level('Full'));
    expect(shown()).toContain(level('Readonly'));
    expect(document.body.textContent).toContain(t('access|lowered'));
    await press(t('access|backToForm'));
    expect(checkedRole()).toBe('Readonly');
    await submit();
    await press(t('access|confirmChange'));
    expect(send).toHaveBeenCalledExactlyOnceWith({
      body: {
        ssn: grant ? current.ssn : '010190-1459',
        role: 'Readonly',
        validTo: '2027-10-13',
        replaces: 'g1',
      },
    });
    expect(notice()).toBe(t('access|changedNotice', { name: current.name }));
  },
);

test('LIFE-12: somebody without access is given it at once, and the giver reads that they are not notified', async () => {
  post.mockResolvedValue({ ssn: current.ssn, name: current.name, current: null, isNotified: false });
  send.mockResolvedValue({ name: current.name });
  await open();
  expect(checkedRole()).toBe('Readonly');
  expect(document.body.textContent).toContain(t('access|notNotified', { name: current.name }));
  await submit();
  expect(send.mock.calls[0]?.[0].body).not.toHaveProperty('replaces');
  expect(notice()).toBe(t('access|givenNotice', { name: current.name }));
});

test('LIFE-12: when the access has changed meanwhile, the form shows what it is now', async () => {
  post.mockResolvedValueOnce({ ssn: current.ssn, name: current.name, current, isNotified: true });
  post.mockResolvedValue({
    ssn: current.ssn,
    name: current.name,
    current: { ...current, id: 'g2', role: 'Admin' },
    isNotified: true,
  });
  await open();
  failure.error = { errorCode: 'grantChanged', errors: {} };
  await choose('Readonly');
  await vi.waitFor(() => expect(checkedRole()).toBe('Admin'));
});
