import type { ClaimStanding, DecidedCover, StaffClaim } from '@hofn/contracts';
import type { ClaimCoverRow, customers } from '@hofn/database';
import { addDays, dayOf } from '@hofn/domain';
import { formatBankAccount } from '@hofn/domain/bank-account.ts';
import type { Language } from '@hofn/texts';
import { isoInstant } from '../../platform/instant.ts';
import { pick } from '../../platform/language.ts';
import type { ClaimPaymentRow } from '../claim-store.ts';
import { maskedAccount } from '../masked-account.ts';
import type { ClaimActRow, DecidedClaim } from './store.ts';

/** Days in which a changed bank account needs a second look before money is paid into it (rule DESK-9). */
export const accountWatchDays = 14;

/** The customer's bank account, `0133-26-004410`; null when there is none on file. */
export const accountOf = ({
  bank,
  bankLedger,
  bankAccount,
}: Pick<typeof customers.$inferSelect, 'bank' | 'bankLedger' | 'bankAccount'>): string | null =>
  bank && bankLedger && bankAccount
    ? formatBankAccount({ bank, ledger: bankLedger, account: bankAccount })
    : null;

/** The day of a change of the account that is recent enough to need a second look; null for none. */
export const recentChange = (changedAt: string | undefined, today: string): string | null => {
  if (changedAt === undefined) return null;
  const day = dayOf(new Date(changedAt));
  return addDays(day, accountWatchDays) > today ? day : null;
};

export const coversIn = (
  language: Language,
  covers: ReadonlyArray<Omit<ClaimCoverRow, 'claimed'> & { claimed: number | null }>,
): DecidedCover[] => covers.map(({ title, ...cover }) => ({ ...cover, title: title[language] }));

/** Reasons of the core in the reader's language. */
export const reasonsIn = (
  language: Language,
  reasons: ReadonlyArray<{ code: string; texts: { is: string; en: string } | null }>,
): string[] => reasons.flatMap(({ texts }) => (texts ? [texts[language]] : []));

/** What the core says of a claim, or why it says nothing. */
export type Standing =
  | { decides: 'core'; standing: ClaimStanding | null }
  | { decides: 'elsewhere' | 'silent'; standing: null };

const judgedByOf = (standing: ClaimStanding, language: Language): StaffClaim['judgedBy'] => {
  const { coverage, policy, covers, decided, ordered, paid } = standing;
  return {
    coverage,
    policy: policy && { number: policy.number, validFrom: policy.validFrom, validTo: policy.validTo },
    covers: covers.map(({ title, ...cover }) => ({ ...cover, title: title[language] })),
    ...{ decided, ordered, paid },
  };
};

/** Whether an act says anything to a handler: rules are asked about every claim, and have none for most. */
const isShown = ({ act, state, reasons }: ClaimActRow): boolean =>
  act.kind !== 'claim.settle' ||
  state === 'done' ||
  (state === 'referred' && reasons.some(({ code }) => code !== 'noRule'));

/** A claim as its handler decides on it, as the contract defines it. */
export const staffClaimOf = (
  { claim, customer, record }: DecidedClaim,
  rows: {
    standing: Standing;
    policies: StaffClaim['policies'];
    payments: readonly ClaimPaymentRow[];
    acts: readonly ClaimActRow[];
    otherClaims: ReadonlyArray<{ claim: DecidedClaim['claim'] }>;
    accountChangedAt: string | undefined;
    authority: StaffClaim['authority'];
    approvals: StaffClaim['approvals'];
  },
  { language, today }: { language: Language; today: string },
): StaffClaim => {
  const { decides, standing } = rows.standing;
  const account = accountOf(customer);
  const isAsking = rows.acts.some(({ state }) => state === 'asked');
  return {
    ...{ number: claim.number, status: claim.status, version: record?.version ?? null, decides },
    // One act at a time: what comes after it depends on the answer.
    acts: isAsking ? [] : (standing?.acts ?? []),
    judgedBy: standing && judgedByOf(standing, language),
    policies: rows.policies,
    reserve: claim.reserve,
    decision: claim.decision && { ...claim.decision, rules: claim.decision.rules ?? null },
    covers: coversIn(language, claim.covers ?? []),
    needs:
      claim.status === 'awaitingDocuments' && claim.needs
        ? { items: claim.needs.map((need) => need[language]), by: claim.needsBy }
        : null,
    payments: rows.payments.map(
      ({ id, titleIs, titleEn, recipient, amount, state, step, paidOn, account: masked, fault }) => ({
        ...{ id, title: pick(language, titleIs, titleEn), recipient, amount, paidOn, account: masked },
        ...{ state: step ?? state, fault: fault?.[language] ?? null },
      }),
    ),
    account:
      account === null
        ? null
        : { account: maskedAccount(account), changedOn: recentChange(rows.accountChangedAt, today) },
    ...{ authority: rows.authority, approvals: rows.approvals },
    earlier: rows.otherClaims.map(({ claim: other }) => ({
      ...{ id: other.id, number: other.number, dateOfLoss: other.dateOfLoss, status: other.status },
      ...{ title: pick(language, other.titleIs, other.titleEn), compensation: other.compensation },
    })),
    history: rows.acts
      .filter(isShown)
      .map(({ id, act, state, employeeName, approvedBy, askedAt, amount, reasons }) => ({
        ...{
          id,
          kind: act.kind as StaffClaim['history'][number]['kind'],
          state,
          by: employeeName,
          approvedBy,
        },
        ...{ at: isoInstant(askedAt), amount, reasons: reasonsIn(language, reasons) },
      })),
  };
};
