import { addDays } from '@hofn/domain';
import { earlierCoverOn, wasSuspendedOn } from '@hofn/domain/cover-history.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { policyOnLoss } from './claim-life.ts';
import { coverHistory } from './cover-history.ts';
import { policyLife, standing, type Version } from './policy-life.ts';
import { type Dated, issue, lives, type TestPolicy } from './testing/lives.ts';

type Cover = { id: string; sumInsured: null; deductible: null };
type Policy = Omit<TestPolicy, 'covers'> & { covers: Cover[]; sumInsured: number | null };
type Edit = { deductible: number } | { covers: string[] };

const coversOf = (ids: readonly string[]): Cover[] =>
  ids.map((id) => ({ id, sumInsured: null, deductible: null }));
const life = policyLife<Policy, Edit>((policy, premiumPerYear, edit) => ({
  ...policy,
  premiumPerYear,
  ...(edit && ('deductible' in edit ? edit : { covers: coversOf(edit.covers) })),
}));

/** The versions of the tests' policies, with covers as facts have them. */
const withCovers = (versions: ReadonlyArray<Version<TestPolicy, unknown>>) =>
  versions.map((version) => {
    const { change } = version;
    if (change.kind !== 'issue') return version;
    const policy = { ...change.policy, covers: coversOf(change.policy.covers), sumInsured: null };
    return { ...version, change: { ...change, policy } };
  }) as Array<Version<Policy, Edit>>;

const add = (
  versions: Array<Version<Policy, Edit>>,
  from: string,
  change: { deductible: number } | { covers: string[] } | { kind: 'suspend' | 'resume' | 'lapse' },
  recordedOn = from,
) => {
  const next =
    'kind' in change
      ? change
      : ({ kind: 'edit', edit: change, premium: { becomes: 100_000, by: 'share' } } as const);
  return [...versions, life.next(versions, next, { from, recordedOn })];
};

const { change: issued } = issue('2026-03-01', 100_000) as Dated & {
  change: { kind: 'issue'; policy: TestPolicy };
};
const begun = withCovers([{ number: 1, from: '2026-03-01', recordedOn: '2026-03-01', change: issued }]);

test('INS-8: a policy tells the suspensions that are over, and what it covered before a change, in days that follow each other', () => {
  let versions = add(begun, '2026-05-01', { kind: 'suspend' });
  expect(coverHistory(life, versions, '2026-05-10')).toEqual({ suspensions: [], earlierCover: undefined });
  versions = add(versions, '2026-06-01', { kind: 'resume' });
  versions = add(versions, '2026-07-01', { deductible: 140_000 });
  versions = add(versions, '2026-08-01', { covers: ['basic', 'glass'] });
  expect(coverHistory(life, versions, '2026-08-02')).toEqual({
    suspensions: [{ from: '2026-05-01', to: '2026-05-31' }],
    earlierCover: [
      {
        ...{ from: '2026-03-01', to: '2026-06-30', deductible: 90_000 },
        ...{ sumInsured: null, covers: coversOf(['basic']) },
      },
      {
        ...{ from: '2026-07-01', to: '2026-07-31', deductible: 140_000 },
        ...{ sumInsured: null, covers: coversOf(['basic']) },
      },
    ],
  });
  // Resumed and suspended again on one day.
  let again = add(begun, '2026-05-01', { kind: 'suspend' });
  again = add(again, '2026-06-01', { kind: 'resume' });
  again = add(again, '2026-06-01', { kind: 'suspend' });
  expect(coverHistory(life, again, '2026-08-02').suspensions).toEqual([
    { from: '2026-05-01', to: '2026-05-31' },
  ]);
  // A change that lies ahead says nothing about earlier days.
  expect(coverHistory(life, begun, '2026-08-02')).toEqual({
    suspensions: undefined,
    earlierCover: undefined,
  });
});

test('INS-8: on every day of any life, what a policy tells about the day is what its versions say', () => {
  fc.assert(
    fc.property(lives, fc.nat(1200), ({ validFrom, versions }, inDays) => {
      const all = withCovers(versions);
      const today = addDays(validFrom, inDays);
      const now = life.on(standing(all), today)?.policy;
      if (!now) return;
      const { suspensions = [], earlierCover = [] } = coverHistory(life, all, today);
      for (let day = validFrom; day <= today; day = addDays(day, 7)) {
        const then = life.on(standing(all), day)?.policy;
        const told = earlierCoverOn(earlierCover, day) ?? now;
        expect(told.deductible, day).toBe(then?.deductible);
        const isSuspended = (then?.suspendedOn ?? '9999') <= day;
        expect(wasSuspendedOn({ suspendedOn: now.suspendedOn, suspensions }, day), day).toBe(isSuspended);
      }
    }),
  );
});

test('INS-8: a claim is judged by the version of its day, by what is known of that day now', () => {
  let versions = add(begun, '2026-05-01', { kind: 'suspend' });
  versions = add(versions, '2026-06-01', { kind: 'resume' });
  versions = add(versions, '2026-09-01', { kind: 'lapse' });
  versions = add(versions, '2026-07-01', { deductible: 140_000 }, '2026-10-01');
  const on = (dateOfLoss: string, isWhole = true) => {
    const judged = policyOnLoss(life, versions, { dateOfLoss, isWhole });
    return [judged?.coverage, judged?.policy.deductible];
  };
  expect(on('2026-02-28')).toEqual(['none', 90_000]);
  // The policy is older than its versions.
  expect(on('2026-02-28', false)).toEqual(['unknown', 90_000]);
  expect(on('2026-04-30')).toEqual(['covered', 90_000]);
  expect(on('2026-05-01')).toEqual(['suspended', 90_000]);
  expect(on('2026-06-01')).toEqual(['covered', 90_000]);
  // Recorded three months after its day.
  expect(on('2026-07-01')).toEqual(['covered', 140_000]);
  expect(on('2026-08-31')).toEqual(['covered', 140_000]);
  expect(on('2026-09-01')).toEqual(['none', 140_000]);
  expect(policyOnLoss(life, [], { dateOfLoss: '2026-05-01', isWhole: true })).toBeUndefined();
});
