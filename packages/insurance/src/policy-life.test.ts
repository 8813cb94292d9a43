import { addDays, addMonths } from '@hofn/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Dated, earned, edit, issue, life, lives, versionsOf } from './testing/lives.ts';

const policyOn = (changes: readonly Dated[], day: string, knownOn = '2099-01-01') =>
  life.asKnown(versionsOf(changes), { day, knownOn })?.policy;

test('INS-1: a change for an earlier day is applied under a later one, which keeps its effect, by its share or its amount', () => {
  const first = issue('2026-06-01', 90_000);
  const cover = edit('2027-01-01', 80_000, { remove: 'abroad' }, 'amount');
  const deductible = edit('2026-11-22', 60_000, { deductible: 250_000 });
  const changes = [first, cover, deductible];
  expect(policyOn(changes, '2026-11-21')?.premiumPerYear).toBe(90_000);
  expect(policyOn(changes, '2026-11-22')?.premiumPerYear).toBe(60_000);
  expect(policyOn(changes, '2027-01-01')).toMatchObject({ premiumPerYear: 50_000, deductible: 250_000 });
  const later = edit('2027-01-01', 45_000, { deductible: 140_000 });
  const earlier = edit('2026-12-01', 100_000, { add: 'abroad' }, 'amount');
  expect(policyOn([first, later, earlier], '2027-01-01')).toMatchObject({
    ...{ premiumPerYear: 50_000, deductible: 140_000, covers: ['abroad', 'basic'] },
  });
});

test('INS-1: changes of different days lead to the same policy and the same premium in whatever order they become known', () => {
  const steps = fc.uniqueArray(
    fc.record({ inDays: fc.integer({ min: 1, max: 700 }), by: fc.integer({ min: -20_000, max: 20_000 }) }),
    { selector: ({ inDays }) => inDays, minLength: 2, maxLength: 6 },
  );
  fc.assert(
    fc.property(steps, fc.array(fc.nat(100), { minLength: 6, maxLength: 6 }), (given, order) => {
      const first = issue('2026-01-01', 500_000, 700);
      const inOrder = given.toSorted((one, other) => one.inDays - other.inDays);
      // Each says what the cover costs, as a difference from what the policy costs on its day as then known.
      const write = (changes: typeof given) => {
        const known = [first];
        for (const { inDays, by } of changes) {
          const from = addDays('2026-01-01', inDays);
          const before = policyOn(known, from)?.premiumPerYear ?? 0;
          known.push(edit(from, before + by, { add: `cover ${inDays}` }, 'amount'));
        }
        return known;
      };
      const shuffled = inOrder
        .map((change, index) => ({ change, place: order[index] ?? 0 }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ change }) => change);
      const [straight, mixed] = [versionsOf(write(inOrder)), versionsOf(write(shuffled))];
      for (const day of ['2026-01-01', '2026-12-31', '2027-11-30'])
        expect(life.asKnown(mixed, { day, knownOn: '2099-01-01' })).toEqual(
          life.asKnown(straight, { day, knownOn: '2099-01-01' }),
        );
      const year = { from: '2026-01-01', to: '2028-01-01' };
      expect(earned(mixed, year)).toBe(earned(straight, year));
    }),
  );
});

test('INS-1: what was in force on a day as it was known on a day stays the same whatever becomes known later', () => {
  fc.assert(
    fc.property(lives, fc.nat(1100), fc.nat(1100), ({ validFrom, versions }, onDay, onKnown) => {
      const [day, knownOn] = [addDays(validFrom, onDay), addDays(validFrom, onKnown)];
      const early = versions.filter(({ recordedOn }) => recordedOn <= knownOn);
      const asKnown = life.asKnown(versions, { day, knownOn });
      expect(asKnown).toEqual(life.asKnown(early, { day, knownOn: '2099-01-01' }));
      expect(asKnown).toBeDefined();
      expect(life.asKnown(versions, { day, knownOn: addDays(validFrom, -1) })).toBeUndefined();
    }),
  );
});

test('INS-1: a policy ends, lapses, is reinstated and renews; after its end nothing happens to it', () => {
  const first = issue('2026-01-01', 365_000);
  const end: Dated = { from: '2026-03-01', recordedOn: '2026-02-01', change: { kind: 'end' } };
  expect(policyOn([first, end], '2026-02-15')).toMatchObject({
    ...{ validTo: '2026-02-28', cancelledOn: '2026-02-01', renews: false },
  });
  expect(policyOn([first, end], '2026-01-15', '2026-01-31')).toMatchObject({
    cancelledOn: null,
    renews: true,
  });
  const after = edit('2026-03-01', 1, { deductible: 1 });
  expect(policyOn([first, after, end], '2026-04-01')).toMatchObject({ premiumPerYear: 365_000 });
  const lapse: Dated = { from: '2026-05-01', change: { kind: 'lapse' } };
  const reinstate: Dated = { from: '2026-06-01', change: { kind: 'reinstate' } };
  const lapsed = [first, lapse];
  expect(policyOn(lapsed, '2026-05-01')).toMatchObject({ lapsedOn: '2026-05-01', renews: false });
  const versions = versionsOf([...lapsed, reinstate]);
  expect(earned(versions, { from: '2026-05-01', to: '2026-06-01' })).toBe(0);
  expect(earned(versions, { from: '2026-01-01', to: '2027-01-01' })).toBe(365_000 - 31_000);
  const premium = { becomes: 400_000, by: 'share' } as const;
  const renewal = { kind: 'renew', validTo: '2027-12-31', premium } as const;
  expect(policyOn([...lapsed, { from: '2027-01-01', change: renewal }], '2027-02-01')?.validTo).toBe(
    '2026-12-31',
  );
  expect(policyOn([first, { from: '2027-01-01', change: renewal }], '2027-02-01')).toMatchObject({
    ...{ validFrom: '2027-01-01', validTo: '2027-12-31', premiumPerYear: 400_000 },
  });
});

test('INS-1: a policy that is withdrawn from before it begins covers and costs nothing, and one that is taken back never was', () => {
  const first = issue('2026-12-01', 100_000);
  const withdrawn: Dated = { from: '2026-12-01', recordedOn: '2026-11-20', change: { kind: 'end' } };
  expect(policyOn([first, withdrawn], '2026-12-01')).toMatchObject({
    ...{ validTo: '2026-12-01', cancelledOn: '2026-11-20' },
  });
  const whole = { from: '2026-01-01', to: addMonths('2026-12-01', 24) };
  expect(earned(versionsOf([first, withdrawn]), whole)).toBe(0);
  const revoked: Dated = { from: '2026-12-01', change: { kind: 'revoke', revoked: 2 } };
  expect(policyOn([first, withdrawn, revoked], '2026-12-01')).toMatchObject({
    cancelledOn: null,
    renews: true,
  });
});
