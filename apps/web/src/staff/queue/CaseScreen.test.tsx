// @vitest-environment happy-dom
import type { CasePolicy, StaffCase } from '@hofn/contracts';
import type { Language } from '@hofn/texts';
import { createTranslator } from '@hofn/texts';
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
  useCall: (path: string) => ({
    state: 'ready',
    data: path.endsWith('/drafts') ? { items: [] } : shown.data,
    retry: () => {},
  }),
  useApi: () => ({ post: async () => ({ changedAt: null }) }),
  useChangeAnswer: () => () => {},
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
  useSession: () => ({ user: { roles: ['finance'] } }),
  useUser: () => ({ data: undefined }),
  useDownload: () => ({ busy: undefined, error: undefined, download: () => {} }),
}));

/** A company's request for a higher payroll. */
const changeMatter: Extract<StaffCase['matter'], { kind: 'change' }> = {
  kind: 'change',
  facts: [],
  requestId: 'r1',
  request: 'figures',
  state: 'open',
  settledBy: 'staff',
  policy: { id: 'c1', name: 'Ábyrgðartrygging', number: '3000000' },
  policyStatus: 'active',
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
  added: null,
  inOwnWords: false,
  outcome: null,
};

const claimCase: StaffCase = {
  id: 'k1',
  kind: 'claim',
  form: null,
  request: null,
  feedback: null,
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
    owner: null,
    policy: null,
    policyGiven: null,
    facts: [],
  },
  files: [],
  messages: [],
  events: [],
  answerBy: 'email',
  answeredByCore: false,
  undecided: false,
  noteToClose: false,
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
      ? createTranslator('is', { ...errors, ...shell, ...staff })
      : createTranslator('en', { ...errorsEn, ...shellEn, ...staffEn });
  await act(async () =>
    root.render(
      <TextsContext value={texts}>
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

test.each([
  [
    'is',
    'Anna Prófdóttir',
    'Stemmir ekki eða vantar: nafn, símanúmer og bílnúmer.',
    'Tengja við',
    'Tengja ekki',
  ],
  [
    'en',
    'Anna Prófdóttir',
    'Differs or is missing: name, phone number and number plate.',
    'Link to',
    'Do not link',
  ],
] as const)(
  'ACT-7a: staff read whose the kennitala is and what differs, and link the claim or not (%s)',
  async (language, name, differs, link, refuse) => {
    sent.length = 0;
    const owner = {
      ...{ customerId: 'anna', name, agrees: [], linked: false, refusedBy: null },
      differs: ['name', 'phone', 'plate'] as Array<'name' | 'phone' | 'plate'>,
    };
    if (claimCase.matter.kind !== 'claim') throw new Error('not a claim');
    await open(language, { ...claimCase, matter: { ...claimCase.matter, claimId: null, owner } });
    const part = document.querySelector('[aria-labelledby="eigandi-kennitolu"]')?.textContent;
    expect(part).toContain(name);
    expect(part).toContain(differs);
    for (const label of [link, refuse]) await press(buttons().find((text) => text?.startsWith(label)) ?? '');
    expect(sent.map(({ input }) => (input.body as { act: string }).act)).toEqual(['link', 'refuseLink']);
  },
);

test.each([
  ['is', 'both', 'Tölvupóstur á thora@example.is segir að það sé þar.'],
  ['en', 'both', 'An email to thora@example.is says that it is there.'],
  ['is', 'email', 'Svarið fer í tölvupósti á thora@example.is.'],
] as const)(
  'STAFF-6: of a claim the screen says where its sender reads the reply (%s, %s)',
  async (language, answerBy, text) => {
    await open(language, { ...claimCase, answerBy });
    expect(document.body.textContent).toContain(text);
  },
);

test.each([
  ['is', '/starfsfolk/vidskiptavinir/anna'],
  ['en', '/en/staff/customers/anna'],
] as const)(
  'ROLE-7: a case of a known customer leads to the customer’s page (%s)',
  async (language, path) => {
    const link = () => document.querySelector(`a[href="${path}"]`);
    await open(language, { ...claimCase, customerId: null });
    expect(link()).toBeNull();
    await open(language, { ...claimCase, customerId: 'anna' });
    expect(link()?.textContent).toBe(language === 'is' ? 'Síða viðskiptavinar' : 'Customer’s page');
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

const bicyclePolicy: CasePolicy = {
  ...{ id: 'p2', name: 'Heimilistrygging', number: '1000002', insured: 'Ægisíða 14' },
  ...{ status: 'lapsed', deductible: 30_000, deductibleText: 'Eftir þrepi' },
  loss: {
    coverage: 'none',
    covers: [{ id: 'bicycles-and-prams', name: 'Reiðhjól og barnavagnar', deductible: null }],
    ownShare: { varies: true, percent: 25 },
  },
};

test.each([
  [
    'is',
    ['Trygging', 'Staða tryggingar í dag', 'Á tjónsdegi', 'Vernd sem gæti bætt tjónið', 'Eigin áhætta'],
    [
      'Felld niður vegna vanskila',
      'Tryggingin var ekki í gildi',
      '25% af tjóninu, þó ekki minna en 30.000 kr.',
    ],
    ['Engin trygging var valin', 'Tryggingarnúmer eins og það var gefið upp'],
  ],
  [
    'en',
    ['Policy', 'Policy status today', 'On the date of loss', 'Covers that may pay', 'Deductible'],
    ['Lapsed due to non-payment', 'The policy was not in force', '25% of the loss, but at least ISK 30,000'],
    ['No policy was chosen', 'Policy number as given'],
  ],
] as const)(
  'DESK-8: a claim states its policy, covers, deductible and whether the policy was in force (%s)',
  async (language, [name, status, onLoss, covers, deductible], [lapsed, notCovered, share], [
    none,
    given,
  ]) => {
    if (claimCase.matter.kind !== 'claim') throw new Error('Not a claim');
    const { matter } = claimCase;
    const facts = await open(language, { ...claimCase, matter: { ...matter, policy: bicyclePolicy } });
    expect(facts).toMatchObject({
      [name]: 'Heimilistrygging, 1000002',
      [status]: lapsed,
      [onLoss]: notCovered,
      [covers]: 'Reiðhjól og barnavagnar',
    });
    expect(facts[deductible]).toContain(share);
    expect((await open(language, claimCase))[name]).toBe(none);
    const typed = await open(language, { ...claimCase, matter: { ...matter, policyGiven: '176-0415' } });
    expect([typed[name], typed[given]]).toEqual([undefined, '176-0415']);
  },
);

test.each([
  ['is', 'Trygging', 'Staða tryggingar í dag', 'Felld niður vegna vanskila'],
  ['en', 'Policy', 'Policy status today', 'Lapsed due to non-payment'],
] as const)(
  'DESK-8: a message states the policy that it is about, and that it has lapsed since (%s)',
  async (language, name, status, lapsed) => {
    const memo = { kind: 'memo' as const, documentId: 'd1', text: 'Er bíllinn tryggður?', policy: null };
    const policy = { ...bicyclePolicy, loss: null };
    const data: StaffCase = { ...claimCase, kind: 'memo', matter: { ...memo, policy } };
    expect(await open(language, data)).toMatchObject({
      [name]: 'Heimilistrygging, 1000002',
      [status]: lapsed,
    });
    expect(document.querySelector('[aria-labelledby=sent]')?.textContent).toContain(memo.text);
    expect(Object.keys(await open(language, { ...data, matter: memo }))).not.toContain(name);
  },
);

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
  'CORE-10, PORT-9a: staff see figures side by side with the recalculated premium, and settle but cannot close (%s)',
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
    await open(language, { ...changeCase, undecided: false, noteToClose: false });
    expect(buttons()).toContain(close);
  },
);

test('LIFE-5: staff read what a cancellation asks for, and accept it with the first day without cover alone', async () => {
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

/** A cancellation that the core has left to people, and an employee has accepted. */
const receipt: NonNullable<typeof changeMatter.receipt> = {
  ...{ id: 'r1', kind: 'cancel', state: 'accepted', policy: 'Heimilistrygging, 1000002' },
  ...{ requestedAt: '2026-11-20T12:00:00Z', settledAt: '2026-11-21T09:00:00Z' },
  asked: [{ label: 'Síðasti dagur verndar', value: '30. nóvember 2026' }],
  decision: {
    decidedBy: 'Katrín Ósk, starfsmaður',
    facts: [{ label: 'Greiðslur', value: '12.000 kr. greiðast inn á bankareikning þinn.' }],
    reasons: [],
  },
  acts: [
    {
      ...{ reference: 'key-1', state: 'referred', askedAt: '2026-11-20T12:00:00Z', sha256: 'a'.repeat(64) },
      ...{ decidedBy: 'Reglur okkar, útgáfa 2026-2', reasons: ['Það þarf að staðfesta.'] },
      recordedAt: '2026-11-20T12:00:01Z',
    },
    {
      ...{ reference: 'key-2', state: 'done', askedAt: '2026-11-21T09:00:00Z', sha256: 'b'.repeat(64) },
      ...{ decidedBy: 'Katrín Ósk, starfsmaður', reasons: [], recordedAt: '2026-11-21T09:00:01Z' },
    },
  ],
};

test.each([
  ['is', 'Kvittun', 'Ákvörðun tók', 'Engin ákvörðun liggur fyrir', 'Ekkert svar enn'],
  ['en', 'Receipt', 'Decided by', 'Nothing has been decided yet', 'No answer yet'],
] as const)(
  'ACT-5: staff open the receipt of an act, which claims nothing while the core has not answered (%s)',
  async (language, title, decidedBy, undecided, unanswered) => {
    const opened = async (matter: object) => {
      await open(language, { ...changeCase, matter: { ...changeMatter, request: 'cancel', ...matter } });
      return [...document.querySelectorAll('details')].find(
        (details) => details.querySelector('summary')?.textContent === title,
      );
    };
    expect(await opened({})).toBeUndefined();
    const details = await opened({ state: 'accepted', receipt });
    const read = details?.textContent ?? '';
    for (const text of [
      ...['Heimilistrygging, 1000002', `${decidedBy}Katrín Ósk, starfsmaður`, 'Það þarf að staðfesta.'],
      ...['12.000 kr. greiðast inn', 'key-1', 'key-2', 'a'.repeat(64), 'b'.repeat(64)],
    ])
      expect(read).toContain(text);
    expect(read).not.toContain(undecided);
    const asked = {
      ...{ reference: 'key-1', state: 'asked', askedAt: '2026-11-20T12:00:00Z' },
      ...{ decidedBy: null, reasons: [], recordedAt: null, sha256: null },
    };
    const waiting = { ...receipt, state: 'open', settledAt: null, decision: null, acts: [asked] };
    const pending = (await opened({ receipt: waiting }))?.textContent ?? '';
    for (const text of [undecided, unanswered, 'key-1']) expect(pending).toContain(text);
    for (const text of [decidedBy, 'SHA-256:', '12.000']) expect(pending).not.toContain(text);
  },
);

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
  ['is', 'Samþykkja', 'Skoða bréfið', 'Vátryggingakerfið gefur út nýja tryggingu'],
  ['en', 'Accept', 'Preview the letter', 'The insurance core issues a new policy'],
] as const)(
  'ACT-1a: another product is accepted without a premium, which the core works out (%s)',
  async (language, accept, preview, priced) => {
    sent.length = 0;
    const matter = { ...changeMatter, request: 'cover' as const, price: null, premium: 90_000 };
    await open(language, { ...changeCase, matter: { ...matter, added: { name: 'Bílrúðutrygging' } } });
    await press(accept);
    const form = document.querySelector('form');
    expect(form?.textContent).toContain(priced);
    expect(form?.textContent).toContain('Bílrúðutrygging');
    expect(form?.textContent).not.toMatch(/90[.,]000/);
    await press(preview);
    expect(sent.at(-1)).toMatchObject({ input: { body: { result: 'accepted' } } });
  },
);

test('ACT-1a: what was asked for in the customer’s own words is accepted with a note on what has changed', async () => {
  sent.length = 0;
  const matter = { ...changeMatter, request: 'cover' as const, price: null, inOwnWords: true };
  await open('is', { ...changeCase, matter });
  await press('Samþykkja');
  await press('Skoða bréfið');
  expect(document.body.textContent).toContain('Segðu hverju þú hefur breytt.');
  expect(document.body.textContent).toContain('Skrifaðu minnst tíu stafi.');
  expect(sent).toEqual([]);
});

test('ACT-5a: an accepted offer is not refused without a legal ground, which other requests do not ask for', async () => {
  sent.length = 0;
  await open('is', { ...changeCase, matter: { ...changeMatter, request: 'offer', price: null } });
  await press('Hafna');
  await press('Skoða bréfið');
  expect(document.body.textContent).toContain('Veldu lagagrundvöll.');
  expect(document.querySelectorAll('input[type=radio]')).toHaveLength(3);
  expect(sent).toEqual([]);
  await act(async () => root.render(null));
  await open('is', changeCase);
  await press('Hafna');
  expect(document.querySelector('input[type=radio]')).toBeNull();
});

test('ACT-6a: staff read before they decide that the policy has lapsed', async () => {
  await open('is', { ...changeCase, matter: { ...changeMatter, policyStatus: 'lapsed' } });
  expect(document.body.textContent).toContain('Tryggingin er fallin úr gildi vegna vanskila.');
});

test('ACT-3a: staff read why an accepted change could not be made, and since when', async () => {
  const outcome = {
    ...{ result: 'accepted' as const, settledAt: '2026-11-21T12:00:00Z', by: 'Katrín Ósk Prófdóttir' },
    ...{ texts: null, effectiveOn: '2026-12-01', premium: 0, ground: null, applyOn: '2026-12-01' },
    policy: { id: 'c1', number: '3000000' },
    problem: { reason: 'Tryggingin er ekki lengur í gildi.', since: '2026-12-01' },
  };
  const matter = { ...changeMatter, request: 'cancel' as const, state: 'accepted' as const, outcome };
  await open('is', { ...changeCase, matter: { ...matter, price: null } });
  const part = document.querySelector('[aria-labelledby=nidurstada]')?.textContent?.replaceAll('\u00a0', ' ');
  expect(part).toContain('Ekki tókst að breyta tryggingunni');
  expect(part).toContain('síðan 1. desember 2026');
  expect(part).toContain('Tryggingin er ekki lengur í gildi.');
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
  ['is', 'Það sem viðskiptavinurinn les um greiðslur'],
  ['en', 'What the customer reads about payments'],
] as const)(
  'INS-4: staff read with the outcome what the core has charged and pays back (%s)',
  async (language, label) => {
    const outcome = {
      ...{ result: 'accepted' as const, settledAt: '2026-11-21T12:00:00Z', by: 'Katrín Ósk Prófdóttir' },
      ...{ texts: null, effectiveOn: '2026-11-22', premium: 0, policy: null, ground: null },
      ...{ applyOn: null, problem: null, effect: ['Greitt 21. nóvember.', 'Ekkert skuldfært.'] },
    };
    const facts = await open(language, {
      ...changeCase,
      matter: { ...changeMatter, state: 'accepted', outcome },
    });
    expect(facts[label]).toBe('Greitt 21. nóvember. Ekkert skuldfært.');
  },
);

test.each([
  ['is', 'referred', 'Vátryggingakerfið vísar þessu til þín', 'Samþykkja', true],
  ['en', 'referred', 'The insurance core leaves this to you', 'Accept', true],
  ['en', 'declined', 'The insurance core could not carry this out', 'Accept', true],
  ['en', 'asked', 'The insurance core has not answered yet', 'Accept', false],
  ['is', 'asked', 'Vátryggingakerfið hefur ekki svarað enn', 'Samþykkja', false],
] as const)(
  'ACT-2, ACT-3: what the core was asked to do and has %2$s says so, and is decided here only when it left it to people (%1$s)',
  async (language, state, text, accept, isDecided) => {
    const act = { state, askedAt: '2026-11-21T12:00:00Z', tries: 1, reasons: ['Ástæðan er þessi.'] };
    const settledBy = isDecided ? ('staff' as const) : ('core' as const);
    await open(language, { ...changeCase, matter: { ...changeMatter, settledBy, act } });
    expect(document.body.textContent).toContain(text);
    expect(buttons().includes(accept)).toBe(isDecided);
    expect(document.body.textContent?.includes('Ástæðan er þessi.')).toBe(isDecided);
  },
);

test.each([
  ['is', 'Ekki tókst að vista svar vátryggingakerfisins'],
  ['en', 'The answer of the insurance core could not be stored'],
] as const)(
  'ACT-2: an answer of the core that was refused is shown with its faults (%s)',
  async (language, title) => {
    const fault = 'policies bill, facts.number: Another policy has the number 1000010.';
    const act = { state: 'asked' as const, askedAt: '2026-11-21T12:00:00Z', tries: 2, reasons: [] };
    const matter = { ...changeMatter, settledBy: 'core' as const };
    await open(language, { ...changeCase, matter: { ...matter, act: { ...act, unusable: [fault] } } });
    expect(document.body.textContent).toContain(title);
    expect(document.querySelector('ul[lang=en]')?.textContent).toBe(fault);
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
      ...{ state: 'closed', undecided: false, noteToClose: false, request: 'cancel' },
      matter: { ...changeMatter, request: 'cancel', state: 'retracted', price: null },
    });
    expect(document.body.textContent).toContain(text);
    expect(document.querySelector('h1')?.textContent).toBe(title);
    expect(buttons()).not.toContain(accept);
  },
);

