// @vitest-environment happy-dom
import type { PolicyOverview, Waiting } from '@hofn/contracts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { noteSettling } from '../../session/settling.ts';
import { policyOf } from '../testing/detail-answers.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { Overview } from './Overview.tsx';

const texts = createTranslator('is', { ...shell, ...portal });
const overview: PolicyOverview = {
  groups: [],
  ended: [],
  totals: { policies: 1, premiumPerYear: 150_000 },
  openClaims: [],
  discounts: [],
  nextDue: {
    date: '2026-12-01',
    amount: 12_516,
    method: 'bank',
    methodName: '0133-26-007731',
    collection: { day: '2026-12-15', from: 'account' },
  },
  overdue: null,
};
const waiting: Waiting = {
  drafts: [{ token: 'd1', title: 'Tjón á innbúi: Hjóli stolið', dateOfLoss: '2026-11-20' }],
  documents: 2,
  questions: 1,
  requests: [
    {
      ...{ id: 'r1', kind: 'cancel', state: 'moreInformation', requestedAt: '2026-11-20T12:00:00Z' },
      ...{ about: 'Heimilistrygging, 2077120', policyId: 'p7', offerId: null },
    },
    {
      ...{ id: 'r2', kind: 'offer', state: 'open', requestedAt: '2026-11-22T12:00:00Z' },
      ...{ about: 'Slysatrygging, 8204418', policyId: null, offerId: 'o5' },
    },
  ],
  offers: 1,
  purchases: 0,
};

let root: Root;
let page: HTMLElement;
let answers: Record<string, object>;
afterEach(() => {
  root.unmount();
  vi.useRealTimers();
});

/** Renders the overview for a role; with full access the reader acts for themselves by default. */
const show = async (
  role: 'Readonly' | 'Full',
  waits: Waiting,
  {
    via = role === 'Full' ? 'self' : 'delegate',
    shownOverview = overview,
    others = {},
    isEmpty = false,
    isCompany = false,
  } = {},
) => {
  const user = {
    ssn: '0308731499',
    fullName: 'Jón Jónsson',
    currentProxyUser: { id: 'jon', value: '0308731499', fullName: 'Jón Jónsson', via, role, isCompany },
  };
  answers = {
    '/api/user/v1/waiting': waits,
    '/api/policy/v3/overview': shownOverview,
    '/api/policy/v1/alsoinsured': { items: [] },
    ...others,
  };
  ({ page, root } = renderScreen(<Overview />, { texts, user, get: (path) => answers[path] }));
  await vi.waitFor(() => expect(page.querySelector(isEmpty ? '#to-do' : 'table')).not.toBeNull());
};
const linkTo = (path: string) => page.querySelector(`a[href="/arsskyrsla/vidskipti/${path}"]`);
const textOf = (element: Element | null) => element?.textContent?.replaceAll('\u00a0', ' ');
const toDo = () => [...page.querySelectorAll('[aria-labelledby=to-do] a')].map(textOf);

test('LIFE-23: the overview links to the draft of a claim, documents to sign, questions and offers', async () => {
  await show('Full', waiting);
  await vi.waitFor(() =>
    expect(toDo()).toEqual([
      'Tjón á innbúi: Hjóli stolið, drögTjónsdagur 20. nóvember',
      '2 skjöl bíða undirritunar þinnar',
      'Svaraðu spurningu: Uppsögn: Heimilistrygging, 2077120',
      '1 tilboð bíður svars',
    ]),
  );
  expect(linkTo('tjonayfirlit/tilkynna/d1')).not.toBeNull();
});

test('LIFE-6, LIFE-7: a question leads straight to its field; every open request is listed with its day and state', async () => {
  await show('Full', waiting);
  await vi.waitFor(() => expect(linkTo('tryggingar/p7#answer-r1')).not.toBeNull());
  const open = [...page.querySelectorAll('[aria-labelledby=open-requests] a')];
  expect(open.map(textOf)).toEqual([
    'Uppsögn: Heimilistrygging, 2077120Barst 20. nóvember, bíður svars frá þér',
    'Samþykkt tilboð: Slysatrygging, 8204418Barst 22. nóvember, bíður afgreiðslu',
  ]);
  expect(open.map((link) => link.getAttribute('href')?.split('/').at(-1))).toEqual(['p7', 'o5']);
});

