// @vitest-environment happy-dom
import type { Authority, AuthorityList } from '@hofn/contracts';
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
import { Authorities } from './Authorities.tsx';

const { server } = vi.hoisted(() => ({
  server: { list: {} as unknown, sent: [] as unknown[], refusal: undefined as unknown, reads: 0 },
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
}));
vi.mock('../../parts/notices.ts', () => ({ setNotification: () => {} }));
vi.mock('../../session/index.ts', async () => {
  const { useState } = await import('react');
  return {
    ...(await import('../../session/api-error.ts')),
    useCall: () => ({ state: 'ready', data: server.list, retry: () => (server.reads += 1) }),
    usePost: (path: string) => {
      const [error, setError] = useState<unknown>();
      const send = async ({ params, body }: { params?: object; body?: object }) => {
        server.sent.push([path.replace('/api/staff/v1/authorities', ''), { ...params, ...body }]);
        setError(server.refusal);
        return server.refusal ? undefined : server.list;
      };
      return { send, state: error ? 'failed' : 'idle', error };
    },
  };
});

const una = { by: 'Una Prófdóttir', at: '2026-11-18T10:00:00Z' };
const katrin = { by: 'Katrín Prófdóttir', at: '2026-11-19T10:00:00Z' };
const held: Authority = {
  ...{ id: 'a1', employee: { key: 'bjarni', name: 'Bjarni Prófsson' }, act: 'claim.pay', line: null },
  ...{ upTo: 500_000, from: '2026-11-19', to: null, state: 'holds', given: una, confirmed: katrin },
  ...{ lowered: null, ended: null, withoutRole: false, mayConfirm: false },
};
const waiting: Authority = {
  ...{ ...held, id: 'a2', act: 'claim.decide', line: 'home', upTo: 2_000_000, state: 'waiting' },
  ...{ confirmed: null, mayConfirm: true, to: '2026-12-31' },
};
const list: AuthorityList = {
  items: [
    held,
    waiting,
    { ...waiting, id: 'a3', act: 'claim.reserve', mayConfirm: false },
    { ...held, id: 'a4', state: 'ended', ended: katrin, upTo: 1 },
  ],
  people: [
    {
      ...{ key: 'bjarni', name: 'Bjarni Prófsson', roles: ['claims'] },
      acts: ['claim.reserve', 'claim.decide', 'claim.pay'],
    },
    { key: 'fjola', name: 'Fjóla Prófdóttir', roles: ['finance'], acts: ['claim.pay'] },
  ],
  administrators: 1,
};
const translators = {
  is: createTranslator('is', { ...errors, ...shell, ...staff }),
  en: createTranslator('en', { ...errorsEn, ...shellEn, ...staffEn }),
};
let root: Root;
const open = (language: Language, shown: AuthorityList = list) => {
  server.list = shown;
  return act(async () =>
    root.render(
      <TextsContext value={translators[language]}>
        <Authorities />
      </TextsContext>,
    ),
  );
};
const page = () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
const labelOf = (button: HTMLElement) =>
  (button.getAttribute('aria-label') ?? button.textContent ?? '').replaceAll('\u00a0', ' ');
const buttons = () => [...document.querySelectorAll('button')].map(labelOf);
const press = (name: string, within = 'body') =>
  act(async () => {
    const found = [...document.querySelectorAll<HTMLElement>(`${within} button`)].find(
      (one) => labelOf(one) === name,
    );
    if (!found) throw new Error(`no button ${name} among ${buttons().join('; ')}`);
    found.click();
  });
