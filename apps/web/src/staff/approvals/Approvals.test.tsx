// @vitest-environment happy-dom
import type { Approval } from '@hofn/contracts';
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
import { ApprovalBox } from './ApprovalBox.tsx';
import { Approvals } from './Approvals.tsx';

const { server } = vi.hoisted(() => ({
  server: {
    items: [] as unknown[],
    one: {} as object,
    answer: {} as object,
    sent: [] as unknown[],
    refusal: undefined as unknown,
    read: [] as string[],
  },
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../parts/notices.ts', () => ({ setNotification: () => {} }));
vi.mock('../../session/index.ts', async () => {
  const { useState } = await import('react');
  return {
    ...(await import('../../session/api-error.ts')),
    useRefetch: () => (path: string) => server.read.push(path),
    useCall: (path: string) => ({
      ...{ state: 'ready', retry: () => {} },
      data: path.endsWith('{id}') ? server.one : { items: server.items },
    }),
    usePost: () => {
      const [error, setError] = useState<unknown>();
      const send = async ({ params, body }: { params: object; body: object }) => {
        server.sent.push({ ...params, ...body });
        setError(server.refusal);
        return server.refusal ? undefined : server.answer;
      };
      return { send, state: error ? 'failed' : 'idle', error };
    },
  };
});

const waiting: Approval = {
  ...{ id: 'b1', act: 'claim.pay', line: null, amount: 800_000, case: 'k1', title: 'Greiða bætur' },
  ...{ lines: [], state: 'waiting', decided: null, lapsedBecause: null },
  proposed: { by: 'Katrín Prófdóttir', at: '2026-11-20T12:00:00Z', note: 'Reikningur fylgir.' },
  ...{ own: false, mayDecide: true, nobodyMayDecide: false },
};
const inFull: Approval = { ...waiting, lines: [{ label: 'Reikningur', value: '0133-26-004821' }] };
const returned: Approval = {
  ...{ ...waiting, id: 'b2', title: 'Bæta tjón', own: true, mayDecide: false, state: 'returned' },
  decided: { by: 'Ragna Prófdóttir', at: '2026-11-20T13:00:00Z', note: 'Vantar reikning.' },
};
const stuck: Approval = {
  ...{ ...waiting, id: 'b3', title: null, case: null, mayDecide: false, nobodyMayDecide: true },
};
const translators = {
  is: createTranslator('is', { ...errors, ...shell, ...staff }),
  en: createTranslator('en', { ...errorsEn, ...shellEn, ...staffEn }),
};
let root: Root;
const show = (language: Language, what: React.ReactNode) =>
  act(async () => root.render(<TextsContext value={translators[language]}>{what}</TextsContext>));
const page = () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
const labelOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent ?? '';
const buttons = () => [...document.querySelectorAll('button')].map(labelOf);
const press = (name: string) =>
  act(async () => {
    const found = [...document.querySelectorAll('button')].find((one) => labelOf(one) === name);
    if (!found) throw new Error(`no button ${name} among ${buttons().join('; ')}`);
    found.click();
  });
const write = (value: string) =>
  act(async () => {
    const area = document.querySelector('textarea');
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, value);
    area?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const submit = () =>
  act(async () => {
    document
      .querySelector('form')
      ?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  Object.assign(server, { items: [waiting, stuck, returned], one: inFull, sent: [], read: [] });
  Object.assign(server, { refusal: undefined, answer: { ...inFull, state: 'approved', mayDecide: false } });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test.each([
  [
    'is',
    [
      'Bíður þín',
      'Enginn getur samþykkt',
      'Þú lagðir til',
      'Mál sem þú mátt ekki opna',
      'Vantar reikning.',
      '800.000 kr.',
    ],
    ['Skoða: Greiða bætur', 'Samþykkja', 'Opna málið'],
  ],
  [
    'en',
    [
      'Waiting for you',
      'Nobody can approve',
      'Proposed by you',
      'A case that you may not open',
      'ISK 800,000',
    ],
    ['Open: Greiða bætur', 'Approve', 'Open the case'],
  ],
] as const)(
  'ROLE-3: what waits for me, what nobody can decide and what I proposed are apart; opened, a proposal says all and is approved once (%s)',
  async (language, texts, [openIt, approve, toCase]) => {
    await show(language, <Approvals />);
    for (const text of texts) expect(page()).toContain(text);
    // Nothing is opened that may not be read.
    expect(buttons().filter((name) => name.includes('Greiða') || name.includes('Bæta'))).toHaveLength(2);
    expect(buttons()).toHaveLength(2);
    await press(openIt);
    for (const text of ['0133-26-004821', 'Reikningur fylgir.', 'Katrín Prófdóttir'])
      expect(page()).toContain(text);
    expect(document.querySelector('dialog a')?.textContent).toBe(toCase);
    await press(approve);
    expect(server.sent).toEqual([{ id: 'b1', decision: 'approve', note: '' }]);
    expect(server.read).toEqual(['/api/staff/v1/approvals']);
    expect(document.querySelector('dialog')).toBeNull();
  },
);

test('ROLE-3: refusing and sending back ask why, into a field that has the focus, and leaving it returns to the button', async () => {
  const decided: Approval[] = [];
  await show('is', <ApprovalBox approval={inFull} heading="h3" onDecided={(now) => decided.push(now)} />);
  expect(document.querySelector('h3')?.textContent).toBe('Greiða bætur');
  await press('Senda til baka');
  expect(document.activeElement?.tagName).toBe('TEXTAREA');
  await submit();
  expect(page()).toContain('Skrifaðu hvers vegna.');
  await press('Hætta við');
  expect(document.activeElement?.textContent).toBe('Senda til baka');
  await press('Hafna');
  await write('Tjónið er fyrnt.');
  server.refusal = new ApiError({ status: 409, errorCode: 'authorityMissing' });
  await submit();
  expect(page()).toContain('Fjárhæðin er yfir heimild þinni.');
  server.refusal = undefined;
  await submit();
  expect(server.sent.at(-1)).toEqual({ id: 'b1', decision: 'refuse', note: 'Tjónið er fyrnt.' });
  expect(decided).toHaveLength(1);
});

test.each([
  ['is', 'Tillagan féll niður og var ekki framkvæmd', 'Málið hefur breyst síðan hún var lögð fram.'],
  ['en', 'The proposal lapsed and was not carried out', 'The case has changed since it was proposed.'],
] as const)(
  'ROLE-3: a proposal that lapsed instead of being approved stays open and says why (%s)',
  async (language, title, because) => {
    const lapsed = { ...inFull, state: 'lapsed', lapsedBecause: 'changed', mayDecide: false };
    server.answer = { ...lapsed, decided: { by: 'Ragna', at: '2026-11-20T13:00:00Z', note: null } };
    await show(language, <Approvals />);
    await press(language === 'is' ? 'Skoða: Greiða bætur' : 'Open: Greiða bætur');
    await press(language === 'is' ? 'Samþykkja' : 'Approve');
    for (const text of [title, because]) expect(page()).toContain(text);
    expect(document.querySelector('dialog')).not.toBeNull();
    expect(buttons()).not.toContain('Samþykkja');
  },
);

test('ROLE-3: the proposer reads that somebody else decides, and when nobody can any more', async () => {
  const own = { ...inFull, own: true, mayDecide: false };
  await show('is', <ApprovalBox approval={own} onDecided={() => {}} />);
  expect(page()).toContain('Einhver annar þarf að afgreiða það.');
  expect(buttons()).toEqual([]);
  await show('is', <ApprovalBox approval={{ ...own, nobodyMayDecide: true }} onDecided={() => {}} />);
  expect(page()).toContain('Enginn annar hefur lengur heimild fyrir þessari fjárhæð.');
  server.items = [];
  await show('is', <Approvals />);
  expect(page()).toContain('Ekkert bíður samþykkis');
});