test('LIFE-23: nothing is shown where nothing waits, and a reader is not sent to a draft or a question', async () => {
  await show('Full', { drafts: [], documents: 0, questions: 0, requests: [], offers: 0, purchases: 0 });
  for (const list of ['to-do', 'open-requests'])
    expect(page.querySelector(`[aria-labelledby=${list}]`)).toBeNull();
  root.unmount();
  await show('Readonly', waiting);
  await vi.waitFor(() => expect(toDo()).toEqual(['2 skjöl bíða undirritunar', '1 tilboð bíður svars']));
});

test('LIFE-24: the overview leads to a claim, to payments and to the payment method; a reader sees payments alone', async () => {
  await show('Full', waiting);
  await vi.waitFor(() => expect(linkTo('tjonayfirlit/tilkynna')?.textContent).toBe('Tilkynna tjón'));
  // On a phone one link has amount and day.
  expect(textOf(linkTo('greidslustada'))).toBe(
    'Næsta greiðsla Verður skuldfært af bankareikningi 15. desember 202612.516 kr.',
  );
  expect(linkTo('stillingar/greidsluupplysingar')?.textContent).toBe('Breyta greiðsluleið');
  root.unmount();
  await show('Readonly', waiting);
  await vi.waitFor(() => expect(linkTo('tjonayfirlit/tilkynna')).toBeNull());
  expect(linkTo('stillingar/greidsluupplysingar')).toBeNull();
  expect(linkTo('greidslustada')).not.toBeNull();
});

test.each([
  ['a person', false, pathOf('getPrice', 'is'), 'Fá verð'],
  ['a company', true, pathOf('form.business', 'is'), 'Fá tilboð'],
])(
  'LIFE-24: %s finds how to insure more, also without any insurance; a reader does not',
  async (_, isCompany, path, label) => {
    const href = `/arsskyrsla${path}`;
    const links = () => [...page.querySelectorAll(`a[href="${href}"]`)].map(textOf);
    await show('Full', waiting, { isCompany });
    await vi.waitFor(() => expect(links()).toEqual(['Bæta við tryggingu', 'Bæta við tryggingu']));
    root.unmount();
    const none = { policies: 0, premiumPerYear: 0 };
    await show('Full', waiting, { isCompany, shownOverview: { ...overview, totals: none }, isEmpty: true });
    await vi.waitFor(() => expect(links()).toEqual(['Bæta við tryggingu', label]));
    root.unmount();
    await show('Readonly', waiting, { isCompany });
    expect(links()).toEqual([]);
  },
);

test('LIFE-24: a delegate gets no link to the payment method, which only the customer can change', async () => {
  await show('Full', waiting, { via: 'delegate' });
  await vi.waitFor(() => expect(linkTo('tjonayfirlit/tilkynna')).not.toBeNull());
  await vi.waitFor(() => expect(linkTo('stillingar/greidsluupplysingar')).toBeNull());
});

const overdue = { amount: 12_516, dueDate: '2026-11-01', finalDueDate: '2026-11-15', lapsesOn: '2099-12-07' };
const lapsed = { ...policyOf('9'), status: 'lapsed', inForce: false, since: '2026-11-04' } as const;
const mayKeep = 'Sé greitt fyrir 7. desember fellur engin trygging úr gildi vegna hennar.';

test.each([
  ['self', `Eindagi var 15. nóvember. ${mayKeep}`],
  ['delegate', `Jón Jónsson skuldar þessa greiðslu. Eindagi var 15. nóvember. ${mayKeep}`],
])(
  'PORT-1: an overdue payment promises nothing about policies that lapsed earlier (%s)',
  async (via, says) => {
    await show('Full', waiting, { via, shownOverview: { ...overview, overdue } });
    await vi.waitFor(() => expect(textOf(page)).toContain(says));
    expect(textOf(page)).not.toContain('allar tryggingar');
  },
);

