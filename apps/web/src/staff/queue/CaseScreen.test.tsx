// @vitest-environment happy-dom
import type { StaffCase } from '@hofn/contracts';
import type { Language } from '@hofn/texts';
import { createTranslator } from '@hofn/texts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { portal as portalEn } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { staff as staffEn } from '@hofn/texts/catalogue/en/staff.ts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { CaseScreen } from './CaseScreen.tsx';

const { shown, sent } = vi.hoisted(() => ({
  shown: { data: {} as object },
  sent: [] as Array<{ path: string; input: { body?: unknown } }>,
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  useLeaving: () => {},
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../session/index.ts', () => ({
  useCall: () => ({ state: 'ready', data: shown.data, retry: () => {} }),
  useRefetch: () => () => {},
  usePost: (path: string) => ({
    send: async (input: object) => {
      sent.push({ path, input });
      return undefined;
    },
    reset: () => {},
    state: 'idle',
    error: undefined,
  }),
  useSessionParts: () => ({ api: {} }),
  useUser: () => ({ data: undefined }),
  useDownload: () => ({ busy: undefined, error: undefined, download: () => {} }),
}));
vi.mock('../../forms/useUnsaved.tsx', () => ({ useUnsaved: () => null }));

/** A company's request for a higher payroll. */
const changeMatter: Extract<StaffCase['matter'], { kind: 'change' }> = {
  kind: 'change',
  facts: [],
  requestId: 'r1',
  request: 'figures',
  state: 'open',
  settledBy: 'staff',
  policy: { id: 'c1', name: 'Ábyrgðartrygging', number: '3000000' },
  effectiveOn: '2026-12-01',
  effective: { from: '2026-11-21', to: '2027-11-21' },
  premium: 260_000,
  before: { payroll: 90_000_000, staff: 8 },
  after: { payroll: 120_000_000, staff: 8 },
  price: {
    now: 200_000,
    recalculated: 260_000,
    tariff: '2026-2',
    parts: [{ name: 'Grunniðgjald', now: 200_000, recalculated: 260_000 }],
  },
  offer: null,
  proof: null,
  outcome: null,
};

const claimCase: StaffCase = {
  id: 'k1',
  kind: 'claim',
  form: null,
  request: null,
  reference: 'T-2026-100001',
  about: 'Tjón á innbúi',
  sender: 'Þóra Prófsdóttir',
  known: false,
  language: 'is',
  openedAt: '2026-11-20T12:00:00Z',
  dueAt: '2026-11-23T12:00:00Z',
  overdue: false,
  state: 'open',
  assignee: null,
  mine: false,
  version: 0,
  email: 'thora@example.is',
  phone: '6150001',
  ssn: '1402851489',
  matter: {
    kind: 'claim',
    claimId: 'c9',
    line: 'home',
    status: 'received',
    unverified: true,
    dateOfLoss: '2026-11-19',
    place: 'Skúlagata 4',
    reporter: { name: 'Þóra Prófsdóttir', ssn: '1402851489' },
    facts: [],
  },
  files: [],
  messages: [],
  events: [],
  answerBy: 'email',
  answeredByCore: false,
  undecided: false,
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

const open = async (language: Language, data: StaffCase) => {
  shown.data = data;
  const texts =
    language === 'is'
      ? createTranslator('is', { ...errors, ...shell, ...portal, ...staff })
      : createTranslator('en', { ...errorsEn, ...shellEn, ...portalEn, ...staffEn });
  await act(async () =>
    root.render(
      <TextsContext value={texts as never}>
        <CaseScreen id={data.id} />
      </TextsContext>,
    ),
  );
  return Object.fromEntries(
    [...document.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent?.replaceAll('\u00a0', ' '),
    ]),
  );
};

test.each([
  ['is', 'Tjónsstaður', 'Tilkynnt af', 'Óstaðfest', 'Svarið fer í tölvupósti á thora@example.is.'],
  ['en', 'Place of loss', 'Reported by', 'Unverified', 'The reply goes by email to thora@example.is.'],
] as const)(
  'STAFF-6: staff see where a loss happened, who reported it, that it is unverified, and where the answer goes (%s)',
  async (language, place, reporter, unverified, answer) => {
    const facts = await open(language, claimCase);
    expect(facts[place]).toBe('Skúlagata 4');
    expect(facts[reporter]).toBe('Þóra Prófsdóttir, 140285-1489');
    const sender = document.querySelector('[aria-labelledby="sendandi"]')?.textContent;
    expect(sender).toContain(unverified);
    expect(sender).toContain('thora@example.is');
    expect(document.body.textContent).toContain(answer);
  },
);

