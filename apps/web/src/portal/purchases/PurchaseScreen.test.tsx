// @vitest-environment happy-dom
import type { Purchase } from '@hofn/contracts';
import { createTranslator } from '@hofn/texts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import type { Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen, selfActing } from '../testing/render-screen.tsx';
import { BuyScreen } from './BuyScreen.tsx';
import { PurchaseScreen } from './PurchaseScreen.tsx';

const texts = createTranslator('is', { ...shell, ...portal, ...errors });
const price: Purchase['price'] = {
  ...{ product: 'travel', name: 'Ferðatrygging', answers: { household: 'single' }, tariff: '2026-1' },
  ...{
    perYear: 12_140,
    isMinimum: false,
    parts: [{ id: 'base', kind: 'base', name: 'Grunnur', amount: 12_140 }],
  },
  ...{ monthly: { perMonth: 1043, fee: 375, perYear: 12_515 }, sumInsured: null, deductible: 25_000 },
  ...{ deductibleText: '', choices: null, covers: [], notCovered: [], terms: [], validTo: '2026-12-21' },
};
const open: Purchase = {
  ...{
    id: 'k1',
    number: 'T1000001',
    name: 'Ferðatrygging',
    state: 'open',
    startedAt: '2026-11-21T12:00:00Z',
  },
  ...{
    openUntil: '2026-12-21',
    thing: 'self',
    price,
    answers: [],
    newPrice: null,
    existing: [],
    doubles: false,
  },
  customer: { fullName: 'Anna Prófdóttir', ssn: '1402851489', address: '' },
  ...{ insured: null, needs: null, documentsRead: false, firstDay: null },
  firstDays: { from: '2026-11-21', to: '2027-01-20' },
  ...{ card: null, shown: null, payment: null, request: null, offerId: null, policy: null },
  ...{ certificateId: null, withdrawUntil: null },
};

let root: Root;
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

const show = async (purchase: Partial<Purchase>): Promise<string> => {
  let page: HTMLElement;
  ({ page, root } = renderScreen(<PurchaseScreen id="k1" />, {
    texts,
    get: () => ({ ...open, ...purchase }),
  }));
  await vi.waitFor(() => expect(page.textContent).toContain('T1000001'));
  return page.textContent?.replaceAll('\u00a0', ' ') ?? '';
};

test('BUY-2: the kept price is beside today’s, part by part, and no step can be answered before one is agreed to', async () => {
  const now = { ...price, perYear: 13_000, parts: [{ ...price.parts[0], amount: 13_000 }] } as typeof price;
  const page = await show({ newPrice: now });
  expect(page).toContain('Verðið hefur breyst.');
  expect(page).toMatch(/Grunnur.*12\.140 kr\..*13\.000 kr\./);
  expect(page).toContain('Halda áfram á verðinu í dag');
  expect(page).not.toContain('Áfram');
});

test('BUY-1: a purchase continues at the first step that is not done', async () => {
  expect(await show({})).toContain('Skref 1 af 5');
  root.unmount();
  document.body.replaceChildren();
  expect(await show({ insured: {}, needs: { elsewhere: 'no', priority: 'price' } })).toContain(
    'Skref 3 af 5',
  );
});

test('BUY-6: a second compulsory insurance of the vehicle is refused with the own policy’s number', async () => {
  const own = { id: 'p1', number: '1801178', name: 'Lögboðin ökutækjatrygging', validTo: '2027-05-01' };
  const page = await show({ thing: 'vehicle', insured: { plate: 'GMR05' }, doubles: true, existing: [own] });
  expect(page).toContain('Ökutækið er þegar tryggt hér.');
  expect(page).toContain('Lögboðin ökutækjatrygging 1801178');
});

test.each([
  ['processing', null, 'Við bíðum eftir svari'],
  ['referred', null, 'Ekkert er frátekið eða skuldfært'],
  ['referred', { state: 'releasing', amount: 12_140, card: 'Visa •••• 4821' }, 'Verið er að losa 12.140 kr.'],
  ['ended', null, 'Kaupunum var ekki lokið í tæka tíð'],
  ['inForce', { state: 'charged', amount: 12_140, card: 'Visa •••• 4821' }, 'Tryggingin er komin á'],
  [
    'inForce',
    { state: 'notCharged', amount: 12_140, card: 'Visa •••• 4821' },
    'Ekkert var skuldfært af korti',
  ],
  [
    'inForce',
    { state: 'releasing', amount: 12_140, card: 'Visa •••• 4821' },
    'heldur er iðgjaldið undir Greiðslum',
  ],
] as const)('BUY-3: what has become of a purchase is said as it is: %s', async (state, payment, text) => {
  expect(await show({ state, payment })).toContain(text);
});

test('BUY-1: who acts for a company reads that they buy in their own name, and how to ask for a call', async () => {
  let page: HTMLElement;
  const company = { ...selfActing.currentProxyUser, id: 'felag', via: 'delegate', isCompany: true };
  ({ page, root } = renderScreen(<BuyScreen />, {
    texts,
    user: { currentProxyUser: company },
    get: () => ({ items: [] }),
  }));
  await vi.waitFor(() => expect(page.textContent).toContain('aðeins keyptar hér í eigin nafni'));
  expect(page.querySelector('a')?.getAttribute('href')).toContain('fa-verd');
});
