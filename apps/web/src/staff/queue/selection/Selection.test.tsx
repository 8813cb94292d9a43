// @vitest-environment happy-dom
import type { ActAtOnce, CaseLine } from '@hofn/contracts';
import type { Language } from '@hofn/texts';
import { createTranslator } from '@hofn/texts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { staff as staffEn } from '@hofn/texts/catalogue/en/staff.ts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../../engine/texts.ts';
import { ApiError } from '../../../session/api-error.ts';
import { SelectableCases } from './SelectableCases.tsx';

type Sent = { body: { act: ActAtOnce; cases: { id: string; version: number }[] }; idempotencyKey: string };
const { sent, refusing, failing, previewed, refetched } = vi.hoisted(() => ({
  sent: [] as unknown[],
  refusing: new Map<string, string>(),
  failing: { times: 0 },
  previewed: [] as { params: { id: string }; body: { text: string } }[],
  refetched: [] as string[],
}));
vi.mock('../../../engine/index.ts', async () => ({
  ...(await import('../../../engine/texts.ts')),
  navigate: async () => {},
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../../session/index.ts', async () => ({
  ...(await import('../../../session/api-error.ts')),
  useApi: () => ({
    post: async (_path: string, input: Sent) => {
      sent.push(input);
      if (failing.times-- > 0) throw new ApiError({ status: 503, errorCode: 'unavailable', body: '' });
      return { results: input.body.cases.map(({ id }) => ({ id, reason: refusing.get(id) ?? null })) };
    },
  }),
  useRefetch: () => (path: string) => refetched.push(path),
  useCall: (_path: string, { query }: { query: { cases: string } }) => ({
    state: 'ready',
    data: {
      items: query.cases.includes('c2') ? [] : [{ key: 'una', name: 'Una Prófdóttir', away: null }],
    },
  }),
  usePost: () => ({
    send: async (input: { params: { id: string }; body: { text: string } }) => void previewed.push(input),
    state: 'done',
    answer: { recipient: 'anna@example.is', letter: { subject: 'Svar', body: 'Sæl Anna.' } },
    error: undefined,
  }),
}));
vi.mock('../../../forms/useUnsaved.ts', () => ({ useUnsaved: () => {} }));

const line = (id: string, more: Partial<CaseLine> = {}): CaseLine => ({
  ...{ id, kind: 'memo', form: null, request: null, feedback: null, reference: null, about: `Mál ${id}` },
  ...{ sender: 'Anna', known: true, language: 'is', overdue: false, state: 'open', assignee: null },
  ...{ openedAt: '2026-11-20T12:00:00Z', dueAt: '2026-11-23T12:00:00Z', mine: false, version: 3 },
  ...more,
});
const cases = (count: number) => Array.from({ length: count }, (_, index) => line(`c${index}`));

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  for (const list of [sent, previewed, refetched]) list.length = 0;
  refusing.clear();
  failing.times = 0;
  localStorage.clear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const show = async (items: CaseLine[], language: Language = 'is') => {
  const texts =
    language === 'is'
      ? createTranslator('is', { ...errors, ...shell, ...staff })
      : createTranslator('en', { ...errorsEn, ...shellEn, ...staffEn });
  await act(async () =>
    root.render(
      <TextsContext value={texts}>
        <SelectableCases items={items} query="?whose=mine" />
      </TextsContext>,
    ),
  );
};
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('[data-select]')];
const chosen = () => boxes().flatMap(({ checked, dataset }) => (checked ? dataset.select : []));
const click = (index: number, shiftKey = false) =>
  act(async () =>
    boxes()[index]?.dispatchEvent(new MouseEvent('click', { shiftKey, bubbles: true, cancelable: true })),
  );
const pressIn = async (index: number, key: string, more: KeyboardEventInit = {}) => {
  document.querySelectorAll<HTMLElement>('tbody a')[index]?.focus();
  await act(async () =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
    ),
  );
};
const press = async (name: string | RegExp) => {
  const found = [...document.querySelectorAll('button')].filter(({ textContent }) =>
    typeof name === 'string' ? textContent === name : name.test(textContent ?? ''),
  );
  // In an open dialog, whose buttons come last.
  const button = found.at(-1);
  if (!button) throw new Error(`no button ${name}: ${document.body.textContent}`);
  await act(async () => button.click());
};
const bar = () => document.querySelector('section[data-shown]')?.textContent;
const type = async (field: Element | null | undefined, value: string) => {
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement))
    throw new Error('no field');
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, value);
  await act(async () => field.dispatchEvent(new Event('input', { bubbles: true })));
  await act(async () => field.dispatchEvent(new Event('change', { bubbles: true })));
};

