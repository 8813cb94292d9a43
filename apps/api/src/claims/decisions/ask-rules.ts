import { randomUUID } from 'node:crypto';
import type { ClaimAct } from '@hofn/contracts';
import { cases, claims, type Db, policies } from '@hofn/database';
import { parseIsk } from '@hofn/domain';
import { formatBankAccount, parseBankAccount } from '@hofn/domain/bank-account.ts';
import { type ClaimForm, type ClaimLine, claimLineOf } from '@hofn/domain/claim-form.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { and, eq, sql } from 'drizzle-orm';
import { isSensitiveClaim } from '../../platform/sensitive-claims.ts';
import { createUploadStore } from '../../platform/uploads/store.ts';
import { claimHolder } from '../holders.ts';
import { paymentTitles } from './payees.ts';
import { accountOf, recentChange } from './staff-claim.ts';
import { createDecisionStore, type DecidedClaim } from './store.ts';

/** What the customer has stated that they lost, in whole ISK; null when they have not. */
const lossOf = ({ estimatedAmount, items }: ClaimForm): number | null => {
  const stated = parseIsk(estimatedAmount);
  if (stated !== undefined) return stated;
  const prices = items.map(({ price }) => parseIsk(price));
  return prices.length === 0 || prices.includes(undefined)
    ? null
    : prices.reduce<number>((sum, price) => sum + (price ?? 0), 0);
};

/** The answers of a report that are one of a few: nothing that anybody has written themselves. */
const choicesOf = (line: ClaimLine, { details }: ClaimForm): Record<string, string> =>
  Object.fromEntries(
    claimLineOf(line).fields.flatMap(({ name, type }) => {
      const value = details[name];
      return type === 'choice' && value ? [[name, value]] : [];
    }),
  );

/** Whether a claim is about an injury or somebody's health, on which only people decide (rule ROLE-2). */
const isSensitive = async (tx: Db, { customerId, id }: DecidedClaim['claim']): Promise<boolean> => {
  const { line, form } = claims;
  const found = await tx
    .select({ id: claims.id })
    .from(claims)
    .leftJoin(policies, and(eq(policies.customerId, claims.customerId), eq(policies.id, claims.policyId)))
    .where(
      and(
        ...[eq(claims.customerId, customerId), eq(claims.id, id)],
        sql`(${isSensitiveClaim({ line, form, productId: policies.productId })})`,
      ),
    );
  return found.length > 0;
};

/** The account on file, unless the report names another or it was changed lately: those need a second look (rule DESK-9). */
const accountToPay = (
  { customer }: DecidedClaim,
  form: ClaimForm,
  { changedAt, today }: { changedAt: string | undefined; today: string },
): string | null => {
  const onFile = accountOf(customer);
  const named = parseBankAccount(form.account);
  if (named.ok && formatBankAccount(named.account) !== onFile) return null;
  return recentChange(changedAt, today) === null ? onFile : null;
};

/**
 * Asks the core’s rules about a claim that it has just taken on from the portal (rule ACT-4), in the transaction that stores its
 * facts: the call follows, and is repeated until it is answered. Nothing is asked about claims that only people decide on.
 */
export const createRuleAsking =
  ({ clock, core }: { clock: Clock; core?: { source: string } | undefined }) =>
  async (
    tx: Db,
    { customerId, claimId, version }: { customerId: string; claimId: string; version: number },
  ) => {
    if (!core) return;
    const store = createDecisionStore(tx);
    const of = await store.claim(customerId, claimId, tx);
    const { form, line, status, unverified } = of?.claim ?? {};
    if (!of || !form || !line || status !== 'received' || unverified) return;
    if (await isSensitive(tx, of.claim)) return;
    const [found] = await tx
      .select({ id: cases.id })
      .from(cases)
      .where(and(eq(cases.kind, 'claim'), eq(cases.matterId, claimId), eq(cases.customerId, customerId)));
    if (!found) return;
    const now = clock.now();
    const today = dayOfInstant(now);
    const files = await createUploadStore(tx).listAttachedTo({ id: customerId }, claimHolder(claimId), tx);
    const account = accountToPay(of, form, {
      today,
      changedAt: await store.accountChangedAt(customerId, tx),
    });
    const act: ClaimAct = {
      ...{ kind: 'claim.settle', causes: form.causes, answers: choicesOf(line, form), loss: lossOf(form) },
      itemYears: form.items.map(({ year }) => (year ? Number(year) : null)),
      papers: files.filter(({ state }) => state === 'clean' || state === 'checking').length,
      payTo:
        account === null ? null : { title: paymentTitles.customer, recipient: of.customer.fullName, account },
    };
    const at = now.toISOString();
    await store.add(tx, {
      ...{ id: randomUUID(), customerId, claimId, caseId: found.id, act, claimVersion: version },
      ...{ employeeId: null, employeeName: null, approvedBy: null, askedAt: at, askAgainAt: at },
    });
  };
export type RuleAsking = ReturnType<typeof createRuleAsking>;