const fill = (control: HTMLElement | null | undefined, value: string) =>
  act(async () => {
    if (!control) throw new Error('no such field');
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  });
const submit = () =>
  act(async () => {
    document
      .querySelector('form')
      ?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
  Object.assign(server, { sent: [], refusal: undefined, reads: 0 });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  [
    'is',
    ['Ákvörðun um bætur, Innbú', '2.000.000 kr.', '19. nóv. 2026 til 31. des. 2026'],
    ['Veitt af: Una Prófdóttir, 18. nóv. 2026', 'Staðfest af: Katrín Prófdóttir, 19. nóv. 2026'],
    'Staðfesta: Bjarni Prófsson, Ákvörðun um bætur, Innbú',
    'Fella niður: Bjarni Prófsson, Greiðsla bóta, Allar greinar',
    ['Staðfesta', 'Fella niður'],
  ],
  [
    'en',
    ['Decision on a claim, Home contents', 'ISK 2,000,000', '19 Nov 2026 to 31 Dec 2026'],
    ['Given by: Una Prófdóttir, 18 Nov 2026', 'Confirmed by: Katrín Prófdóttir, 19 Nov 2026'],
    'Confirm: Bjarni Prófsson, Decision on a claim, Home contents',
    'End: Bjarni Prófsson, Payment of a claim, All lines',
    ['Confirm', 'End'],
  ],
] as const)(
  'ROLE-5: the list says who gave and confirmed each authority, and an administrator confirms what another gave and ends what holds (%s)',
  async (language, facts, steps, confirm, end, [confirmButton, endButton]) => {
    await open(language);
    for (const text of [...facts, ...steps]) expect(page()).toContain(text);
    // Not what this administrator gave.
    expect(buttons().filter((name) => name.startsWith(`${confirmButton}: `))).toEqual([confirm]);
    await press(confirm);
    await press(confirmButton, 'dialog');
    expect(server.sent).toEqual([['/{id}/confirm', { id: 'a2' }]]);
    await press(end);
    await press(endButton, 'dialog');
    expect(server.sent.at(-1)).toEqual(['/{id}/end', { id: 'a1', upTo: null }]);
    expect(server.reads).toBe(2);
  },
);

test('ROLE-3: authority is given by act, line, amount and days; the acts are those of the employee’s roles', async () => {
  await open('is');
  await press('Veita heimild');
  const [employee, acts, line] = document.querySelectorAll<HTMLSelectElement>('form select');
  expect(acts?.options).toHaveLength(3);
  await fill(acts, 'claim.decide');
  await fill(employee, 'fjola');
  expect([...(acts?.options ?? [])].map(({ value }) => value)).toEqual(['claim.pay']);
  await fill(line, 'home');
  await submit();
  expect(page()).toContain('Sláðu inn fjárhæð í heilum krónum.');
  expect(server.sent).toEqual([]);
  const amount = document.querySelector<HTMLInputElement>('form input[name="upTo"]');
  await fill(amount, '1.500.000');
  server.refusal = new ApiError({ status: 409, errorCode: 'authorityWaiting' });
  await submit();
  expect(page()).toContain('Heimild fyrir þetta bíður þegar staðfestingar.');
  server.refusal = undefined;
  await submit();
  expect(server.sent.at(-1)).toEqual([
    '',
    {
      ...{ employee: 'fjola', act: 'claim.pay', line: 'home', upTo: 1_500_000 },
      ...{ from: '2026-11-20', to: null },
    },
  ]);
});

test('ROLE-5: lowering asks for a lower amount, and the refusal of a higher one is at its field', async () => {
  await open('is');
  await press('Lækka: Bjarni Prófsson, Greiðsla bóta, Allar greinar');
  expect(page()).toContain('Nú 500.000 kr.');
  const amount = () => document.querySelector<HTMLInputElement>('form input');
  await fill(amount(), '600000');
  server.refusal = new ApiError({
    ...{ status: 400, errorCode: 'validation', errors: { upTo: ['Fjárhæðin verður að vera lægri en nú.'] } },
  });
  await submit();
  expect(page()).toContain('Fjárhæðin verður að vera lægri en nú.');
  server.refusal = undefined;
  await fill(amount(), '0');
  await submit();
  expect(server.sent.at(-1)).toEqual(['/{id}/end', { id: 'a1', upTo: 0 }]);
});

test('ROLE-5: a lone administrator reads that nobody can confirm, and without employees to give to there is no button', async () => {
  await open('en', { items: [], people: [], administrators: 0 });
  expect(page()).toContain('No other administrator can confirm');
  expect(page()).toContain('No other employee has a role that can be given authority.');
  expect(buttons()).toEqual([]);
  await open('en', { items: [{ ...held, withoutRole: true }], people: [], administrators: 1 });
  expect(page()).toContain('Does not count: the role is missing');
});
