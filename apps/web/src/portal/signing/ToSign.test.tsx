// @vitest-environment happy-dom
import type { Signable } from '@hofn/contracts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { act } from 'react';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { ToSign } from './ToSign.tsx';

const texts = createTranslator('is', { ...shell, ...portal });
const path = '/api/document/v2/signable';
const mandate: Signable = {
  ...{ id: 's1', kind: 'directDebit', title: 'Heimild til skuldfærslu', date: '2026-11-18' },
  ...{ policy: null, claim: null, signBy: '2026-12-05', state: 'waiting' },
};
const faulty: Signable = { ...mandate, id: 's2', title: 'Húsfélagssamningur', state: 'unsignable' };

let root: Root;
let page: HTMLElement;
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  history.replaceState(null, '');
  vi.unstubAllGlobals();
});

/** Shows the screen; the list has the documents in the state that is asked for. @returns the queries that were sent */
const show = async (items: readonly Signable[]) => {
  const asked: unknown[] = [];
  await act(async () => {
    ({ page, root } = renderScreen(<ToSign />, {
      texts,
      get: (called, options) => {
        if (called !== path) return { items: [], total: 0, nextCursor: null };
        const query = options?.query ?? {};
        asked.push(query);
        const found = items.filter(({ state }) => query.state === undefined || state === query.state);
        return { items: found, waiting: found.filter(({ state }) => state === 'waiting').length };
      },
    }));
  });
  await vi.waitFor(() => expect(page.querySelector('[data-state=loading]')).toBeNull());
  return asked;
};
const select = (value: string) =>
  act(async () => {
    const field = [...page.querySelectorAll('select')].find((one) =>
      [...one.options].some((option) => option.value === value),
    );
    if (!field) throw new Error(`no field has the option ${value}`);
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
const titles = () => [...page.querySelectorAll('li h2')].map(({ textContent }) => textContent);

test('HOLD-25: a document that cannot be signed says so in words, and is not offered for signature', async () => {
  await show([mandate, faulty]);
  const [waiting, broken] = [...page.querySelectorAll('li')].filter((row) => row.querySelector('h2'));
  expect(waiting?.textContent).toContain('Lesa og undirrita');
  expect(broken?.textContent).toContain('Ekki hægt að undirrita');
  expect(broken?.textContent).toContain('Hafðu samband og við sendum þér nýtt skjal.');
  expect(broken?.textContent).not.toContain('Lesa og undirrita');
  expect(page.querySelector('[role=status]')?.textContent).toBe('1 skjal bíður undirritunar.');
});

test('PORT-19: documents to sign are filtered by state and sorted by the call, and can be downloaded', async () => {
  const asked = await show([mandate, faulty]);
  expect(asked.at(-1)).toMatchObject({ sort: 'deadline' });
  expect(page.textContent).toContain('CSV');
  await select('unsignable');
  await vi.waitFor(() => expect(titles()).toEqual(['Húsfélagssamningur']));
  await select('newest');
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ state: 'unsignable', sort: 'newest' }));
  await select('expired');
  await vi.waitFor(() => expect(page.textContent).toContain(texts('table|noMatches')));
});

test('UI-5: a customer with nothing to sign sees an empty state without filters', async () => {
  await show([]);
  expect(page.textContent).toContain('Ekkert bíður undirritunar');
  expect(page.querySelector('select')).toBeNull();
});