test('DESK-1: rows are chosen by box, from one to another with Shift, and with x in the row of the focus', async () => {
  await show(cases(6));
  expect(bar()).toBeUndefined();
  expect(boxes()[0]?.getAttribute('aria-label')).toBe('Velja Mál c0');
  await click(1);
  expect(bar()).toContain('1 mál valið');
  await click(3, true);
  expect(chosen()).toEqual(['c1', 'c2', 'c3']);
  await pressIn(5, 'x');
  expect(chosen()).toEqual(['c1', 'c2', 'c3', 'c5']);
  expect(bar()).toContain('4 mál valin');
  await pressIn(2, 'x');
  await pressIn(3, 'X', { shiftKey: true });
  expect(chosen()).toEqual(['c1', 'c5']);
  // Not as part of a shortcut of the browser, nor with keys switched off.
  await pressIn(0, 'x', { ctrlKey: true });
  localStorage.setItem('hofn.desk.keys', 'off');
  await pressIn(0, 'x');
  expect(chosen()).toEqual(['c1', 'c5']);
  await press('Velja öll á síðunni');
  expect(chosen()).toHaveLength(6);
  await press('Hætta við val');
  expect(bar()).toBeUndefined();
});

test('DESK-1: at most fifty cases are chosen, and what has left the list is not', async () => {
  await show(cases(60));
  await click(0);
  await click(59, true);
  expect(chosen()).toHaveLength(50);
  expect(bar()).toContain('Hægt er að velja 50 mál í einu.');
  await show(cases(60).slice(40));
  expect(chosen()).toHaveLength(10);
});

test('DESK-1: chosen cases are taken ten in a call; those that are refused stay chosen, each with its reason', async () => {
  await show(cases(12), 'en');
  await click(0);
  await press('Select all on this page');
  refusing.set('c4', 'Bjarki has this case.');
  await press('Take');
  const calls = sent as Sent[];
  expect(calls.map(({ body }) => body.cases.length)).toEqual([10, 2]);
  expect(calls[0]?.body).toMatchObject({ act: { act: 'assign' } });
  expect(calls[0]?.body.cases[0]).toEqual({ id: 'c0', version: 3 });
  expect(chosen()).toEqual(['c4']);
  expect(bar()).toContain('11 cases were done.');
  expect(bar()).toContain('1 case was left alone and is still selected.');
  expect(bar()).toContain('Mál c4 Bjarki has this case.');
  expect(refetched).toEqual(['/api/staff/v1/queue']);
});

test('DESK-1: a call without an answer is repeated under its key, and the cases that were not come to stay chosen', async () => {
  await show(cases(2));
  await click(0);
  await click(1);
  failing.times = 1;
  await press('Skila');
  expect(bar()).toContain('2 mál eru eftir.');
  expect(chosen()).toEqual(['c0', 'c1']);
  await press('Skila');
  const calls = sent as Sent[];
  expect(calls[0]).toEqual(calls[1]);
  expect(bar()).toContain('2 mál voru afgreidd.');
  expect(chosen()).toEqual([]);
});

test('DESK-1: cases are handed over with a reason to a colleague who may open all of them', async () => {
  await show(cases(3));
  await click(0);
  await click(2);
  await press('Afhenda öðrum');
  expect(document.querySelector('dialog')?.textContent).toContain('Enginn annar getur opnað öll málin.');
  await press('Hætta við');
  await click(2);
  await press('Afhenda öðrum');
  await press('Afhenda öðrum');
  expect(sent).toEqual([]);
  expect(document.querySelector('dialog')?.textContent).toContain(staff.caseHandOver.toMissing);
  await type(document.querySelector('dialog select'), 'una');
  await type(document.querySelector('dialog textarea'), 'Hún þekkir málið.');
  await press('Afhenda öðrum');
  expect((sent as Sent[])[0]?.body.act).toEqual({ act: 'handOver', to: 'una', reason: 'Hún þekkir málið.' });
  expect(document.querySelector('dialog')).toBeNull();
});

test('DESK-1: one reply is read as the letter to a sender before it is sent, and is kept while some cases refuse it', async () => {
  await show([line('c0'), line('c1', { language: 'en', sender: 'John' })]);
  await click(0);
  await click(1, true);
  await press('Svara og ljúka');
  expect(document.querySelector('dialog')?.textContent).toContain('1 á íslensku og 1 á ensku');
  const send = /^Senda 2 svör/;
  await expect(press(send)).rejects.toThrow();
  await type(document.querySelector('dialog textarea'), 'Skráð.');
  await press(staff.textBlocks.preview);
  expect(previewed).toEqual([{ params: { id: 'c0' }, body: { text: 'Skráð.' } }]);
  expect(document.querySelector('dialog')?.textContent).toContain('Sæl Anna.');
  await type(document.querySelector('dialog select'), 'c1');
  expect(previewed.at(-1)?.params).toEqual({ id: 'c1' });
  // What has been changed since is read again.
  await type(document.querySelector('dialog textarea'), 'Skráð í dag.');
  await expect(press(send)).rejects.toThrow();
  await press(staff.textBlocks.preview);
  refusing.set('c1', 'Ekki er hægt að svara þessu máli.');
  await press(send);
  expect((sent as Sent[])[0]?.body.act).toEqual({ act: 'answer', text: 'Skráð í dag.' });
  expect(chosen()).toEqual(['c1']);
  await press('Svara og ljúka');
  expect(document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value).toBe('Skráð í dag.');
});