test.each([
  ['is', 'Því verður ekki hafnað', 'Hafna', 'Samþykkja', 'Þarf að gera upp', '24.411 kr.'],
  ['en', 'It cannot be refused', 'Refuse', 'Accept', 'To be settled by hand', 'ISK 24,411'],
] as const)(
  'RIGHT-1, ACT-3: staff cannot refuse a withdrawal, and read what a rule left to be settled by hand (%s)',
  async (language, stands, refuse, accept, title, amount) => {
    const matter = { ...changeMatter, request: 'withdraw' as const, price: null };
    await open(language, { ...changeCase, matter });
    expect(document.body.textContent).toContain(stands);
    expect(buttons()).toContain(accept);
    expect(buttons()).not.toContain(refuse);
    const outcome = {
      ...{ result: 'accepted' as const, settledAt: '2026-11-21T12:00:00Z', by: 'Rule, edition 2026-1' },
      ...{ texts: null, effectiveOn: '2026-11-22', premium: 0, policy: null, ground: null },
      ...{ applyOn: null, problem: null, payBack: 24_411 },
    };
    const facts = await open(language, { ...changeCase, matter: { ...matter, state: 'accepted', outcome } });
    expect(Object.values(facts)).toContain('Rule, edition 2026-1');
    const part = document
      .querySelector('[aria-labelledby=nidurstada]')
      ?.textContent?.replaceAll('\u00a0', ' ');
    expect(part).toContain(title);
    expect(part).toContain(amount);
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
    ground: null,
    applyOn: null,
    problem: null,
  };
  const facts = await open('is', {
    ...changeCase,
    state: 'closed',
    undecided: false,
    noteToClose: false,
    matter: { ...changeMatter, state: 'refused', price: null, outcome },
  });
  expect(facts['Afgreitt af']).toBe('Katrín Ósk Prófdóttir');
  expect(document.body.textContent).toContain('Utan við skilmála.');
  expect(document.body.textContent).toContain('Outside the terms.');
  expect(buttons()).not.toContain('Samþykkja');
});

