// @vitest-environment happy-dom
import type { CustomerMatter } from '@hofn/contracts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { queue } from '@hofn/texts/catalogue/is/queue.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import type { Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { Matters } from './Matters.tsx';

const texts = createTranslator('is', { ...shell, ...portal, ...queue });

let root: Root;
let page: HTMLElement;
afterEach(() => root.unmount());

/** Shows the list with these items. */
const show = async (items: readonly CustomerMatter[]) => {
  ({ page, root } = renderScreen(<Matters />, { texts, get: () => ({ items, total: items.length }) }));
  await vi.waitFor(() => expect(page.querySelector('[data-state=loading]')).toBeNull());
};

test('UI-5: a customer who has sent us nothing sees an empty state', async () => {
  await show([]);
  expect(page.textContent).toContain('Þú hefur ekki sent okkur neitt');
});

test('CORE-10, PORT-19: the list can be narrowed to what awaits the customer’s answer', async () => {
  await show([
    {
      id: 'm1',
      kind: 'memo',
      form: null,
      reference: null,
      about: 'Flutningar',
      openedAt: '2026-11-20T12:00:00Z',
      state: 'closed',
      letter: null,
      answers: [],
      request: null,
    },
  ]);
  const options = [...page.querySelectorAll('option')].map(({ value, textContent }) => [value, textContent]);
  expect(options).toContainEqual(['waiting', 'Bíður svars frá þér']);
});

test('LIFE-29: a letter is shown with its answer, after when and how we reply', async () => {
  await show([
    {
      id: 'm1',
      kind: 'memo',
      form: null,
      reference: null,
      about: 'Flutningar',
      openedAt: '2026-11-20T12:00:00Z',
      state: 'answered',
      letter: { document: 'd1', text: 'Ég er flutt.' },
      answers: [{ author: 'Katrín', text: 'Skráð.', at: '2026-11-21T12:00:00Z' }],
      request: null,
    },
  ]);
  expect(page.querySelector('h1')?.textContent).toBe('Skilaboð');
  expect(page.textContent).toMatch(/Við svörum innan tveggja virkra daga.*Ég er flutt\..*Skráð\./s);
  expect(page.querySelector('a[href$="/rafraen-skjol/d1"]')).not.toBeNull();
});

test('LIFE-6: a request about a policy says what was asked for, without its name again', async () => {
  await show([
    {
      ...{ id: 'm1', kind: 'change', form: null, reference: null, about: 'Kaskó, 1000001' },
      ...{ openedAt: '2026-11-20T12:00:00Z', state: 'open', letter: null, answers: [] },
      request: {
        ...{ id: 'r1', kind: 'cancel', state: 'open', requestedAt: '2026-11-20T12:00:00Z', settledAt: null },
        ...{ effectiveOn: '2027-01-01', premiumPerYear: null, text: null, policy: null, messages: [] },
        facts: [
          { label: 'Beiðni', value: 'Uppsögn' },
          { label: 'Síðasti dagur verndar', value: '31. desember 2026' },
        ],
        retractable: false,
      },
    },
  ]);
  expect([...page.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
    'Síðasti dagur verndar',
  ]);
  expect(page.textContent).toContain('Það sem beðið var umSíðasti dagur verndar31. desember 2026');
});
