// @vitest-environment happy-dom
import type { RequestStatus as Status } from '@hofn/contracts';
import { createTranslator, type Language } from '@hofn/texts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { portal as portalEn } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { CompanyUpdate } from '../company/CompanyUpdate.tsx';

const { shown, sent } = vi.hoisted(() => ({
  shown: { company: {} as object, role: 'Full', answers: {} as Record<string, object | undefined> },
  sent: [] as Array<{ path: string; input: object }>,
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  useLeaving: () => {},
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
const user = () => ({
  currentProxyUser: { isCompany: true, role: shown.role, via: 'delegate', name: 'Ísver' },
});
vi.mock('../../session/index.ts', () => ({
  useCall: () => ({ state: 'ready', data: shown.company, retry: () => {} }),
  useRefetch: () => () => {},
  usePost: (path: string) => {
    const [answer, setAnswer] = useState<object>();
    return {
      send: async (input: object) => {
        sent.push({ path, input });
        setAnswer(shown.answers[path]);
        return shown.answers[path] ?? {};
      },
      reset: () => setAnswer(undefined),
      ...(answer ? { state: 'done', answer } : { state: 'idle' }),
    };
  },
  useUser: () => ({ state: 'ready', data: user() }),
  viewedSsn: () => undefined,
}));
vi.mock('../../shell/useSwitch.ts', () => ({ useSubjectSwitch: () => ({}) }));

const status: Status = {
  id: 'r1',
  kind: 'figures',
  state: 'open',
  requestedAt: '2026-11-20T12:00:00Z',
  settledAt: null,
  effectiveOn: '2026-12-01',
  premiumPerYear: null,
  text: null,
  policy: null,
  messages: [],
  facts: [],
  retractable: false,
};
const question = {
  fromUs: true,
  author: 'Katrín Ósk',
  text: 'Hve margir vinna erlendis?',
  at: '2026-11-20T13:00:00Z',
};

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  shown.role = 'Full';
  shown.answers = {};
  sent.length = 0;
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** Opens the company's page with its newest request in this state. */
const open = async (language: Language, latest: Status | null) => {
  const isPending = latest?.state === 'open' || latest?.state === 'moreInformation';
  const pending = {
    id: 'r1',
    requestedAt: status.requestedAt,
    effectiveOn: '2026-12-01',
    answerBy: '2026-11-24',
    estimatedPremium: 260_000,
  };
  shown.company = {
    policies: [
      {
        id: 'c1',
        number: '3000000',
        name: 'Ábyrgðartrygging',
        insured: null,
        premiumPerYear: 200_000,
        figures: { activity: 'trade', payroll: 90_000_000, staff: 8, turnover: 1, foreignShare: 0 },
        pending: isPending ? pending : null,
        latest,
      },
    ],
    effective: { from: '2026-11-21', to: '2027-11-21' },
  };
  const texts =
    language === 'is'
      ? createTranslator('is', { ...errors, ...shell, ...portal })
      : createTranslator('en', { ...errorsEn, ...shellEn, ...portalEn });
  await act(async () =>
    root.render(
      <TextsContext value={texts}>
        <CompanyUpdate cover="liability" />
      </TextsContext>,
    ),
  );
  return document.body.textContent?.replaceAll('\u00a0', ' ') ?? '';
};
const buttons = () => [...document.querySelectorAll('button')].map((button) => button.textContent);

test.each([
  ['is', 'Beiðnin er samþykkt', 'og ársiðgjaldið verður 260.000 kr.', 'Breyta tölum'],
  ['en', 'Your request has been accepted', 'The annual premium will be', 'Change figures'],
] as const)(
  'CORE-10, PORT-9a, DATA-8: a company reads from when its change is accepted (%s)',
  async (language, title, text, button) => {
    const page = await open(language, {
      ...status,
      state: 'accepted',
      settledAt: '2026-11-21T12:00:00Z',
      premiumPerYear: 260_000,
    });
    expect(page).toContain(title);
    expect(page).toContain(text);
    expect(buttons()).toContain(button);
  },
);

test.each([
  [
    'is',
    'Samþykkjum við beiðnina gildir breytingin frá 1. desember 2026.',
    'í síðasta lagi 24. nóvember 2026',
  ],
  ['en', 'If we accept the request, the change takes effect on 1 December', 'reply by 24 November 2026'],
] as const)(
  'LIFE-5, PORT-9a: a company reads that new figures apply only if we accept them, and when we reply (%s)',
  async (language, effect, reply) => {
    const page = await open(language, status);
    expect(page).toContain(effect);
    expect(page).toContain(reply);
  },
);

test.each([
  ['is', 'Beiðninni var hafnað 21. nóvember 2026', 'Senda nýja beiðni'],
  ['en', 'Your request was refused on 21 November 2026', 'Send a new request'],
] as const)(
  'CORE-10, PORT-9b: a company reads why its change was refused, and asks again (%s)',
  async (language, title, again) => {
    const page = await open(language, {
      ...status,
      state: 'refused',
      settledAt: '2026-11-21T12:00:00Z',
      text: 'Utan við skilmála.',
    });
    expect(page).toContain(title);
    expect(page).toContain('Utan við skilmála.');
    expect(buttons()).toContain(again);
    await act(async () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === again)?.click(),
    );
    expect(document.querySelectorAll('main form, form')).toHaveLength(1);
  },
);

test.each([
  ['is', 'Okkur vantar upplýsingar', 'Senda svar'],
  ['en', 'We need more information', 'Send answer'],
] as const)(
  'CORE-10, PORT-9c: a company reads our question and answers it; read-only access reads it only (%s)',
  async (language, title, send) => {
    const asked: Status = { ...status, state: 'moreInformation', messages: [question] };
    expect(await open(language, asked)).toContain(title);
    expect(document.body.textContent).toContain(question.text);
    expect(buttons()).toContain(send);
    expect(buttons()).not.toContain(language === 'is' ? 'Breyta tölum' : 'Change figures');
    shown.role = 'Readonly';
    await open(language, { ...asked });
    expect(document.body.textContent).toContain(question.text);
    expect(buttons()).not.toContain(send);
  },
);

test.each([
  ['is', 'Það sem beðið var um', 'Launagreiðslur á ári'],
  ['en', 'What was asked for', 'Annual payroll'],
] as const)(
  'LIFE-6: a company reads the figures it asked for beside its present ones, also once it is refused (%s)',
  async (language, title, label) => {
    const facts = [{ label, value: '90 → 120' }];
    for (const state of ['open', 'moreInformation', 'refused'] as const) {
      const page = await open(language, { ...status, state, facts });
      expect(page.match(new RegExp(`${title}${label}90 → 120`, 'g')), state).toHaveLength(1);
    }
    expect(await open(language, status)).not.toContain(title);
  },
);

test.each([
  ['is', '/vidskipti/erindi/r1/kvittun', 'Skoða kvittun: Beiðni um breytingu, barst 20. nóvember 2026'],
  ['en', '/en/my-pages/messages/r1/receipt', 'View receipt: Change request, sent on 20 November 2026'],
] as const)(
  'ACT-5: a request that the core was asked to carry out leads to its receipt, others to none (%s)',
  async (language, address, name) => {
    const accepted = { ...status, state: 'accepted' as const, settledAt: '2026-11-21T12:00:00Z' };
    const link = () => document.querySelector(`a[href="${address}"]`);
    await open(language, accepted);
    expect(link()).toBeNull();
    await open(language, { ...accepted, hasReceipt: true });
    expect(link()?.textContent?.replaceAll('\u00a0', ' ')).toBe(name);
  },
);

test('CORE-10: an empty answer is not sent', async () => {
  await open('is', { ...status, state: 'moreInformation', messages: [question] });
  await act(async () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Senda svar')?.click(),
  );
  expect(document.body.textContent).toContain('Skrifaðu svarið áður en þú sendir það.');
  expect(sent).toEqual([]);
});

const press = (name: string) =>
  act(async () =>
    [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === name)?.click(),
  );

test('LIFE-7, PORT-9b: a change of figures that is sent and taken back leaves no receipt, and can be sent again', async () => {
  const estimate = { premiumPerYear: 200_000, estimatedPremium: 260_000, changes: [] };
  shown.answers = {
    '/api/company/v1/estimate': estimate,
    '/api/company/v1/requestupdate': { id: 'r1' },
  };
  await open('is', null);
  await press(portal.company.changeFigures);
  await press(portal.company.reckon);
  await press(portal.company.send);
  expect(await open('is', { ...status, retractable: true })).toContain(portal.company.sent);
  await press(portal.requests.retract);
  await press(portal.requests.retractYes);
  expect(sent.map(({ path }) => path)).toEqual([
    ...['/api/company/v1/estimate', '/api/company/v1/requestupdate'],
    '/api/user/v1/requests/{id}/retract',
  ]);
  // Of several policies, this one's heading gets focus.
  expect(document.activeElement?.id).toBe('figures-c1');
  // Fetched again, there is no request.
  expect(await open('is', null)).not.toContain(portal.company.sent);
  expect(buttons()).toContain(portal.company.changeFigures);
});
