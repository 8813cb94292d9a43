// @vitest-environment happy-dom
import type { TransactionOverview } from '@hofn/contracts';
import { portal as english } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEnglish } from '@hofn/texts/catalogue/en/shell.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { Transactions } from './Transactions.tsx';

const none: TransactionOverview = {
  items: [],
  nextCursor: null,
  policies: [],
  sums: { count: 0, openingBalance: 0, charges: 0, payments: 0, closingBalance: 0 },
};
let root: Root;
let page: HTMLElement;
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  location.hash = '';
  vi.useRealTimers();
});

test.each([
  ['is', createTranslator('is', { ...shell, ...portal }), 'Engar hreyfingar árið 2025'],
  ['en', createTranslator('en', { ...shellEnglish, ...english }), 'No transactions in 2025'],
] as const)(
  'LIFE-36: opened with last year and nothing in it, the list says so and offers no empty files (%s)',
  async (_language, texts, title) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') });
    history.replaceState(null, '');
    location.hash = '#last-year';
    ({ page, root } = renderScreen(<Transactions />, { texts, get: () => none }));
    await vi.waitFor(() => expect(page.textContent?.replaceAll('\u00a0', ' ')).toContain(title));
    expect(page.textContent).not.toContain(texts('table|noMatches'));
    expect(page.textContent).not.toContain('PDF');
    const all = [...page.querySelectorAll('button')].find(
      ({ textContent }) => textContent === texts('transactions|showAll'),
    );
    flushSync(() => all?.click());
    await vi.waitFor(() => expect(page.textContent).toContain(texts('transactions|empty')));
  },
);

test('LIFE-36: a search in last year that finds nothing is a search that found nothing', async () => {
  history.replaceState(null, '');
  location.hash = '#last-year';
  const texts = createTranslator('is', { ...shell, ...portal });
  ({ page, root } = renderScreen(<Transactions />, { texts, get: () => none }));
  await vi.waitFor(() => expect(page.querySelector('input[type=search]')).not.toBeNull());
  const field = page.querySelector<HTMLInputElement>('input[type=search]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'kaskó');
  flushSync(() => field?.dispatchEvent(new Event('input', { bubbles: true })));
  await vi.waitFor(() => expect(page.textContent).toContain(texts('table|noMatches')));
});
