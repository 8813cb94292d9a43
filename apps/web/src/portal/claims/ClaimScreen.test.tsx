// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { portal as portalEn } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PageTexts, TextsContext } from '../../engine/texts.ts';
import { claimOf } from '../testing/detail-answers.ts';
import { ClaimScreen } from './ClaimScreen.tsx';

const { shown } = vi.hoisted(() => ({ shown: { claim: {} as object, covers: {} as object } }));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../session/index.ts', () => ({
  useCall: (path: string) => ({
    state: 'ready',
    data: path.endsWith('/covers') ? shown.covers : shown.claim,
  }),
  usePost: () => ({ state: 'idle', send: async () => {}, reset: () => {} }),
  useUser: () => ({ data: undefined }),
  useApi: () => ({ get: async () => ({}) }),
  useChangeAnswer: () => () => {},
  useRefetch: () => () => {},
  useDownload: () => ({ busy: undefined, error: undefined, download: () => {} }),
}));

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

const languages = [
  ['is', createTranslator('is', { ...shell, ...portal }), '23.000 kr.'],
  ['en', createTranslator('en', { ...shellEn, ...portalEn }), 'ISK 23,000'],
] as const;
const words = 'Þegar hjóli er stolið greiðir þú 25%.';
/** Opens the page of a decided claim, where the deductible is also beside the loss. @returns its text */
const open = async (t: PageTexts, deductibleText: string, more: object = {}) => {
  shown.claim = { ...claimOf('1'), deductible: 23_000, deductibleText, lossAmount: 180_000, ...more };
  await act(async () =>
    root.render(
      <TextsContext value={t}>
        <ClaimScreen id="1" />
      </TextsContext>,
    ),
  );
  return (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
};

test.each(languages)(
  'LIFE-13: a claim shows its deductible with the product’s own words (%s)',
  async (_, t, amount) => {
    const deductibleText = words;
    const text = await open(t, deductibleText);
    expect(text.split(amount + deductibleText)).toHaveLength(3);
    expect(text.split(amount)).toHaveLength(3);
  },
);

test.each([
  ['is', languages[0][1], '5.000.000.000 kr.'],
  ['en', languages[1][1], 'ISK 5,000,000,000'],
])('INS-7: a claim shows a loss of five thousand million whole (%s)', async (_, t, amount) => {
  expect(await open(t, words, { lossAmount: 5_000_000_000 })).toContain(amount);
});

test.each(languages)(
  'LIFE-41: long words on a claim’s deductible are folded behind a question (%s)',
  async (_, t, amount) => {
    const long = `${words} `.repeat(4);
    const text = await open(t, long);
    expect(text.split(amount + t('policy|deductibleQuestion'))).toHaveLength(3);
    const folded = [...document.querySelectorAll('dd details')];
    expect(folded.map((element) => element.textContent?.endsWith(long))).toEqual([true, true]);
    expect(document.querySelector('details[open]')).toBeNull();
  },
);

test.each(languages)(
  'LIFE-13: a claim for which the words give another deductible shows the words and no amount (%s)',
  async (_, t, amount) => {
    const long = `${words} `.repeat(4);
    const text = await open(t, long, { ownShare: { varies: true, percent: 25 } });
    expect(text).toContain(long);
    expect(text).not.toContain(amount);
    expect(document.querySelector('details')).toBeNull();
  },
);

test.each([
  ['is', languages[0][1], 'Tryggingar sem geta átt við', '25% af tjóninu, þó ekki minna en 23.000 kr.'],
  ['en', languages[1][1], 'Policies that may apply', '25% of the loss, but not less than ISK 23,000'],
] as const)(
  'LIFE-13: a claim shows which cover and own share would apply, until it is decided (%s)',
  async (_, t, title, share) => {
    const found = {
      ...{
        policyId: null,
        holder: 'Guðrún Helga',
        number: '1760415',
        name: 'Heimilistrygging',
        insured: null,
      },
      ...{
        covers: [{ id: 'b', name: 'Reiðhjól', deductible: null }],
        deductible: 23_000,
        isSuspended: false,
      },
      ...{ deductibleText: words, ownShare: { varies: true, percent: 25 } },
    };
    shown.covers = { items: [found], isComplete: true, isTruncated: false, lapsed: [] };
    const loss = { line: 'home', causes: ['bicycle'], plate: null };
    await open(t, '', { deductible: null, loss });
    const text = () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
    await vi.waitFor(() => expect(text()).toContain(title));
    expect(text()).toContain('Guðrún Helga');
    expect(text()).toContain(share);
    await open(t, '', { deductible: null, loss: null });
    expect(text()).not.toContain(title);
  },
);

const decidedClaim = {
  ...{ deductible: null, lossAmount: 180_000, status: 'partlyApproved' },
  covers: [
    {
      ...{ id: 'b', title: 'Reiðhjól', claimed: 200_000, loss: 150_000 },
      ...{ depreciation: 30_000, ownShare: 10_000, deductible: 23_000, payable: 87_000 },
    },
    {
      ...{ id: 'i', title: 'Innbú', claimed: null, loss: 30_000 },
      ...{ depreciation: 0, ownShare: 0, deductible: 0, payable: 20_000 },
    },
  ],
  timeline: ['Hjólið var læst.', 'Mat barst.'].map((note) => ({
    ...{ state: 'done', step: 'partlyApproved', at: '2026-03-02T09:00:00Z', until: null, note },
    by: { role: 'handler', name: 'Katrín' },
  })),
  decision: { decidedOn: '2026-03-02', by: 'Katrín', approvedBy: 'Bjarki', reasons: 'Hjólið var læst.' },
};

test.each([
  ['is', languages[0][1], (isk: string) => `${isk} kr.`],
  ['en', languages[1][1], (isk: string) => `ISK ${isk.replaceAll('.', ',')}`],
] as const)(
  'DESK-10: a customer reads the decision by cover with its reasons and decider, and no figure twice (%s)',
  async (_, t, money) => {
    const text = await open(t, words, decidedClaim);
    const section = document.querySelector('section[aria-labelledby=akvordun]');
    const rows = [...(section?.querySelectorAll('tbody tr, tfoot tr') ?? [])].map((row) =>
      (row.textContent ?? '').replaceAll('\u00a0', ' '),
    );
    expect(rows).toEqual([
      `Reiðhjól${t('claim|less.depreciation')} −${money('30.000')}${t('claim|less.ownShare')} −${money('10.000')}${t('claim|less.deductible')} −${money('23.000')}${money('150.000')}${money('87.000')}`,
      `Innbú${t('claim|upToSumInsured')}${money('30.000')}${money('20.000')}`,
      t('claims|total') + money('107.000'),
    ]);
    expect(section?.querySelector('p')?.textContent).toBe('Hjólið var læst.');
    const list = section?.querySelector('dl')?.textContent ?? '';
    expect(list).toContain(`${t('claim|decidedBy')}Katrín, `);
    expect(list).toContain(`${t('claim|approvedBy')}Bjarki`);
    expect(text).not.toContain(money('180.000'));
    expect(text.split('Hjólið var læst.')).toHaveLength(2);
    expect(text).toContain('Mat barst.');
    expect(text).toContain(t('claim|notPaidYet'));
    expect(text).not.toContain(t('claim|noPayments'));
  },
);

test.each(languages)(
  'ACT-4b: a decision by rules names nobody, and says that an employee reviews it (%s)',
  async (_, t) => {
    const decision = { ...decidedClaim.decision, by: '', approvedBy: null, byRules: true };
    const text = await open(t, '', { ...decidedClaim, decision });
    expect(text).toContain(t('claim|byRules', { day: '' }).split(',')[0]);
    expect(text).toContain(t('claim|byRulesText'));
    // The way to that review.
    expect(text).toContain(t('complaint|link'));
    expect(document.querySelector('section[aria-labelledby=akvordun] dl')?.textContent).not.toContain(
      'Katrín',
    );
  },
);

test.each(languages)(
  'DESK-10: a refusal has its reasons and no figures, and a claim that nobody decided has no decision (%s)',
  async (_, t) => {
    const refusal = { ...decidedClaim.decision, approvedBy: null };
    const refused = await open(t, '', {
      ...{ status: 'rejected', lossAmount: null, deductible: null, covers: [], decision: refusal },
    });
    const section = document.querySelector('section[aria-labelledby=akvordun]');
    expect(section?.textContent).toContain('Hjólið var læst.');
    expect(section?.querySelector('table')).toBeNull();
    expect(refused).not.toContain(t('claim|approvedBy'));
    expect(refused).toContain(t('claim|nothingPayable'));
    // As the release before answers.
    expect(await open(t, '')).toContain(t('claim|noPayments'));
    expect(document.querySelector('section[aria-labelledby=akvordun]')).toBeNull();
  },
);