test('STAFF-6: a claim reported by telephone shows no empty rows for place and reporter', async () => {
  if (claimCase.matter.kind !== 'claim') throw new Error('Not a claim');
  const facts = await open('is', {
    ...claimCase,
    matter: { ...claimCase.matter, place: null, reporter: null },
  });
  expect(Object.keys(facts)).not.toContain('Tjónsstaður');
  expect(Object.keys(facts)).not.toContain('Tilkynnt af');
});

const changeCase: StaffCase = {
  ...claimCase,
  kind: 'change',
  known: true,
  undecided: true,
  about: 'Ábyrgðartrygging, 3000000',
  request: 'figures',
  matter: changeMatter,
};
const buttons = () => [...document.querySelectorAll('button')].map((button) => button.textContent);
const press = (name: string) =>
  act(async () =>
    [...document.querySelectorAll('button')].find((button) => button.textContent === name)?.click(),
  );

test.each([
  ['is', 'Endurreiknað iðgjald', 'Samþykkja', 'Hafna', 'Biðja um upplýsingar', 'Loka án svars'],
  ['en', 'Recalculated premium', 'Accept', 'Refuse', 'Ask for information', 'Close without a reply'],
] as const)(
  'CORE-10, DESK-6, PORT-9a: staff see figures side by side with the recalculated premium, and settle but cannot close (%s)',
  async (language, price, accept, refuse, ask, close) => {
    await open(language, changeCase);
    const rows = [...document.querySelectorAll('tr')].map(
      (row) => row.textContent?.replaceAll('\u00a0', ' ').replaceAll('.', ',') ?? '',
    );
    expect(rows.some((row) => row.includes('90,000,000') && row.includes('120,000,000'))).toBe(true);
    expect(rows.some((row) => row.includes('200,000') && row.includes('260,000'))).toBe(true);
    expect(document.body.textContent).toContain(price);
    expect(buttons()).toEqual(expect.arrayContaining([accept, refuse, ask]));
    expect(buttons()).not.toContain(close);
    // What is asked belongs to the request, where the customer can answer it (rule LIFE-6).
    expect(document.querySelector('textarea')).toBeNull();
    await open(language, { ...changeCase, undecided: false });
    expect(buttons()).toContain(close);
  },
);

test('LIFE-5, DESK-6: staff read what a cancellation asks for, and accept it with the first day without cover alone', async () => {
  sent.length = 0;
  const facts = await open('is', {
    ...changeCase,
    matter: {
      ...changeMatter,
      ...{ request: 'cancel', before: { premiumPerYear: 90_000 }, after: { lastDay: '2026-11-30' } },
      ...{ premium: 0, price: null },
      facts: [{ label: 'Síðasti dagur verndar', value: '30. nóvember 2026' }],
    },
  });
  expect(facts['Síðasti dagur verndar']).toBe('30. nóvember 2026');
  expect(facts['Fyrsti dagur án verndar']).toBe('1. desember 2026');
  await press('Samþykkja');
  expect(document.querySelector('form')?.textContent).not.toContain('Ársiðgjald');
  await press('Skoða bréfið');
  expect(sent.at(-1)).toMatchObject({
    input: { body: { result: 'accepted', effectiveOn: '2026-12-01', premium: 0 } },
  });
});

test('LIFE-8: staff read the estimated premium of another cover once, and none where we have made none', async () => {
  const estimate = { label: 'Áætlað ársiðgjald', value: '78.300 kr.' };
  const matter = {
    ...changeMatter,
    ...{ request: 'cover' as const, before: { premiumPerYear: 90_000 }, after: { act: 'deductible' } },
    ...{ premium: 78_300, price: null },
  };
  await open('is', { ...changeCase, matter: { ...matter, facts: [estimate] } });
  expect(document.body.textContent?.match(/78\.300/g)).toHaveLength(1);
  await open('is', { ...changeCase, matter: { ...matter, premium: 90_000, facts: [] } });
  expect(document.body.textContent).not.toMatch(/90\.000|sem var áætlað/);
  // Of figures it is the only place.
  expect((await open('is', changeCase))['Ársiðgjald sem var áætlað']).toBe('260.000 kr.');
});

test('CORE-10: a refusal needs its reason in both languages before the letter is shown', async () => {
  sent.length = 0;
  await open('is', changeCase);
  await press('Hafna');
  await press('Skoða bréfið');
  expect(document.body.textContent).toContain('Skrifaðu minnst tíu stafi.');
  expect(sent).toEqual([]);
});

