// @vitest-environment happy-dom
import type { MoneyMovement, CardPayment as Payment } from '@hofn/contracts';
import { createTranslator, type Language } from '@hofn/texts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { staff as staffEn } from '@hofn/texts/catalogue/en/staff.ts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { ApiError } from '../../session/api-error.ts';
import { CardPayment } from './CardPayment.tsx';
import { MoneyTable } from './MoneyTable.tsx';

const { server } = vi.hoisted(() => ({
  server: {
    payment: undefined as unknown,
    refusal: undefined as unknown,
    sent: [] as unknown[],
    read: [] as string[],
  },
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}));
vi.mock('../../forms/useUnsaved.ts', () => ({ useUnsaved: () => {} }));
vi.mock('../../parts/notices.ts', () => ({ setNotification: () => {} }));
vi.mock('../../session/index.ts', async () => {
  const { useState } = await import('react');
  return {
    ...(await import('../../session/api-error.ts')),
    useRefetch: () => (path: string) => server.read.push(path),
    useCall: () => ({ state: 'ready', data: server.payment, retry: () => {} }),
    usePost: () => {
      const [error, setError] = useState<unknown>();
      const send = async ({ params, body }: { params: object; body: object }) => {
        server.sent.push({ ...params, ...body });
        setError(server.refusal);
        return server.refusal ? undefined : server.payment;
      };
      return { send, state: error ? 'failed' : 'idle', error };
    },
  };
});

const texts = {
  is: createTranslator('is', { ...errors, ...shell, ...staff }),
  en: createTranslator('en', { ...errorsEn, ...shellEn, ...staffEn }),
};
const payment: Payment = {
  ...{ id: 'y1', state: 'paid', amount: 12_510, card: 'Visa •••• 4821', reference: 'H1' },
  customer: { id: 'anna', name: 'Anna Prófdóttir', ssn: '1402851489' },
  ...{ startedAt: '2026-11-18T10:00:00Z', settledAt: '2026-11-18T10:00:01Z', left: 7_510, balance: -2_000 },
  instalments: [{ id: '2', name: 'Greiðsla 9 af 12', dueDate: '2026-11-01', total: 12_510 }],
  refunds: [
    {
      ...{
        id: 'r1',
        state: 'refunded',
        amount: 5_000,
        reason: 'Greitt tvisvar.',
        reference: 'E1',
        fault: null,
      },
      ...{ proposedBy: 'Una', approvedBy: 'Katrín', orderedAt: '2026-11-20T10:00:00Z' },
      settledAt: '2026-11-20T10:00:01Z',
    },
  ],
  ...{ waiting: null, case: 'k1' },
};

let root: Root;
let screen: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  screen = document.body.appendChild(document.createElement('div'));
  root = createRoot(screen);
  Object.assign(server, { payment, refusal: undefined, sent: [], read: [] });
});
afterEach(() => {
  act(() => root.unmount());
  screen.remove();
  vi.unstubAllGlobals();
});

const show = (part: React.ReactNode, language: Language = 'is') =>
  act(() => root.render(<TextsContext value={texts[language]}>{part}</TextsContext>));
const open = (language: Language = 'is') => show(<CardPayment customer="anna" id="y1" />, language);
const page = () => (screen.textContent ?? '').replaceAll('\u00a0', ' ');
const type = (selector: string, value: string) =>
  act(async () => {
    const field = screen.querySelector(selector);
    const of = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(of.prototype, 'value')?.set?.call(field, value);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const submit = () =>
  act(async () => {
    screen
      .querySelector('form')
      ?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });

test('DESK-12: a card payment says what it paid, what was refunded by which two people, and what is left', () => {
  open();
  for (const text of [
    '12.510 kr.',
    'Visa •••• 4821',
    'Á inni 2.000 kr.',
    'Mest 7.510 kr.',
    'Greitt tvisvar.',
  ])
    expect(page()).toContain(text);
  expect(page()).toContain('Una lagði til, Katrín samþykkti');
  open('en');
  expect(page()).toContain('Proposed by Una, approved by Katrín');
});

test('DESK-12: a refund is proposed with amount and reason, a fault of either is at its field, and the answer of the service too', async () => {
  open();
  await type('input[name=amount]', '7.511');
  await submit();
  expect(page()).toContain(staff.cardPayment.aboveLeft);
  expect(page()).toContain(staff.cardPayment.reasonMissing);
  expect(server.sent).toEqual([]);
  await type('input[name=amount]', '7.510');
  await type('textarea', 'Greitt tvisvar.');
  const fields = { amount: ['Þetta er meira en hægt er að endurgreiða'] };
  server.refusal = new ApiError({ status: 400, errorCode: 'validation', errors: fields });
  await submit();
  expect(page()).toContain('Þetta er meira en hægt er að endurgreiða');
  server.refusal = new ApiError({ status: 409, errorCode: 'nobodyApproves' });
  await submit();
  expect(page()).toContain('Enginn annar hefur heimild fyrir þessari fjárhæð');
  server.refusal = undefined;
  await submit();
  expect(server.sent.at(-1)).toEqual({
    customer: 'anna',
    id: 'y1',
    amount: 7_510,
    reason: 'Greitt tvisvar.',
  });
  expect(server.read).toEqual(['/api/staff/v1/finance/payments/{customer}/{id}']);
});

test('DESK-12: a proposal that waits says who proposed it, and without an answer of the card service nothing more can be proposed', () => {
  const waiting = { id: 'b1', amount: 700, by: 'Una', at: '2026-11-21T10:00:00Z', own: false };
  server.payment = { ...payment, waiting };
  open('en');
  expect(page()).toContain('A refund of ISK 700 is waiting for approval');
  expect(page()).toMatch(/Una proposed it at .*Somebody else has to approve it/);
  const [done] = payment.refunds;
  server.payment = { ...payment, refunds: [{ ...done, state: 'ordered', settledAt: null, reference: null }] };
  open('en');
  expect(page()).toContain('No answer yet');
  expect(screen.querySelector('form')).toBeNull();
  server.payment = { ...payment, left: 0 };
  open('en');
  expect(screen.querySelector('form')).toBeNull();
});

test('DESK-12: the list of payments leads to a payment by card, and to that of its refund', () => {
  const row: MoneyMovement = {
    ...{ key: 'a', direction: 'in', kind: 'card', state: 'paid', day: '2026-11-18', amount: 12_510 },
    ...{ method: null, through: 'Visa •••• 4821', text: null, reference: 'H1', fault: null, case: null },
    ...{ customer: payment.customer, withheld: false, payment: 'y1' },
  };
  show(
    <MoneyTable
      items={[
        row,
        { ...row, key: 'b', kind: 'refund', direction: 'out' },
        { ...row, key: 'c', payment: null },
      ]}
    />,
  );
  expect(
    [...screen.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.textContent]),
  ).toEqual([
    ['/starfsfolk/greidslur/anna/y1', staff.moneyKind.card],
    ['/starfsfolk/greidslur/anna/y1', staff.moneyKind.refund],
  ]);
});
