// @vitest-environment happy-dom
import type { CustomerMatter } from '@hofn/contracts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { queue } from '@hofn/texts/catalogue/is/queue.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import type { Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { Memo } from '../documents/Memo.tsx';
import { renderScreen, selfActing } from '../testing/render-screen.tsx';
import { Matters } from './Matters.tsx';

const texts = createTranslator('is', { ...shell, ...portal, ...queue });

let root: Root;
let page: HTMLElement;
afterEach(() => root.unmount());

/** Shows the list with these items. */
const show = async (items: readonly CustomerMatter[], role = 'Admin') => {
  const user = { currentProxyUser: { ...selfActing.currentProxyUser, role } };
  ({ page, root } = renderScreen(<Matters />, { texts, user, get: () => ({ items, total: items.length }) }));
  await vi.waitFor(() => expect(page.querySelector('[data-state=loading]')).toBeNull());
};

test('UI-5: a customer who has sent us nothing sees an empty state', async () => {
  await show([]);
  expect(page.textContent).toContain('Þú hefur ekki sent okkur neitt');
  expect(page.textContent).not.toContain('Skrifa aftur');
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
      text: null,
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
      text: null,
      answers: [{ author: 'Katrín', text: 'Skráð.', at: '2026-11-21T12:00:00Z' }],
      request: null,
    },
  ]);
  expect(page.querySelector('h1')?.textContent).toBe('Skilaboð');
  expect(page.textContent).toMatch(
    /Við svörum oftast næsta virka dag og í síðasta lagi innan tveggja\..*Ég er flutt\..*Skráð\./s,
  );
  expect(page.querySelector('a[href$="/rafraen-skjol/d1"]')).not.toBeNull();
});

test('LIFE-29: an inquiry is listed under its first line, with all that was written', async () => {
  const text = 'Kaskó\n\nNær kaskó yfir grjótkast?';
  await show([
    {
      ...letter,
      kind: 'inquiry',
      form: 'inquiry',
      reference: 'F-2026-100001',
      about: text,
      letter: null,
      text,
    },
    {
      ...{ ...letter, id: 'm2', kind: 'inquiry', form: 'inquiry', reference: 'F-2026-100002' },
      ...{ about: 'Hvar er yfirlitið?', letter: null, text: 'Hvar er yfirlitið?' },
    },
  ]);
  expect([...page.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
    'Kaskó',
    'Hvar er yfirlitið?',
  ]);
  expect(page.textContent).toContain('F-2026-100001');
  expect(page.textContent).toMatch(/Nær kaskó yfir grjótkast\?.*Skráð\./s);
  expect(page.textContent?.match(/Hvar er yfirlitið\?/g)).toHaveLength(2);
});

test('HOLD-2, LIFE-29: who acts for another reads whose messages they are', async () => {
  const user = { currentProxyUser: { id: 'sig', value: '2109951459', via: 'delegate', role: 'Readonly' } };
  const named = { currentProxyUser: { ...user.currentProxyUser, fullName: 'Sigurbjörg Rós' } };
  ({ page, root } = renderScreen(<Matters />, { texts, user: named, get: () => ({ items: [], total: 0 }) }));
  await vi.waitFor(() => expect(page.querySelector('[data-state=loading]')).toBeNull());
  await vi.waitFor(() => expect(page.textContent).toContain('Sigurbjörg Rós hefur ekki sent okkur neitt'));
  expect(page.textContent).not.toMatch(/þú/i);
});

test('LIFE-6: a request about a policy says what was asked for, without its name again', async () => {
  await show([
    {
      ...{ id: 'm1', kind: 'change', form: null, reference: null, about: 'Kaskó, 1000001' },
      ...{ openedAt: '2026-11-20T12:00:00Z', state: 'open', letter: null, text: null, answers: [] },
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

const letter: CustomerMatter = {
  id: 'm1',
  kind: 'memo',
  form: null,
  reference: null,
  about: 'Flutningar & fleira',
  openedAt: '2026-11-20T12:00:00Z',
  state: 'answered',
  letter: { document: 'd1', text: 'Ég er flutt.' },
  text: null,
  answers: [{ author: 'Katrín', text: 'Skráð.', at: '2026-11-21T12:00:00Z' }],
  request: null,
};
const writeAgain = () =>
  [...page.querySelectorAll('a')].filter(({ textContent }) => textContent?.startsWith('Skrifa aftur'));

test('LIFE-29: an answered message can be written about again, in a form with its subject', async () => {
  await show([letter, { ...letter, id: 'm2', state: 'open', answers: [] }]);
  expect(page.textContent).toContain('velurðu „Skrifa aftur“');
  expect(writeAgain()).toHaveLength(1);
  const { pathname, hash, search } = new URL(writeAgain()[0]?.href ?? '');
  expect(pathname).toMatch(/\/senda-skjal\/?$/);
  // What a customer wrote stays out of the addresses that servers see.
  expect(search).toBe('');
  root.unmount();
  const location = { path: pathname, hash, search: '', params: {} };
  ({ page, root } = renderScreen(<Memo location={location} />, {
    texts,
    get: () => ({ items: [], total: 0 }),
  }));
  await vi.waitFor(() => expect(page.querySelector('input')).not.toBeNull());
  expect(page.querySelector<HTMLInputElement>('input[name=subject]')?.value).toBe('Flutningar & fleira');
});

test('LIFE-29, ACC-1: with read-only access nothing is written again', async () => {
  await show([letter], 'Readonly');
  expect(writeAgain()).toEqual([]);
  expect(page.textContent).not.toContain('Skrifa aftur');
});
