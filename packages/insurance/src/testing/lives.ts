import { addDays, addMonths } from '@hofn/domain';
import fc from 'fast-check';
import { earning } from '../earning.ts';
import { type LivingPolicy, type NewChange, policyLife, standing, type Version } from '../policy-life.ts';

/** A policy of the tests, whose terms are its covers and its deductible. */
export type TestPolicy = LivingPolicy & { covers: string[]; deductible: number };
export type TestEdit = { add: string } | { remove: string } | { deductible: number };
export type TestVersion = Version<TestPolicy, TestEdit>;

export const life = policyLife<TestPolicy, TestEdit>((policy, premiumPerYear, edit) => {
  const priced = { ...policy, premiumPerYear };
  if (!edit) return priced;
  if ('deductible' in edit) return { ...priced, deductible: edit.deductible };
  if ('add' in edit) return { ...priced, covers: [...new Set([...policy.covers, edit.add])].toSorted() };
  return { ...priced, covers: policy.covers.filter((cover) => cover !== edit.remove) };
});
export const { earned, toCharge } = earning(life);

/** A change with the day on which it applies. */
export type Dated = { from: string; recordedOn?: string; change: NewChange<TestPolicy, TestEdit> };

/** Versions of changes in the order in which they became known. */
export const versionsOf = (changes: readonly Dated[]): TestVersion[] => {
  const versions: TestVersion[] = [];
  for (const { from, recordedOn = from, change } of changes)
    versions.push(life.next(versions, change, { from, recordedOn }));
  return versions;
};

/** A policy issued for a year, or for the days of a shorter period. */
export const issue = (validFrom: string, premiumPerYear: number, days?: number): Dated => {
  const afterwards = days === undefined ? addMonths(validFrom, 12) : addDays(validFrom, days);
  const policy = {
    ...{ validFrom, validTo: addDays(afterwards, -1), renews: true, premiumPerYear },
    ...{ cancelledOn: null, lapsedOn: null, suspendedOn: null, covers: ['basic'], deductible: 90_000 },
  };
  return { from: validFrom, change: { kind: 'issue', policy } };
};

export const edit = (
  from: string,
  becomes: number,
  of: TestEdit = { deductible: 140_000 },
  by: 'amount' | 'share' = 'share',
): Dated => ({ from, change: { kind: 'edit', edit: of, premium: { becomes, by } } });

/** A suspension that leaves a part of the premium, in percent. */
export const suspend = (from: string, percent: number): Dated => ({
  from,
  change: { kind: 'suspend', percent },
});
export const resume = (from: string): Dated => ({ from, change: { kind: 'resume' } });

/** Premiums from 0 to 5 000 000 000 ISK. */
export const premiums = fc.oneof(
  fc.constantFrom(0, 1, 364, 365, 366, 5_000_000_000),
  fc.integer({ min: 0, max: 5_000_000_000 }),
  fc.integer({ min: 0, max: 300_000 }),
);

const firstDays = fc.oneof(
  fc.constantFrom('2024-02-29', '2023-03-01', '2024-01-31', '2027-02-28'),
  fc.nat(1500).map((days) => addDays('2023-01-01', days)),
);

/** Random lives: issued, changed, renewed, ended, suspended, resumed, lapsed and reinstated within three years, in any order. */
export const lives = fc
  .record({
    validFrom: firstDays,
    premium: premiums,
    days: fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 400 })),
    steps: fc.array(
      fc.record({
        kind: fc.constantFrom(
          'edit',
          'edit',
          'renew',
          'end',
          'suspend',
          'resume',
          'lapse',
          'reinstate',
          'revoke',
        ),
        inDays: fc.nat(1000),
        premium: premiums,
        by: fc.constantFrom('amount' as const, 'share' as const),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ validFrom, premium, days, steps }) => {
    const changes = steps.map(({ kind, inDays, premium: becomes, by }, index): Dated => {
      const from = addDays(validFrom, inDays);
      if (kind === 'edit') return edit(from, becomes, { deductible: index }, by);
      if (kind === 'renew')
        return {
          from,
          change: { kind, validTo: addDays(addMonths(from, 12), -1), premium: { becomes, by } },
        };
      if (kind === 'revoke') return { from, change: { kind, revoked: 2 + (inDays % (index + 1)) } };
      if (kind === 'suspend') return suspend(from, index % 2 === 0 ? 0 : index * 12);
      return { from, change: { kind: kind as 'end' | 'resume' | 'lapse' | 'reinstate' } };
    });
    return { validFrom, versions: versionsOf([issue(validFrom, premium, days), ...changes]) };
  })
  // Shares of a few krónur that are applied to millions out of their order are beyond every policy.
  .filter(({ versions }) => {
    const known = standing(versions);
    return known.every(({ from }) => (life.on(known, from)?.policy.premiumPerYear ?? 0) <= 5_000_000_000);
  });