test('LIFE-5: the outcome of a cancellation is its first day without cover, and no premium', async () => {
  const outcome = {
    result: 'accepted' as const,
    settledAt: '2026-11-21T12:00:00Z',
    by: 'Katrín Ósk Prófdóttir',
    texts: null,
    effectiveOn: '2026-12-01',
    premium: 0,
    policy: { id: 'c1', number: '3000000' },
    ground: null,
    applyOn: null,
    problem: null,
  };
  await open('is', {
    ...changeCase,
    state: 'closed',
    undecided: false,
    noteToClose: false,
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

const paymentCase: StaffCase = {
  ...claimCase,
  ...{ kind: 'payment', reference: null, about: 'Visa •••• 4821', known: true, undecided: true },
  matter: {
    ...{ kind: 'payment', paymentId: 'pay-7', startedAt: '2026-11-20T12:00:00Z', amount: 12_510 },
    ...{ card: 'Visa •••• 4821', state: 'started' },
    instalments: [{ id: '2', name: 'Kaskótrygging, 1000001', dueDate: '2026-11-01', total: 12_510 }],
  },
};

test.each([
  ['is', 'Auðkenni hjá kortafyrirtækinu', 'Ekki biðja viðskiptavininn um að greiða aftur', 'Loka án svars'],
  ['en', 'ID at the card service', 'Do not ask the customer to pay again', 'Close without a reply'],
] as const)(
  'DESK-14: staff read which payment nobody has answered for, what it pays and what to do, and cannot close it (%s)',
  async (language, id, what, close) => {
    const facts = await open(language, paymentCase);
    expect(facts[id]).toBe('pay-7');
    expect(document.body.textContent).toContain(what);
    expect(document.querySelector('dd ul')?.textContent).toContain('Kaskótrygging, 1000001');
    expect(buttons()).not.toContain(close);
    if (paymentCase.matter.kind !== 'payment') throw new Error('not a payment');
    await open(language, { ...paymentCase, matter: { ...paymentCase.matter, state: 'paid' } });
    expect(document.body.textContent).not.toContain(what);
  },
);

test.each([
  [
    'is',
    'Loka málinu um leið',
    'Athugasemd til samstarfsfólks',
    'Senda svar',
    'Skrifaðu hvernig málinu lauk.',
  ],
  ['en', 'Close the case at the same time', 'Note for colleagues', 'Send reply', 'Say how the case ended.'],
] as const)(
  'DESK-4: a reply that closes a case which needs a note asks for it in a field beside the reply (%s)',
  async (language, closeToo, note, send, missing) => {
    sent.length = 0;
    const labels = () =>
      [...document.querySelectorAll('label')].map(({ textContent }) => textContent?.trim());
    const type = (field: Element | null | undefined, value: string) =>
      act(async () => {
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, value);
        field?.dispatchEvent(new Event('input', { bubbles: true }));
      });
    const fieldOf = (label: string) => {
      const found = [...document.querySelectorAll('label')].find(({ textContent }) =>
        textContent?.includes(label),
      );
      return found?.querySelector('input') ?? document.getElementById(found?.htmlFor ?? '');
    };
    await open(language, { ...claimCase, noteToClose: true });
    await type(document.querySelector('form textarea'), 'Hæ');
    expect(labels().filter((label) => label?.includes(note))).toEqual([]);
    await act(async () => fieldOf(closeToo)?.click());
    await press(send);
    expect(sent).toEqual([]);
    expect(document.body.textContent).toContain(missing);
    await type(fieldOf(note), 'Leyst í síma.');
    await press(send);
    expect(sent.at(-1)).toMatchObject({
      input: { body: { act: 'answer', text: 'Hæ', close: true, note: 'Leyst í síma.' } },
    });
  },
);

test.each([
  ['is', 'lottery', 'Sé þetta rétta svarið er þetta vinningshafinn'],
  ['en', 'lottery', 'If this is the right answer, this is the winner'],
  ['is', 'conferencesignup', 'Sendu dagskrána í síðasta lagi 4. mars 2027'],
  ['en', 'conferencesignup', 'Send the programme by 4 March 2027'],
] as const)(
  'DESK-14: a form whose receipt promises more than a reply says what staff have to do, and by when (%s, %s)',
  async (language, form, says) => {
    // The page with the texts of the form is not there.
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
    const matter = { kind: 'form' as const, fields: { name: 'Þóra Prófsdóttir' } };
    await open(language, { ...claimCase, kind: 'form', form, matter, dueAt: '2027-03-04T12:00:00.000Z' });
    expect(document.body.textContent?.replaceAll('\u00a0', ' ')).toContain(says);
    await open(language, { ...claimCase, kind: 'form', form: 'other', matter });
    expect(document.body.textContent?.replaceAll('\u00a0', ' ')).not.toContain(says);
  },
);

test.each([
  ['is', 'Hringdu í viðskiptavininn', 'Tjónið þitt: anna@example.is, 20. nóvember 2026'],
  ['en', 'Call the customer', 'Tjónið þitt: anna@example.is, 20 November 2026'],
] as const)(
  'DESK-14: staff read which e-mails to a customer were refused, why, and what to do (%s)',
  async (language, what, line) => {
    const refused = { id: 'm1', subject: 'Tjónið þitt', recipient: 'anna@example.is', fault: 'RCPT TO 550' };
    const matter = {
      kind: 'mail' as const,
      mails: [{ ...refused, failedAt: '2026-11-20T12:00:00.000Z' }],
    };
    await open(language, { ...claimCase, kind: 'mail', about: null, matter, noteToClose: true });
    const text = document.body.textContent?.replaceAll('\u00a0', ' ');
    for (const part of [what, line, 'RCPT TO 550']) expect(text).toContain(part);
  },
);
