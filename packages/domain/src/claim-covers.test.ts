import { expect, test } from 'vitest';
import { hasDamage, hasTheft } from './claim-advice.ts';
import { claimCovers, coverageOn, coversOf } from './claim-covers.ts';
import { claimLineNames, claimLineOf } from './claim-form.ts';

test('LIFE-13: every cause of the claim form says which products it may be paid from', () => {
  for (const line of claimLineNames) {
    expect(Object.keys(claimCovers[line]).toSorted(), line).toEqual(claimLineOf(line).causes.toSorted());
    for (const [cause, covers] of Object.entries(claimCovers[line]))
      expect(Object.keys(covers).length, `${line}.${cause}`).toBeGreaterThan(0);
  }
});

test('LIFE-13: several causes, or none yet, add up', () => {
  expect([...coversOf('home', ['bicycle']).entries()]).toEqual([['home', new Set(['bicycles-and-prams'])]]);
  expect([...coversOf('home', ['bicycle', 'breakage']).keys()]).toEqual(['home', 'contents-allrisk']);
  expect([...coversOf('home', []).keys()]).toEqual(['home', 'summerhouse', 'homeowners', 'contents-allrisk']);
  expect(coversOf('home', ['unknown'])).toEqual(coversOf('home', []));
});

test('LIFE-13: what a product always includes is named beside what can be added', () => {
  const both = new Set(['mandatory-motor-insurance', 'comprehensive-motor-insurance']);
  for (const cause of ['collision', 'singleVehicle'])
    expect(coversOf('vehicle', [cause]).get('okuvisir'), cause).toEqual(both);
  expect(coversOf('accident', ['traffic']).get('okuvisir')).toEqual(new Set(['mandatory-motor-insurance']));
  expect(coversOf('home', ['burglary']).get('homeowners')).toEqual(new Set(['burglary']));
});

test('LIFE-13: a policy that had ended or lapsed on the day pays nothing, also once it is reinstated, and a suspended one is for a handler', () => {
  const policy = {
    validFrom: '2026-06-01',
    validTo: '2027-05-31',
    renews: true,
    cancelledOn: null,
    lapsedOn: null,
    suspendedOn: null,
    gaps: [],
    suspensions: [],
  };
  const on = (day: string, change: object) => coverageOn({ ...policy, ...change }, day, '2026-11-21');
  expect(on('2026-11-20', {})).toBe('covered');
  // An earlier period is for a handler to look up; one that has not begun pays nothing.
  expect(on('2026-01-01', {})).toBe('covered');
  expect(on('2026-11-20', { validFrom: '2026-12-01' })).toBe('none');
  expect(on('2026-11-20', { validTo: '2026-11-19' })).toBe('none');
  expect(on('2026-11-20', { lapsedOn: '2026-11-20' })).toBe('none');
  expect(on('2026-11-19', { lapsedOn: '2026-11-20' })).toBe('covered');
  // Reinstated since, with a period of its own.
  const reinstated = { validFrom: '2026-11-21', gaps: [{ from: '2026-11-08', to: '2026-11-20' }] };
  const days = ['2026-11-07', '2026-11-08', '2026-11-20', '2026-11-21'];
  expect(days.map((day) => on(day, reinstated))).toEqual(['covered', 'none', 'none', 'covered']);
  expect(on('2026-11-20', { suspendedOn: '2026-10-01' })).toBe('suspended');
  expect(on('2026-09-20', { suspendedOn: '2026-10-01' })).toBe('covered');
  // Over since, and one that began before the current period.
  const over = { suspensions: [{ from: '2026-10-01', to: '2026-11-14' }] };
  const around = ['2026-09-30', '2026-10-01', '2026-11-14', '2026-11-15'];
  expect(around.map((day) => on(day, over))).toEqual(['covered', 'suspended', 'suspended', 'covered']);
  expect(on('2026-04-30', { suspendedOn: '2026-05-01' })).toBe('covered');
  expect(on('2026-05-01', { suspendedOn: '2026-05-01' })).toBe('suspended');
  expect(on('2026-11-20', { cancelledOn: '2026-11-01', validTo: '2026-11-30' })).toBe('covered');
  expect(on('2026-11-20', { cancelledOn: '2026-06-01' })).toBe('covered');
  expect(on('2026-11-20', { cancelledOn: '2026-05-31' })).toBe('none');
});

test('LIFE-14: a theft is reported to the police, and only what is left is kept', () => {
  expect([hasTheft('home', ['bicycle']), hasDamage('home', ['bicycle'])]).toEqual([true, false]);
  expect([hasTheft('home', ['burglary', 'fire']), hasDamage('home', ['burglary', 'fire'])]).toEqual([
    true,
    true,
  ]);
  expect([hasTheft('property', ['water']), hasDamage('property', ['water'])]).toEqual([false, true]);
  expect([hasTheft('health', ['death']), hasDamage('health', ['death'])]).toEqual([false, false]);
});
