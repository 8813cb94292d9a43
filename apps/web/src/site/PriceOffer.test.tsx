// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inLanguage } from '../../build/content.ts';
import { defaultFolders } from '../../build/folders.ts';
import type { FormConfirmDocument, PriceOfferDocument } from '../content/documents.ts';
import { FormConfirm } from './FormConfirm.tsx';
import { PriceOffer } from './PriceOffer.tsx';

vi.mock('../session/settings.ts', () => ({ apiAddress: async (path: string) => `/base${path}` }));

const place = vi.hoisted(() => ({ hash: '' }));
vi.mock('../engine/index.ts', async (original) => ({
  ...(await original<object>()),
  useTexts: () => Object.assign((key: string) => key, { language: 'is' }),
  usePage: () => ({ path: '/tryggja/tilbod/', context: { language: 'is' } }),
  useLocation: () => place,
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));

const read = async (file: string) =>
  inLanguage(JSON.parse(await readFile(join(defaultFolders.contentDir, `${file}.json`), 'utf8')), 'is');

const offer = {
  reference: 'ABCD-EFGH-JKMN',
  keptAt: '2026-11-01T12:00:00.000Z',
  ended: true,
  price: {
    product: 'travel',
    name: 'Ferðatrygging',
    answers: { household: 'single' },
    validTo: '2026-11-15',
  },
};

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const press = (text: string) =>
  act(async () => {
    const found = [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === text);
    if (!found) throw new Error(`no button ${text}`);
    found.click();
  });

const documentOf = async (): Promise<PriceOfferDocument> =>
  ({
    crumbs: [],
    ...((await read('priceOffer/priceOffer')) as object),
    prices: { ...((await read('prices/prices')) as object), labels: await read('formLabels/formLabels') },
  }) as unknown as PriceOfferDocument;

test('FORM-11: changing the answers of a saved price moves the focus to them; without its number it is not shown', async () => {
  // The form also recalculates the price by itself, which this test is not about.
  vi.stubGlobal('fetch', async (address: string) =>
    address === '/base/api/public/v1/price' ? new Promise(() => undefined) : Response.json(offer),
  );
  const page = await documentOf();
  const show = () => act(async () => root.render(<PriceOffer document={{ ...page }} />));
  place.hash = '#ABCD-EFGH-JKMN';
  await show();
  await vi.waitFor(() => expect(document.body.textContent).toContain(page.ended));
  place.hash = '';
  await show();
  expect(document.body.textContent).toContain(page.openLabel);
  expect(document.body.textContent).not.toContain(page.ended);
  place.hash = '#ABCD-EFGH-JKMN';
  await show();
  await vi.waitFor(() => expect(document.body.textContent).toContain(page.ended));
  await press(page.workOut);
  expect(document.activeElement?.tagName).toBe('H2');
  expect(document.activeElement?.textContent).toBe(page.workOut);
});

test('a confirmed subscription is focused instead of the removed button', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  const words = (await read('formConfirm/formConfirm')) as unknown as FormConfirmDocument;
  await act(async () => root.render(<FormConfirm texts={words} />));
  await press(words.confirm);
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain(words.confirmedText));
  expect(document.activeElement?.getAttribute('role')).toBe('status');
});