test('LIFE-40: an overdue payment says which policies have lapsed already, and leads to them', async () => {
  await show('Full', waiting, { shownOverview: { ...overview, ended: [lapsed], overdue } });
  await vi.waitFor(() => expect(textOf(page)).toContain('1 trygging er fallin úr gildi vegna vanskila.'));
  expect(textOf(page)).toContain('Verði ekki greitt fyrir 7. desember geta fleiri fallið úr gildi.');
  expect(textOf(page)).not.toContain(mayKeep);
  const link = page.querySelector('a[href$="/tryggingar/9"]');
  expect(textOf(link)).toBe('1 trygging er fallin úr gildi vegna vanskila.');
});

test('LIFE-40: the overdue payment leads to policies that lapsed also where the list shows others', async () => {
  const ended = [lapsed, { ...lapsed, id: '10', number: '10' }];
  await show('Full', waiting, { shownOverview: { ...overview, ended, overdue } });
  const search = page.querySelector<HTMLInputElement>('input[type=search]');
  const type = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  type?.call(search, 'innbú');
  search?.dispatchEvent(new Event('input', { bubbles: true }));
  await vi.waitFor(() => expect(page.querySelector('#group-ended')).toBeNull());
  flushSync(() => page.querySelector<HTMLElement>('a[href="#group-ended"]')?.click());
  // At once: the browser goes there next.
  expect(page.querySelector('#group-ended')).not.toBeNull();
  expect(search?.value).toBe('');
});

test.each([
  ['the day has passed', '2026-11-22', [], 'Fresturinn til að greiða er liðinn og tryggingar geta fallið'],
  ['a policy lapsed on that day', '2026-11-22', [{ ...lapsed, since: '2026-11-22' }], '1 trygging er fallin'],
  ['its core is a month ahead', '2099-12-07', [{ ...lapsed, since: '2099-12-07' }], '1 trygging er fallin'],
])(
  'LIFE-40: once the last day to pay has passed, the overview promises nothing for paying (%s)',
  async (_, lapsesOn, ended, says) => {
    vi.setSystemTime('2026-11-23T12:00:00Z');
    await show('Full', waiting, {
      shownOverview: { ...overview, ended, overdue: { ...overdue, lapsesOn } },
    });
    await vi.waitFor(() => expect(textOf(page)).toContain(`Eindagi var 15. nóvember. ${says}`));
    expect(textOf(page)).not.toContain('Sé greitt');
    expect(textOf(page)).not.toContain('Verði ekki greitt');
  },
);

test.each([
  ['just now', 0, false],
  ['over a minute ago', 61_000, true],
])(
  'LIFE-40: the overview of a customer who paid %s shows the end of a lapse without being opened again, while it is expected',
  async (_, ago, staysLapsed) => {
    vi.useFakeTimers();
    noteSettling(Date.now() - ago);
    await show('Full', waiting, { shownOverview: { ...overview, ended: [lapsed] } });
    const showsLapsed = () => page.querySelector('a[href$="/tryggingar/9"]') !== null;
    expect(showsLapsed()).toBe(true);
    answers['/api/policy/v3/overview'] = overview;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(showsLapsed()).toBe(staysLapsed);
  },
);

test.each(['self', 'delegate'])(
  'LIFE-40: who owes, and whose policies have all lapsed, reads that before anything else (%s)',
  async (via) => {
    const none = { policies: 0, premiumPerYear: 0 };
    await show('Full', waiting, {
      via,
      shownOverview: { ...overview, totals: none, ended: [lapsed], nextDue: null, overdue },
      isEmpty: true,
    });
    await vi.waitFor(() => expect(linkTo('greidslustada')?.textContent).toContain('Greiða 12.516'));
    expect(textOf(page)).toContain('Gjaldfallin skuld frá 1. nóvember.');
    expect(textOf(page)).toContain('1 trygging er fallin úr gildi vegna vanskila.');
    expect(page.querySelector('#group-ended')).not.toBeNull();
    // There are no totals to leave them out of.
    expect(textOf(page)).not.toContain(portal.overview.endedNote);
    const text = textOf(page) ?? '';
    expect(text.indexOf('gjaldfallin')).toBeLessThan(text.indexOf('Ólokið'));
  },
);

