// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { NewCases } from './NewCases.tsx';

const { queue } = vi.hoisted(() => ({ queue: { opened: [] as string[], options: {} as object } }));
vi.mock('../../engine/index.ts', () => import('../../engine/texts.ts'));
vi.mock('../../session/index.ts', () => ({
  useCall: (_path: string, options: object) => {
    queue.options = options;
    return { state: 'ready', data: { items: queue.opened.map((openedAt) => ({ openedAt })) } };
  },
}));

const onShow = vi.fn();
const texts = createTranslator('is', staff);
let root: Root;
const show = (filter: Parameters<typeof NewCases>[0]['filter']) =>
  act(async () =>
    root.render(
      <TextsContext value={texts}>
        <NewCases filter={filter} onShow={onShow} />
      </TextsContext>,
    ),
  );
const status = () => document.querySelector('[role="status"]')?.textContent;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  onShow.mockClear();
  queue.opened = ['2026-11-20T10:00:00Z'];
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('STAFF-6: new cases are announced and shown on request, while the queue is visible', async () => {
  const filter = { whose: 'all', state: 'open' } as const;
  await show(filter);
  expect(queue.options).toMatchObject({ enabled: true, poll: { isVisibleOnly: true } });
  expect(status()).toBe('');
  queue.opened = ['2026-11-20T12:00:00Z', '2026-11-20T11:00:00Z', '2026-11-20T10:00:00Z'];
  await show(filter);
  expect(status()).toBe('2 ný mál – sýna');
  await act(async () => document.querySelector('button')?.click());
  expect(onShow).toHaveBeenCalledOnce();
  expect(status()).toBe('');
  // Another filter begins with what it shows.
  await show({ ...filter, whose: 'mine' });
  expect(status()).toBe('');
});

test('STAFF-6: nothing is polled while the queue is searched', async () => {
  await show(undefined);
  expect(queue.options).toMatchObject({ enabled: false });
  expect(status()).toBe('');
});
