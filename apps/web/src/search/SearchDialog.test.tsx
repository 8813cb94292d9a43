// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act, type ComponentProps } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShownContext } from '../engine/App.tsx';
import { setChunkLoader } from '../engine/chunks.ts';
import { setRouter } from '../engine/navigate.ts';
import { TextsContext } from '../engine/texts.ts';
import { SearchDialog } from './SearchDialog.tsx';
import type { FindOwn } from './useSearch.ts';

const context = { links: { newTabPaths: [] } } as unknown as ComponentProps<typeof ShownContext>['value'];
const texts = createTranslator('is', shell) as never;
let root: Root;

const show = (findOwn: FindOwn) =>
  act(async () =>
    root.render(
      <ShownContext value={context}>
        <TextsContext value={texts}>
          <SearchDialog language="is" findOwn={findOwn} />
        </TextsContext>
      </ShownContext>,
    ),
  );
const field = () => {
  const found = document.querySelector<HTMLInputElement>('input[name=q]');
  if (!found) throw new Error('no field to search in');
  return found;
};
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
const pause = () => act(() => vi.advanceTimersByTimeAsync(300));
const options = () => [...document.querySelectorAll('[role=option]')];
const titles = () => options().map(({ firstElementChild }) => firstElementChild?.lastChild?.textContent);
const active = () => options().find((option) => option.getAttribute('aria-selected') === 'true');

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const find = (question: string) => [{ path: '/leit', title: `Um ${question}`, description: '' }];
  setChunkLoader(async () => ({ finderOf: async () => find }));
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('HOLD-2, SITE-6, PORT-20: the active option stays active when the user’s own results are inserted above', async () => {
  let answer: (titles: string[]) => void = () => {};
  const found = new Promise<string[]>((resolve) => (answer = resolve));
  await show(async () => (await found).map((title) => ({ path: '/1', title, description: '' })));
  await type('bíll');
  await pause();
  await act(async () => {
    field().dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }),
    );
  });
  expect(active()?.textContent).toContain('Um bíll');
  await act(async () => answer(['Kaskótrygging']));
  expect(titles()).toEqual(['Kaskótrygging', 'Um bíll']);
  expect(active()?.textContent).toContain('Um bíll');
  expect(field().getAttribute('aria-activedescendant')).toBe(active()?.id);
});

test('SITE-6: a search that is opened again has its last query selected, so that typing replaces it', async () => {
  await show(async () => []);
  await type('umboð');
  await act(async () => field().blur());
  field().setSelectionRange(5, 5);
  await act(async () => field().focus());
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, 5]);
});

test('HOLD-2, PORT-20: the user’s own results of an earlier query or another subject are not shown', async () => {
  const findFor = (subject: string) => async (question: string) => [
    { path: '/1', title: `${subject}: ${question}`, description: '' },
  ];
  await show(findFor('anna'));
  await type('bíll');
  await pause();
  expect(titles()).toEqual(['anna: bíll', 'Um bíll']);
  await type('hús');
  expect(titles()).toEqual(['Um hús']);
  await pause();
  expect(titles()).toEqual(['anna: hús', 'Um hús']);
  await show(findFor('felag'));
  expect(titles()).toEqual(['Um hús']);
  await pause();
  expect(titles()).toEqual(['felag: hús', 'Um hús']);
});

test('HOLD-18: two identical results render as two options', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
  const twice = { path: '/1', title: 'Kaskótrygging', description: '' };
  await show(async () => [twice, { ...twice }]);
  await type('bíll');
  await pause();
  expect(titles()).toEqual(['Kaskótrygging', 'Kaskótrygging', 'Um bíll']);
  expect(consoleError.mock.calls).toEqual([]);
});

const press = () => act(async () => document.querySelector('form')?.requestSubmit());

test('LIFE-26: Enter in the portal waits for the user’s own results, and opens the first', async () => {
  const opened: string[] = [];
  setRouter({ navigate: async (to) => void opened.push(to), handleHistoryStep: async () => {} });
  let answer: (titles: string[]) => void = () => {};
  const found = new Promise<string[]>((resolve) => (answer = resolve));
  await show(async () => (await found).map((title) => ({ path: '/mine', title, description: '' })));
  await type('bíll');
  await pause();
  expect(titles()).toEqual(['Um bíll']);
  await press();
  expect(opened).toEqual([]);
  await act(async () => answer(['Kaskótrygging']));
  expect(opened).toEqual(['/mine']);
  // Without results it stays.
  await type('xyzzy');
  await press();
  expect(opened).toEqual(['/mine']);
});

test.each([
  ['typing', () => type('bílar')],
  [
    'closing the dialog',
    () => act(async () => document.querySelector('dialog')?.dispatchEvent(new Event('close'))),
  ],
] as const)(
  'LIFE-26: %s after Enter forgets it: the results that arrive are shown, not opened',
  async (_, change) => {
    const opened: string[] = [];
    setRouter({ navigate: async (to) => void opened.push(to), handleHistoryStep: async () => {} });
    let answer: (titles: string[]) => void = () => {};
    const found = new Promise<string[]>((resolve) => (answer = resolve));
    await show(async () => (await found).map((title) => ({ path: '/mine', title, description: '' })));
    await type('bíll');
    await pause();
    await press();
    await change();
    await pause();
    await act(async () => answer(['Kaskótrygging']));
    expect(titles()[0]).toBe('Kaskótrygging');
    expect(opened).toEqual([]);
  },
);

test('LIFE-26: typing starts in the field, also where no document had it, and an empty search is not sent', async () => {
  const opened: string[] = [];
  setRouter({ navigate: async (to) => void opened.push(to), handleHistoryStep: async () => {} });
  await show(async () => []);
  expect(field().hasAttribute('autofocus')).toBe(true);
  await press();
  expect(opened).toEqual([]);
});
