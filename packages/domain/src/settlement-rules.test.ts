import { expect, test } from 'vitest';
import { decideByRule, ruledActs, ruleEditionOn, ruleEditions } from './settlement-rules.ts';

const none = { act: null, grounds: null, product: null } as const;

test('ACT-4: editions are in the order of their days, with ids of their own, and each rule has one row with a source', () => {
  expect(ruleEditions.map(({ from }) => from)).toEqual(ruleEditions.map(({ from }) => from).toSorted());
  expect(new Set(ruleEditions.map(({ id }) => id)).size).toBe(ruleEditions.length);
  for (const { rules } of ruleEditions) {
    const acts = rules.map(({ act }) => act);
    expect(new Set(acts).size).toBe(acts.length);
    for (const { source } of rules) expect(source).toMatch(/\d/);
  }
  expect(ruleEditionOn('2026-01-01').id).toBe('2026-1');
  expect(() => ruleEditionOn('2025-12-31')).toThrow('No edition');
});

test.each([
  [{ kind: 'cancel', change: { ...none, grounds: null } }, ['notice']],
  [{ kind: 'cover', change: { ...none, act: 'remove' } }, ['optional']],
  [{ kind: 'cover', change: { ...none, act: 'deductible' } }, ['priceList']],
] as const)(
  'ACT-3, ACT-4: %o is at once because of %o by the edition of the day, and not before',
  (request, reasons) => {
    expect(decideByRule(request, '2026-11-24')).toMatchObject({ decided: 'referred', edition: '2026-1' });
    expect(decideByRule(request, '2026-11-25')).toEqual({ decided: 'atOnce', edition: '2026-2', reasons });
  },
);

test('ACT-4: an act without a rule is referred', () => {
  const { rules } = ruleEditionOn('2026-11-21');
  const missing = ruledActs.filter((act) => !rules.some((rule) => rule.act === act));
  expect(missing).toContain('cancelByNotice');
  expect(decideByRule({ kind: 'cancel', change: { ...none, grounds: null } }, '2026-11-21')).toEqual({
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
  expect(decideByRule(request, '2026-11-21')).toEqual({ decided, edition: '2026-1', reasons });
});
