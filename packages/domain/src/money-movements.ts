/** Kinds of payments between the insurer and its customers: by card in the portal, regular charges, payments of claims, and refunds. */
export const moneyKinds = ['card', 'charge', 'claim', 'refund'] as const;
export type MoneyKind = (typeof moneyKinds)[number];

/** How regular charges are paid: by card, by direct debit, or as a bill in the online bank. */
export const moneyMethods = ['ccard', 'bank', 'claim'] as const;
export type MoneyMethod = (typeof moneyMethods)[number];

/**
 * What has become of a payment at the card service or the bank:
 * - `unanswered`: the card service was asked to charge or refund, and nobody knows yet whether it did;
 * - `approved`: the bank has not been asked yet; `ordered`: it has; `awaitingDocuments`: papers are missing first;
 * - `declined`: nothing was charged or refunded; `cancelled`: the charge was called off;
 * - `failed`: the bank did not pay; `returned`: the money came back.
 */
export const moneyStates = [
  ...(['paid', 'unanswered', 'declined', 'cancelled'] as const),
  ...(['approved', 'ordered', 'awaitingDocuments', 'failed', 'returned'] as const),
] as const;
export type MoneyState = (typeof moneyStates)[number];

/** States in which a payment stays until somebody sees to it. */
export const hangingStates = ['unanswered', 'failed', 'returned'] as const satisfies readonly MoneyState[];

/** Whether a payment stays as it is until somebody sees to it. */
export const isHanging = (state: MoneyState): boolean => hangingStates.some((one) => one === state);

/** Most days that payments are listed of at once, without counting the first. */
export const longestMoneyPeriod = 366;

/** How many days payments are listed of where no days are named: a month. */
export const usualMoneyPeriod = 31;
