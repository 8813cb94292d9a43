import type { PolicyOverview } from '@hofn/contracts';
import { describe, expect, test } from 'vitest';
import { findPolicies, matchesFilter, noFilter, sortPolicies } from './find-policies.ts';
import { greetingKey } from './greeting.ts';

type Group = PolicyOverview['groups'][number];

const policy = (id: string, name: string, insured: string | null, premiumPerYear: number) => ({
  id,
  number: `20411${id}`,
  product: 'kasko',
  group: 'vehicles' as const,
  name,
  insured,
  status: 'active' as const,
  premiumPerYear,
  deductible: null,
  sumInsured: null,
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  inForce: true,
  since: null,
  renewsOn: null,
  planned: null,
});

const groups: Group[] = [
  {
    group: 'vehicles',
    premiumPerYear: 150_000,
    policies: [
      policy('1', 'Kaskótrygging', 'Toyota RAV4, NB X42', 100_000),
      policy('2', 'Lögboðin ökutækjatrygging', 'Kia Picanto, TU V58', 50_000),
    ],
  },
  {
    group: 'home',
    premiumPerYear: 30_000,
    policies: [{ ...policy('3', 'Húseigendatrygging', 'Hjarðarhagi 24', 30_000), group: 'home' }],
  },
];

const findIds = (query: string) =>
  findPolicies(groups, query, () => ['Í gildi']).flatMap(({ policies }) => policies.map(({ id }) => id));

describe('PORT-19: the policy list is searched while typing', () => {
  test('an empty query returns every policy unchanged', () => {
    expect(findPolicies(groups, '  ', () => [])).toEqual(groups);
  });

  test.each([
    ['kasko', ['1'], 'ignores accents'],
    ['HUSEIGENDA', ['3'], 'ignores case'],
    ['nb x42', ['1'], 'matches the insured item'],
    ['204112', ['2'], 'matches the policy number'],
    ['trygging kia', ['2'], 'requires every word'],
    ['i gildi', ['1', '2', '3'], 'matches the status text'],
    ['bátur', [], 'no match'],
  ])('PORT-19: query «%s» returns %j: %s', (query, ids) => {
    expect(findIds(query)).toEqual(ids);
  });

  test('PORT-19: a group premium is the sum of its matches, and a group without matches is dropped', () => {
    const [vehicles, ...others] = findPolicies(groups, 'kia', () => []);
    expect(vehicles?.premiumPerYear).toBe(50_000);
    expect(others).toEqual([]);
  });
});

const policyIds = (groups: Group[]) => groups.flatMap(({ policies }) => policies.map(({ id }) => id));

test.each([
  [{ group: 'home' }, {}, ['3']],
  [{ status: 'renewing' }, {}, []],
  [{}, { from: '2027-01-01' }, []],
  [{}, { from: '2026-12-31', to: '2026-12-31' }, ['1', '2', '3']],
  [{}, { to: '2025-12-31' }, []],
] as const)('PORT-19: filter %j within %j returns %j', (filter, days, expected) => {
  expect(
    policyIds(findPolicies(groups, '', () => [], matchesFilter({ ...noFilter, ...filter }, days))),
  ).toEqual(expected);
});

test('PORT-19: policies within a group sort by premium or by end date', () => {
  const [first, second] = groups[0]?.policies ?? [];
  if (!first || !second) throw new Error('no policies');
  const policies = [second, { ...first, validTo: '2027-03-01' }];
  const sorted = (sort: Parameters<typeof sortPolicies>[1]) =>
    sortPolicies(policies, sort).map(({ id }) => id);
  expect(sorted('premium')).toEqual(['1', '2']);
  expect(sorted('ends')).toEqual(['2', '1']);
});

test.each([
  ['04:59', 'overview|greetingEvening'],
  ['05:00', 'overview|greetingMorning'],
  ['11:59', 'overview|greetingMorning'],
  ['12:00', 'overview|greetingDay'],
  ['17:59', 'overview|greetingDay'],
  ['18:00', 'overview|greetingEvening'],
])('at %s in Iceland the greeting is %s', (time, key) => {
  expect(greetingKey(new Date(`2026-11-21T${time}:00Z`))).toBe(key);
});