test('CORE-10: accepting starts from the recalculated premium and the requested day', async () => {
  sent.length = 0;
  await open('is', changeCase);
  await press('Samþykkja');
  await press('Skoða bréfið');
  expect(sent).toMatchObject([
    {
      path: '/api/staff/v1/cases/{id}/preview',
      input: { body: { result: 'accepted', effectiveOn: '2026-12-01', premium: 260_000, texts: null } },
    },
  ]);
});

test.each([
  ['is', 'Grunnkerfið afgreiðir þessa beiðni', 'Spurningar eru sendar úr grunnkerfinu', 'Samþykkja'],
  ['en', 'The core system settles this request', 'Questions are sent from the core system', 'Accept'],
] as const)(
  'CORE-10, LIFE-6: what the core settles is shown, and neither decided nor asked about here (%s)',
  async (language, text, ask, accept) => {
    await open(language, { ...changeCase, matter: { ...changeMatter, settledBy: 'core' } });
    expect(document.body.textContent).toContain(text);
    expect(document.body.textContent).toContain(ask);
    expect(document.querySelector('textarea')).toBeNull();
    expect(buttons()).not.toContain(accept);
  },
);

test.each([
  ['is', 'Viðskiptavinurinn afturkallaði beiðnina', 'Samþykkja', 'Uppsögn: Ábyrgðartrygging, 3000000'],
  ['en', 'The customer took the request back', 'Accept', 'Cancellation: Ábyrgðartrygging, 3000000'],
] as const)(
  'LIFE-7, LIFE-8: staff read that a request was taken back, and have nothing to decide (%s)',
  async (language, text, accept, title) => {
    await open(language, {
      ...changeCase,
      ...{ state: 'closed', undecided: false, request: 'cancel' },
      matter: { ...changeMatter, request: 'cancel', state: 'retracted', price: null },
    });
    expect(document.body.textContent).toContain(text);
    expect(document.querySelector('h1')?.textContent).toBe(title);
    expect(buttons()).not.toContain(accept);
  },
);

test('CORE-10: a settled request shows its outcome and what the customer read, without acts', async () => {
  const outcome = {
    result: 'refused' as const,
    settledAt: '2026-11-21T12:00:00Z',
    by: 'Katrín Ósk Prófdóttir',
    texts: { is: 'Utan við skilmála.', en: 'Outside the terms.' },
    effectiveOn: null,
    premium: null,
    policy: null,
    applyOn: null,
  };
  const facts = await open('is', {
    ...changeCase,
    state: 'closed',
    undecided: false,
    matter: { ...changeMatter, state: 'refused', price: null, outcome },
  });
  expect(facts['Afgreitt af']).toBe('Katrín Ósk Prófdóttir');
  expect(document.body.textContent).toContain('Utan við skilmála.');
  expect(document.body.textContent).toContain('Outside the terms.');
  expect(buttons()).not.toContain('Samþykkja');
});

test('LIFE-5, DESK-6: the outcome of a cancellation is its first day without cover, and no premium', async () => {
  const outcome = {
    result: 'accepted' as const,
    settledAt: '2026-11-21T12:00:00Z',
    by: 'Katrín Ósk Prófdóttir',
    texts: null,
    effectiveOn: '2026-12-01',
    premium: 0,
    policy: { id: 'c1', number: '3000000' },
    applyOn: null,
  };
  await open('is', {
    ...changeCase,
    state: 'closed',
    undecided: false,
    matter: { ...changeMatter, request: 'cancel', state: 'accepted', price: null, premium: 0, outcome },
  });
  const part = document.querySelector('[aria-labelledby=nidurstada]')?.textContent.replaceAll('\u00a0', ' ');
  expect(part).toContain('Fyrsti dagur án verndar1. desember 2026');
  expect(part).not.toContain('Gildir frá');
  expect(part).not.toContain('Ársiðgjald');
});

test.each([
  ['is', 'Annað kerfi svarar þessu erindi', 'Senda svar'],
  ['en', 'Another system replies to this', 'Send reply'],
] as const)(
  'CORE-10: staff read that another system answers a message, and have no field to answer in (%s)',
  async (language, text, button) => {
    await open(language, claimCase);
    expect(buttons()).toContain(button);
    await open(language, { ...claimCase, answeredByCore: true });
    expect(document.body.textContent).toContain(text);
    expect(buttons()).not.toContain(button);
  },
);