test('LIFE-40: someone with read-only access reads how much is overdue, and gets no button to pay', async () => {
  await show('Readonly', waiting, { via: 'delegate', shownOverview: { ...overview, overdue } });
  await vi.waitFor(() => expect(textOf(page)).toContain('Gjaldfallin skuld frá 1. nóvember: 12.516 kr.'));
  expect(textOf(page)).not.toContain('Greiða 12.516');
});

test('LIFE-48: someone without insurance finds the customers whose insurance they may view, before what they could buy', async () => {
  const none = { policies: 0, premiumPerYear: 0 };
  const accessible = {
    '/api/user/v1/settings/companyinvolvement': {
      items: [
        { ssn: '5501141489', name: 'Blikksmiðja', role: 'Readonly' },
        { ssn: '5501141569', name: 'Án aðgangs', role: null },
      ],
    },
    '/api/user/v1/settings/grantedaccess': [{ ssn: '1203751489', name: 'Guðrún Helga' }],
  };
  await show('Full', waiting, {
    shownOverview: { ...overview, totals: none },
    others: accessible,
    isEmpty: true,
  });
  const names = () =>
    [...page.querySelectorAll('[aria-labelledby=others-to-view] button')].map(
      ({ textContent }) => textContent,
    );
  await vi.waitFor(() =>
    expect(names()).toEqual(['Skoða fyrir hönd: Blikksmiðja', 'Skoða fyrir hönd: Guðrún Helga']),
  );
  const text = textOf(page) ?? '';
  expect(text.indexOf('Blikksmiðja')).toBeLessThan(text.indexOf('Engar tryggingar hjá okkur núna'));
  root.unmount();
  await show('Full', waiting, { others: accessible });
  expect(names()).toEqual([]);
});

const gudrun = { holder: 'Guðrún Helga', holderSsn: '1203751489' };
const company = { holder: 'Mörk ehf.', holderSsn: null };
const others = {
  '/api/policy/v1/alsoinsured': {
    items: [
      { name: 'Ferðatrygging', group: 'travel', readable: 'travelCard', ...gudrun },
      { name: 'Ferðatrygging', group: 'travel', readable: 'travelCard', ...company },
      { name: 'Heimilistrygging', group: 'home', readable: 'policies', ...gudrun },
      { name: 'Innbúskaskó', group: 'home', readable: 'policies', ...gudrun },
      { name: 'Slysatrygging launþega', group: 'business', readable: null, ...company },
    ],
  },
};

test('LIFE-43: the overview names insurance of others that covers the customer, and leads to what they may read', async () => {
  await show('Full', waiting, { others });
  const rows = () => [...page.querySelectorAll('[aria-labelledby=also-insured] li')];
  await vi.waitFor(() =>
    expect(rows().map((row) => [textOf(row), row.querySelector('a')?.getAttribute('href')])).toEqual([
      ['FerðatryggingTryggingartaki: Guðrún Helga', `/arsskyrsla${pathOf('portal.travel', 'is')}`],
      ['FerðatryggingTryggingartaki: Mörk ehf.', `/arsskyrsla${pathOf('portal.travel', 'is')}`],
      ['Heimilistrygging og InnbúskaskóTryggingartaki: Guðrún HelgaSkoða', undefined],
      // Named, and no access given: there is nothing to open.
      ['Slysatrygging launþegaTryggingartaki: Mörk ehf.', undefined],
    ]),
  );
  // The policies open by acting for the policyholder; a named company gives no access.
  const buttons = [...page.querySelectorAll('[aria-labelledby=also-insured] button')];
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Skoða fyrir hönd: Guðrún Helga',
  ]);
});

test('LIFE-43: a delegate reads nothing of what others insure the customer for', async () => {
  await show('Full', waiting, { via: 'delegate', others });
  await vi.waitFor(() => expect(toDo()).not.toEqual([]));
  expect(page.querySelector('[aria-labelledby=also-insured]')).toBeNull();
});
