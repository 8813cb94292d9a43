// @vitest-environment happy-dom
import type { DocumentKind, DocumentList, DocumentSummary } from '@hofn/contracts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { Documents } from './Documents.tsx';

type Query = { kind?: string; without?: string; year?: number; limit?: number; cursor?: string };

const texts = createTranslator('is', { ...shell, ...portal });
const documentOf = (id: string, kind: DocumentKind): DocumentSummary => ({
  id,
  kind,
  title: `${kind} ${id}`,
  date: '2026-11-01',
  policy: null,
  claim: null,
  readAt: null,
});
const all = [documentOf('1', 'certificate'), documentOf('2', 'invoice'), documentOf('3', 'invoice')];
let renderedPolicies: DocumentList['policies'] = [];
let unreadBills = 0;
let documents: DocumentSummary[];
let kinds: DocumentList['kinds'];
let nextStatement: DocumentList['nextStatement'];
const respond = ({ kind, without, limit = 25, cursor = '0' }: Query): DocumentList => {
  const items = documents.filter((item) => (!kind || item.kind === kind) && item.kind !== without);
  const end = Number(cursor) + limit;
  return {
    items: items.slice(Number(cursor), end),
    nextCursor: end < items.length ? String(end) : null,
    total: items.length,
    unread: 3,
    years: [2026],
    policies: renderedPolicies,
    kinds,
    bills: [
      { year: 2026, count: documents.filter((item) => item.kind === 'invoice').length, unread: unreadBills },
    ].filter(({ count }) => count > 0),
    nextStatement,
  };
};

let root: Root;
let page: HTMLElement;
let queries: Query[];

beforeEach(() => {
  documents = all;
  kinds = ['certificate', 'invoice'];
  renderedPolicies = [];
  unreadBills = 0;
  nextStatement = { year: 2026, on: '2027-01-15' };
});

const open = async (isLoaded = () => rows().length > 0) => {
  queries = [];
  history.replaceState(null, '');
  ({ page, root } = renderScreen(<Documents />, {
    texts,
    get: (_path, { query = {} } = {}) => {
      queries.push(query);
      return respond(query);
    },
  }));
  await vi.waitFor(() => expect(isLoaded()).toBe(true));
};
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

const rows = () => [...page.querySelectorAll('tbody a')].map(({ textContent }) => textContent);
test('LIFE-28: unread bills are counted where they are folded, and policies are named by what they insure', async () => {
  const policy = { id: 'p1', number: '1987342', name: 'Lögboðin ökutækjatrygging' };
  renderedPolicies = [{ ...policy, insured: 'Kia Picanto, NX F18' }];
  unreadBills = 3;
  await open();
  expect(page.querySelector('summary')?.textContent).toBe('Reikningar 2026 (2) · 3 ólesnir');
  const options = [...page.querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(options).toContain('Lögboðin ökutækjatrygging, Kia Picanto, NX F18');
});
const openBills = () => {
  const bills = page.querySelector('details');
  flushSync(() => {
    if (bills) bills.open = true;
    bills?.dispatchEvent(new Event('toggle'));
  });
};
const kindField = () =>
  [...page.querySelectorAll('select')].find(({ options }) => options[1]?.value === 'certificate');

test('LIFE-28: bills are folded away by year, and fetched when they are opened', async () => {
  await open();
  expect(rows()).toEqual(['certificate 1']);
  expect(page.querySelector('summary')?.textContent).toBe('Reikningar 2026 (2)');
  expect(queries.some(({ kind }) => kind === 'invoice')).toBe(false);
  openBills();
  await vi.waitFor(() => expect(rows()).toEqual(['certificate 1', 'invoice 2', 'invoice 3']));
  expect(queries.at(-1)).toMatchObject({ kind: 'invoice', year: 2026 });
});

test('LIFE-28: more bills of a year than fit on a page are on the next one', async () => {
  documents = [
    documentOf('1', 'certificate'),
    ...Array.from({ length: 130 }, (_, n) => documentOf(`${n + 1}`, 'invoice')),
  ];
  await open();
  expect(page.querySelector('summary')?.textContent).toBe('Reikningar 2026 (130)');
  openBills();
  await vi.waitFor(() => expect(rows().at(-1)).toBe('invoice 100'));
  const next = [...page.querySelectorAll('details button')].find(
    ({ textContent }) => textContent === texts('table|next'),
  );
  flushSync(() => (next as HTMLButtonElement).click());
  await vi.waitFor(() => expect(rows()).toContain('invoice 130'));
  expect(rows()).toHaveLength(31);
  // The list above stays on its page.
  expect(rows()[0]).toBe('certificate 1');
});

test('LIFE-28: only kinds that exist can be chosen; chosen, bills are the list', async () => {
  await open();
  const field = kindField();
  expect([...(field?.options ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Allar tegundir',
    'Skírteini',
    'Reikningur',
  ]);
  flushSync(() => {
    if (field) field.value = 'invoice';
    field?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await vi.waitFor(() => expect(rows()).toEqual(['invoice 2', 'invoice 3']));
  expect(page.querySelector('summary')).toBeNull();
});

test('LIFE-28: without an annual statement to come, the page promises none', async () => {
  nextStatement = null;
  await open();
  expect(page.textContent).not.toContain('Ársyfirlit');
});

test('LIFE-28: the page says when the next annual statement comes', async () => {
  await open();
  expect(page.textContent?.replaceAll('\u00a0', ' ')).toContain(
    'Ársyfirlit fyrir 2026 kemur hingað 15. janúar 2027.',
  );
});

test('LIFE-28: the page says from which year annual statements exist, while there is none', async () => {
  const shown = () => page.textContent?.replaceAll('\u00a0', ' ');
  await open();
  expect(shown()).toContain(
    'Fyrsta ársyfirlitið þitt verður fyrir 2026. Engin yfirlit eru til fyrir fyrri ár.',
  );
  root.unmount();
  kinds = ['annualStatement', 'certificate', 'invoice'];
  await open();
  expect(shown()).toContain('Ársyfirlit fyrir 2026');
  expect(shown()).not.toContain('Fyrsta ársyfirlitið');
});

test('UI-5: without documents the page neither says that all have been opened nor offers them as files', async () => {
  documents = [];
  kinds = [];
  await open(() => page.textContent.includes('Engin skjöl enn'));
  expect(page.textContent).not.toContain('Þú hefur opnað öll skjölin');
  expect(page.textContent).not.toContain('Sækja CSV');
});
