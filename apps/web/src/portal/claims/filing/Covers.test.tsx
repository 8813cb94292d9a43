// @vitest-environment happy-dom
import type { ClaimCover } from '@hofn/contracts';
import { type ClaimForm, type ClaimLine, emptyClaimForm } from '@hofn/domain/claim-form.ts';
import { createTranslator } from '@hofn/texts';
import { claimForm as claimFormEn } from '@hofn/texts/catalogue/en/claim-form.ts';
import { portal as portalEn } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { claimForm } from '@hofn/texts/catalogue/is/claim-form.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../../engine/texts.ts';
import { MoreTexts } from '../../../parts/MoreTexts.tsx';
import { Covers } from './Covers.tsx';

const mocks = vi.hoisted(() => ({
  via: 'self',
  items: [] as object[] | undefined,
  lapsed: [] as object[],
  isComplete: true,
  isTruncated: false,
  asked: {} as object,
}));
vi.mock('../../../session/index.ts', () => ({
  useUser: () => ({ data: { currentProxyUser: { fullName: 'Jón Jónsson', via: mocks.via } } }),
  useCall: (_: string, { query }: { query: object }) => {
    mocks.asked = query;
    return { state: 'ready', data: mocks.items && mocks };
  },
}));
vi.mock('../../../engine/index.ts', async () => ({
  ...(await import('../../../engine/texts.ts')),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));

const home: ClaimCover = {
  policyId: 'p1',
  holder: 'Jón Jónsson',
  number: '1760415',
  name: 'Heimilistrygging',
  insured: 'Innbú, Hjarðarhaga 24',
  covers: [{ id: 'bicycles-and-prams', name: 'Reiðhjól og barnavagnar', deductible: null }],
  deductible: 28_000,
  deductibleText: 'Eftir þrepi',
  ownShare: { varies: false, percent: null },
  isSuspended: false,
};
const f = createTranslator('is', claimForm);
const t = createTranslator('is', { ...shell, ...portal });
const inEnglish = {
  f: createTranslator('en', claimFormEn),
  t: createTranslator('en', { ...shellEn, ...portalEn }),
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
const bicycle: Partial<ClaimForm> = { causes: ['bicycle'], dateOfLoss: '2026-11-20' };
const show = async (
  items: ClaimCover[] | undefined,
  form: Partial<ClaimForm> = bicycle,
  { via = 'self', line = 'home' as ClaimLine, texts = { f, t } as object } = {},
) => {
  const { f: formTexts, t: portalTexts } = texts as never as { f: never; t: never };
  Object.assign(mocks, { items, via });
  await act(async () =>
    root.render(
      <TextsContext value={portalTexts}>
        <MoreTexts texts={formTexts}>
          <Covers {...emptyClaimForm} line={line} {...form} />
        </MoreTexts>
      </TextsContext>,
    ),
  );
  return (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
};

test.each([
  ['is', undefined, 'Vernd sem á við:'],
  ['en', inEnglish, 'Cover that applies:'],
] as const)(
  'LIFE-13: in %s, covers are listed by their names, not within a sentence',
  async (_, texts, heading) => {
    const names = ['Framrúða', 'Afturrúða og hliðarrúður', 'Ísetning'];
    const covers = names.map((name) => ({ id: name, name, deductible: null }));
    await show([{ ...home, covers }], bicycle, texts && { texts });
    const list = document.querySelector('li ul');
    expect(list?.previousElementSibling?.textContent).toBe(heading);
    expect([...(list?.children ?? [])].map(({ textContent }) => textContent)).toEqual(names);
  },
);

test('LIFE-13: policy, cover and deductible that would apply are named', async () => {
  const shown = await show([home]);
  expect(mocks.asked).toEqual({ line: 'home', causes: 'bicycle', dateOfLoss: '2026-11-20' });
  expect(shown).toContain('Heimilistrygging, Innbú, Hjarðarhaga 24');
  expect(shown).toContain('Vernd sem á við:Reiðhjól og barnavagnar');
  expect(shown).toContain('Eigin áhætta: 28.000 kr.');
  expect(shown).not.toContain('Tryggingartaki');
  // A cover's own deductible wins; where they differ, the product's words say how.
  const [cover] = home.covers;
  if (!cover) throw new Error('no cover');
  expect(await show([{ ...home, covers: [{ ...cover, deductible: 0 }] }])).toContain(
    f('claimCover|noDeductible'),
  );
  expect(
    await show([
      {
        ...home,
        covers: [
          { ...cover, deductible: 0 },
          { ...cover, id: 'b', name: 'Annað' },
        ],
      },
    ]),
  ).toContain('Eftir þrepi');
  const suspended = await show([{ ...home, isSuspended: true }]);
  expect(suspended).toContain(f('claimCover|suspended'));
  expect(suspended).not.toContain(f('claimCover|pays'));
  // Until a cause is chosen, only the policies are named.
  expect(await show([home], {})).not.toContain(f('claimCover|pays'));
  expect(await show([home], { ...bicycle, policy: 'other' })).toContain(f('claimCover|chosenOther'));
  // The chosen policy may be one of a product that is not known, or one after the first of a fleet.
  for (const more of [{ isComplete: false }, { isTruncated: true }]) {
    Object.assign(mocks, more);
    const about = await show([home], { ...bicycle, policy: 'other' });
    expect(about, JSON.stringify(more)).not.toContain(f('claimCover|chosenOther'));
    Object.assign(mocks, { isComplete: true, isTruncated: false });
  }
});

test.each([
  [
    'is',
    { f, t },
    'Eigin áhætta: 25% af tjóninu, þó ekki minna en 23.000 kr.',
    'Eigin áhætta: 23.000 kr., önnur í sumum tjónum',
    'Eigin áhætta fer eftir tjóninu',
    'Sé munum stolið í skóla er eigin áhættan helmingi lægri.',
  ],
  [
    'en',
    inEnglish,
    'Deductible: 25% of the loss, but not less than ISK 23,000',
    'Deductible: ISK 23,000, different for some claims',
    'The deductible depends on the loss',
    'For theft at school the deductible is halved.',
  ],
] as const)(
  'LIFE-13: where the product’s words give another share, it is the answer and the words are open (%s)',
  async (_, texts, share, amount, none, words) => {
    const long = `${words} `.repeat(4);
    const varying = (percent: number | null, deductible = 23_000) =>
      show([{ ...home, deductible, deductibleText: long, ownShare: { varies: true, percent } }], bicycle, {
        texts,
      });
    expect(await varying(25)).toContain(share + long);
    // Which share it is only a handler can say.
    expect(await varying(null)).toContain(amount + long);
    expect(await varying(null, 0)).toContain(none + long);
    expect(document.querySelector('details')).toBeNull();
  },
);

test.each([
  ['is', { f, t }, 'Er eigin áhættan sú sama í öllum tjónum?'],
  ['en', inEnglish, 'Is the deductible the same for every claim?'],
] as const)(
  'LIFE-41: each of several policies has a question of its own, behind which its long words are folded (%s)',
  async (_, texts, question) => {
    const long = { deductible: 23_000, deductibleText: 'Þegar hjóli er stolið greiðir þú 25%. '.repeat(4) };
    const spouse = { ...home, ...long, policyId: null, holder: 'Guðrún Helga', number: '7', insured: null };
    await show([{ ...home, ...long }, spouse], bicycle, { texts });
    const questions = [...document.querySelectorAll('summary')].map(({ textContent }) => textContent?.trim());
    expect(questions).toEqual([
      `${question} Heimilistrygging, Innbú, Hjarðarhaga 24`,
      `${question} Heimilistrygging, 7`,
    ]);
    for (const folded of document.querySelectorAll('details')) expect(folded.open).toBe(false);
  },
);

test.each([
  [
    'is',
    { f, t },
    'Kaskótrygging, Hyundai i20 var ekki í gildi á tjónsdegi',
    'ekki í gildi frá 8. nóvember 2026 til og með 26. nóvember 2026 vegna vanskila',
    'Hún féll niður 8. nóvember 2026',
  ],
  [
    'en',
    inEnglish,
    'Not in force on the date of loss: Kaskótrygging, Hyundai i20',
    'not in force from 8 November 2026 to 26 November 2026 because of unpaid premiums',
    'It lapsed on 8 November 2026',
  ],
] as const)(
  'LIFE-13: a policy that had lapsed on the day of loss is named, with its days (%s)',
  async (_, texts, title, until, since) => {
    const kasko = { policyId: 'k', number: '2055611', name: 'Kaskótrygging', insured: 'Hyundai i20' };
    const days = { from: '2026-11-08', to: '2026-11-26' };
    mocks.lapsed = [{ ...kasko, ...days }];
    const form = { ...bicycle, dateOfLoss: '2026-11-15', policy: 'k' };
    const shown = await show([home], form, { texts });
    expect(shown).toContain(title);
    expect(shown).toContain(until);
    // The customer chose it, and reads why it does not pay.
    expect(shown).not.toContain(texts.f('claimCover|chosenOther'));
    mocks.lapsed = [{ ...kasko, ...days, to: null }];
    expect(await show([], form, { texts })).toContain(since);
    // Without a day of loss nothing is said of that day.
    expect(await show([], { ...form, dateOfLoss: '' }, { texts })).not.toContain(title);
    mocks.lapsed = [];
  },
);

test('LIFE-13: another person’s policy is shown with its policyholder, and that the handler sees it', async () => {
  const shown = await show([{ ...home, policyId: null, holder: 'Guðrún Helga', insured: null }]);
  expect(shown).toContain('Heimilistrygging, 1760415');
  expect(shown).toContain('Tryggingartaki: Guðrún Helga');
  expect(shown).toContain(f('claimCover|others'));
});

test('LIFE-13: without insurance the form says so and what to do, and to a delegate who is meant', async () => {
  const shown = await show([]);
  expect(shown).toContain('Engin trygging þín hjá okkur virðist bæta þetta tjón');
  expect(shown).toContain(f('claimCover|noneText'));
  expect(await show([], { causes: ['fall'] }, { line: 'accident' })).toBe(shown);
  expect(await show([], bicycle, { via: 'delegate' })).toContain(
    'Engin trygging hjá okkur á nafni Jón Jónsson virðist bæta þetta tjón',
  );
  // The owner of a vehicle may insure it, and the customer may act for the owner.
  const windscreen = await show([], { causes: ['stone'] }, { line: 'windscreen' });
  expect(windscreen).toContain(f('claimCover|noneVehicle'));
  expect(document.querySelector('a')?.textContent).toBe(f('claimCover|actFor'));
  // A product that the table does not know may pay: that there is nothing is not claimed.
  mocks.isComplete = false;
  expect(await show([])).toBe(f('claimCover|undecided'));
  mocks.isComplete = true;
  // While the answer is on its way, nothing is claimed.
  expect(await show(undefined)).toBe('');
});
