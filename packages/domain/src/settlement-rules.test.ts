import { expect, test } from 'vitest';
import {
  decideByRule,
  initialRuleEditions,
  type RuledPolicy,
  type RuledRequest,
  ruledActs,
} from './settlement-rules.ts';

const editionOn = (day: string) => {
  const edition = initialRuleEditions.findLast(({ from }) => from <= day);
  if (!edition) throw new Error(`No edition applies on ${day}`);
  return edition;
};
const decideOn = (request: RuledRequest, day: string, policy?: RuledPolicy | null) =>
  decideByRule(request, editionOn(day), { policy: policy ?? null });

const none = { act: null, grounds: null, product: null } as const;

test('ACT-4: editions are in the order of their days, with ids of their own, and each rule has one row with a source', () => {
  expect(initialRuleEditions.map(({ from }) => from)).toEqual(
    initialRuleEditions.map(({ from }) => from).toSorted(),
  );
  expect(new Set(initialRuleEditions.map(({ id }) => id)).size).toBe(initialRuleEditions.length);
  for (const { rules } of initialRuleEditions) {
    const acts = rules.map(({ act }) => act);
    expect(new Set(acts).size).toBe(acts.length);
    for (const { source } of rules) expect(source).toMatch(/\d/);
    expect(rules.every((rule) => !('when' in rule) || rule.when.length > 0)).toBe(true);
  }
});

test.each([
  [{ kind: 'cancel', change: { ...none, grounds: null } }, ['notice']],
  [{ kind: 'cover', change: { ...none, act: 'remove' } }, ['optional']],
  [{ kind: 'cover', change: { ...none, act: 'deductible' } }, ['priceList']],
] as const)(
  'ACT-3, ACT-4: %o is at once because of %o by the edition of the day, and not before',
  (request, reasons) => {
    expect(decideOn(request, '2026-11-24')).toMatchObject({ decided: 'referred', edition: '2026-1' });
    expect(decideOn(request, '2026-11-25')).toEqual({ decided: 'atOnce', edition: '2026-2', reasons });
  },
);

test('ACT-4: an act without a rule is referred', () => {
  const { rules } = editionOn('2026-11-21');
  const missing = ruledActs.filter((act) => !rules.some((rule) => rule.act === act));
  expect(missing).toContain('cancelByNotice');
  expect(decideOn({ kind: 'cancel', change: { ...none, grounds: null } }, '2026-11-21')).toEqual({
    ...{ decided: 'referred', edition: '2026-1', reasons: [] },
  });
});

test.each([
  [{ kind: 'offer', change: null }, 'atOnce', ['contract']],
  [{ kind: 'withdraw', change: null }, 'atOnce', ['right']],
  [{ kind: 'cancel', change: { ...none, grounds: 'sold' } }, 'referred', ['grounds']],
  [{ kind: 'suspend', change: null }, 'referred', ['offRoad']],
  [{ kind: 'cover', change: { ...none, act: 'add' } }, 'referred', ['risk']],
  [{ kind: 'cover', change: { ...none, act: 'other', product: 'kasko' } }, 'referred', ['newPolicy']],
  [{ kind: 'cover', change: { ...none, act: 'other' } }, 'referred', ['ownWords']],
  [{ kind: 'figures', change: null }, 'referred', ['companyFigures']],
] as const)('ACT-3, ACT-6, RIGHT-1: %o is %s because of %o', (request, decided, reasons) => {
  expect(decideOn(request, '2026-11-21')).toEqual({ decided, edition: '2026-1', reasons });
});

const suspension = { kind: 'suspend', requestedAt: '2026-12-05T23:59:00Z', change: none } as const;
const vehicle = { product: 'kasko', isInForce: true };

test.each([
  ['from the day on which it is asked for', '2026-12-05', vehicle, 'atOnce', 'parked'],
  ['from a later day', '2027-02-01', vehicle, 'atOnce', 'parked'],
  ['from an earlier day', '2026-12-04', vehicle, 'referred', 'offRoad'],
  ['of what is no vehicle', '2026-12-05', { ...vehicle, product: 'home' }, 'referred', 'offRoad'],
  ['of a policy not in force', '2026-12-05', { ...vehicle, isInForce: false }, 'referred', 'offRoad'],
  ['of a policy that nobody knows', '2026-12-05', null, 'referred', 'offRoad'],
] as const)(
  'ACT-3, ACT-4, INS-3: a suspension %s is decided by the edition of December',
  (_, effectiveOn, policy, decided, reason) => {
    const request = { ...suspension, effectiveOn };
    expect(decideOn(request, '2026-12-31', policy)).toEqual({
      ...{ decided, edition: '2026-3', reasons: [reason] },
    });
    expect(decideOn(request, '2026-11-30', policy)).toMatchObject({
      decided: 'referred',
      edition: '2026-2',
    });
  },
);

test('ACT-3, ACT-4: cover is resumed at once from the day after the request, and sooner only by people', () => {
  const resumedFrom = (effectiveOn: string) =>
    decideOn({ ...suspension, kind: 'resume', effectiveOn }, '2026-12-31', vehicle);
  expect(resumedFrom('2026-12-06')).toMatchObject({ decided: 'atOnce', reasons: ['sameTerms'] });
  expect(resumedFrom('2026-12-05')).toMatchObject({ decided: 'referred', reasons: ['begun'] });
});

test.each([
  ['with a price and nothing to assess', { cover: 'deck', priceFrom: 2300 }, 'atOnce', 'priceList'],
  ['without a price', { cover: 'deck', priceFrom: null }, 'referred', 'risk'],
  ['with a sum of its own', { cover: 'death-benefit', priceFrom: 3900 }, 'referred', 'risk'],
  ['of which the request says nothing more', {}, 'referred', 'risk'],
] as const)('ACT-3, ACT-4: a cover %s is decided by the edition of December', (_, asked, decided, reason) => {
  const change = { ...none, act: 'add', ...asked } as const;
  const days = { requestedAt: '2026-12-05T10:00:00Z', effectiveOn: '2026-12-06' };
  expect(
    decideOn({ kind: 'cover', change, ...days }, '2026-12-05', {
      product: 'summerhouse',
      isInForce: true,
    }),
  ).toMatchObject({ decided, edition: '2026-3', reasons: [reason] });
});

const debt = { total: 40_000, isSame: true, hasLapsed: false, hadPlan: false };
test.each([
  ['of a debt within the limit', {}, 'atOnce', 'planTerms'],
  ['of another debt than was confirmed', { isSame: false }, 'referred', 'planLimits'],
  ['when a policy has lapsed', { hasLapsed: true }, 'referred', 'planLimits'],
  ['within a year of another', { hadPlan: true }, 'referred', 'planLimits'],
  ['of a debt at the limit', { total: 300_000 }, 'atOnce', 'planTerms'],
  ['of a higher debt', { total: 300_001 }, 'referred', 'planLimits'],
] as const)('RIGHT-4, ACT-4: other days to pay %s', (_, changes, decided, reason) => {
  const request = { kind: 'plan', change: null } as const;
  const decision = decideByRule(request, editionOn('2026-12-01'), { debt: { ...debt, ...changes } });
  expect(decision).toEqual({ decided, edition: '2026-3', reasons: [reason] });
  expect(decideByRule(request, editionOn('2026-12-01'))).toMatchObject({ decided: 'referred' });
});
