/**
 * What makes a premium change from one period to the next; each has a text in both languages. `change` was agreed and applies
 * before the next period; `unexplained` cannot be told apart.
 */
export const renewalCauses = ['change', 'index', 'tariff', 'item', 'charges', 'unexplained'] as const;
export type RenewalCause = (typeof renewalCauses)[number];

/** The period of a policy after this one, and its premium in whole ISK a year (rule RENEW-1). */
export type NextPeriod = {
  /** Its first day. */
  from: string;
  premiumPerYear: number;
  /** Why the premium differs, without what changes nothing: they add up to the difference. */
  causes: Array<{ id: RenewalCause; amount: number }>;
};
