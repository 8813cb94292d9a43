// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setRouter } from '../../engine/navigate.ts';
import { TextsContext } from '../../engine/texts.ts';
import { FindBox } from './FindBox.tsx';
import { FindDialog } from './FindDialog.tsx';

const { asked } = vi.hoisted(() => ({
  asked: [] as Array<{ q: string; signal: AbortSignal; answer: PromiseWithResolvers<object> }>,
}));
const api = {
  get: (_path: string, { query, signal }: { query: { q: string }; signal: AbortSignal }) => {
    const answer = Promise.withResolvers<object>();
    asked.push({ q: query.q, signal, answer });
    return answer.promise;
  },
};
vi.mock('../../session/index.ts', () => ({ useApi: () => api }));

const t = createTranslator('is', { ...shell, ...staff });
const found = {
  customers: [
    { id: 'anna', kind: 'person', name: 'Anna Prófdóttir', ssn: '1402851489', town: 'Reykjavík', by: 'name' },
    { id: 'felag', kind: 'company', name: 'Félagið ehf.', ssn: '5001141499', town: null, by: 'plate' },
  ],
  moreCustomers: false,
  cases: [
    {
      ...{ id: 'k1', kind: 'inquiry', form: null, request: null, feedback: null, reference: 'F-2026-100001' },
      ...{
        about: 'Rúðan',
        sender: 'Anna',
        state: 'closed',
        openedAt: '2026-11-20T12:00:00Z',
        assignee: null,
      },
      by: 'case',
    },
  ],
  moreCases: false,
};
let root: Root;
let opened: string[];

const show = (screen: ReactNode) =>
  act(async () => root.render(<TextsContext value={t as never}>{screen}</TextsContext>));
const field = () => {
  const input = document.querySelector<HTMLInputElement>('input[role=combobox]');
  if (!input) throw new Error('no field');
  return input;
};
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
const pause = (ms = 300) => act(() => vi.advanceTimersByTimeAsync(ms));
const answer = (data: object = found) => act(async () => asked.at(-1)?.answer.resolve(data));
const key = (name: string) =>
  act(async () => {
    field().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  });
const enter = () => act(async () => document.querySelector('form')?.requestSubmit());
const status = () => document.querySelector('[role=status]')?.textContent;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  asked.length = 0;
  opened = [];
  setRouter({ navigate: async (to) => void opened.push(to), handleHistoryStep: async () => {} });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('ROLE-6: only what the reader has stopped at is searched for, so that each search is recorded once', async () => {
  await show(<FindBox />);
  for (const text of ['a', 'an', 'ann', 'anna']) {
    await type(text);
    await pause(100);
  }
  expect(asked).toEqual([]);
  await pause();
  expect(asked.map(({ q }) => q)).toEqual(['anna']);
  await type('annar');
  expect(asked[0]?.signal.aborted).toBe(true);
  await answer();
  expect(document.querySelectorAll('[role=option]')).toHaveLength(0);
});

test('ROLE-6: customers and cases are options in groups, told apart by kennitala, town, state and what was found', async () => {
  await show(<FindBox />);
  await type('anna');
  await pause();
  await answer();
  const groups = [...document.querySelectorAll('[role=group]')].map((group) => [
    document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent,
    [...group.querySelectorAll('[role=option]')].map(({ children }) =>
      [...children].map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')).join(' | '),
    ),
  ]);
  expect(groups).toEqual([
    [
      'Viðskiptavinir',
      ['Anna Prófdóttir | 140285-1489 · Reykjavík', 'Félagið ehf. | 500114-1499 · bílnúmer'],
    ],
    ['Mál', ['Rúðan | Fyrirspurn · Anna · F-2026-100001 · lokið · 20. nóv. 2026']],
  ]);
  expect(status()).toBe('3 fundust.');
  expect(field().getAttribute('aria-expanded')).toBe('true');
});

test('ROLE-6: Enter opens the first hit, also when it is pressed before the results come, and arrows choose another', async () => {
  await show(<FindBox />);
  await type('anna');
  await enter();
  await pause();
  await answer();
  expect(opened).toEqual(['/starfsfolk/vidskiptavinir/anna']);
  expect(field().value).toBe('');
  await type('anna');
  await pause();
  await answer();
  await key('ArrowUp');
  const active = document.getElementById(field().getAttribute('aria-activedescendant') ?? '');
  expect([active?.getAttribute('aria-selected'), active?.textContent]).toEqual([
    'true',
    expect.stringContaining('Rúðan'),
  ]);
  await enter();
  expect(opened.at(-1)).toBe('/starfsfolk/verkefni/k1');
});

test('ROLE-6: a search that is too short says what is needed and is not sent, nothing found and a failure say so', async () => {
  await show(<FindBox />);
  for (const text of ['a', '123']) {
    await type(text);
    await pause();
    expect(status()).toBe('Sláðu inn minnst tvo stafi, eða fjóra tölustafi.');
  }
  expect(asked).toEqual([]);
  await type('zz');
  await pause();
  await answer({ ...found, customers: [], cases: [] });
  expect(status()).toBe('Ekkert fannst fyrir „zz“.');
  await type('zzz');
  await pause();
  await act(async () => asked.at(-1)?.answer.reject(new Error('503')));
  expect(status()).toBe('Leitin tókst ekki. Reyndu aftur.');
  await type('jón');
  await pause();
  await answer({ ...found, moreCustomers: true });
  expect(document.body.textContent).toContain('Fleiri fundust en hér sjást.');
});

test('ROLE-6: Ctrl+K opens the search from anywhere but another dialog, and closing it forgets what was typed', async () => {
  await show(<FindDialog />);
  const dialog = document.querySelector('dialog');
  const press = (keys: KeyboardEventInit) =>
    act(async () => {
      document.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...keys }));
    });
  await press({ key: 'k' });
  expect(dialog?.open).toBe(false);
  const other = document.body.appendChild(document.createElement('dialog'));
  other.showModal();
  await press({ key: 'k', ctrlKey: true });
  expect(dialog?.open).toBe(false);
  other.close();
  await press({ key: 'k', ctrlKey: true });
  expect(dialog?.open).toBe(true);
  expect(document.activeElement).toBe(field());
  await type('anna');
  await act(async () => {
    dialog?.close();
    dialog?.dispatchEvent(new Event('close'));
  });
  expect(field().value).toBe('');
});
