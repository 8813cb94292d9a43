import { initialRuleEditions, type RuleEdition, type SettlementRule } from '@hofn/domain/settlement-rules.ts';

/** An edition of the tests: that of a new core with other rows for some acts. */
export const editionWith = (id: string, from: string, rows: readonly SettlementRule[]): RuleEdition => {
  const others = (initialRuleEditions[0]?.rules ?? []).filter(({ act }) =>
    rows.every((row) => row.act !== act),
  );
  return { id, from, rules: [...others, ...rows] };
};

/** A suspension that is done at once. */
export const suspensionAtOnce = {
  ...{ act: 'suspend', decided: 'atOnce', reason: 'parked', source: 'Act 30/2019' },
} as const satisfies SettlementRule;
