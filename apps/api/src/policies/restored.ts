import { customers, type Db, instalments, policies } from '@hofn/database';
import { isCovering, type PolicyDays, policyStatus } from '@hofn/domain/policy-status.ts';
import { dayOfInstant, formatDate, formatMoney, type Language } from '@hofn/texts';
import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Mails } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';

type Place = { customerId: string; policyId: string };

/** A policy that had lapsed, before a newer fact of it is written. */
export type LapsedPolicy = Place & { days: PolicyDays & { lapsedOn: string } };

/** The day from which cover applies again, by the fact; undefined when the policy covers nothing now either. */
const restoredFrom = (before: LapsedPolicy['days'], after: PolicyDays, today: string): string | undefined => {
  if (policyStatus(before, today) !== 'lapsed' || after.lapsedOn !== null) return undefined;
  if (!isCovering(after, today) && policyStatus(after, today) !== 'pending') return undefined;
  // A period that begins after the lapse leaves a gap; otherwise the cover was never broken.
  const hasGap = after.validFrom > before.lapsedOn;
  return hasGap ? after.validFrom : before.lapsedOn;
};

/**
 * E-mails of lapses that end (rule LIFE-40), in the transaction `tx` of the facts that end them. A customer without an
 * address on file reads it on My pages only.
 */
export const createRestoredNotices = ({ mails }: { mails: Mails }) => ({
  /** Those of the policies that have a day of lapse on file. */
  lapsedOf: async (tx: Db, places: readonly Place[]): Promise<LapsedPolicy[]> => {
    if (places.length === 0) return [];
    const { customerId, id, validFrom, validTo, renews, cancelledOn, lapsedOn, suspendedOn } = policies;
    const rows = await tx
      .select({ customerId, policyId: id, validFrom, validTo, renews, cancelledOn, lapsedOn, suspendedOn })
      .from(policies)
      .where(
        and(
          isNotNull(lapsedOn),
          or(...places.map((place) => and(eq(customerId, place.customerId), eq(id, place.policyId)))),
        ),
      );
    return rows.flatMap(({ customerId: owner, policyId, ...days }) =>
      days.lapsedOn === null
        ? []
        : [{ customerId: owner, policyId, days: { ...days, lapsedOn: days.lapsedOn } }],
    );
  },

  /** Notifies the customers of those that cover again. */
  send: async (
    tx: Db,
    lapsed: readonly LapsedPolicy[],
    afterOf: (policy: Place) => PolicyDays | undefined,
    at: string,
  ): Promise<void> => {
    const today = dayOfInstant(new Date(at));
    const restored = lapsed.flatMap((policy) => {
      const after = afterOf(policy);
      const from = after && restoredFrom(policy.days, after, today);
      return from === undefined ? [] : [{ ...policy, from }];
    });
    if (restored.length === 0) return;
    const contacts = await tx
      .select({ id: customers.id, language: customers.language, recipient: customers.email })
      .from(customers)
      .where(
        inArray(
          customers.id,
          restored.map(({ customerId }) => customerId),
        ),
      );
    for (const { customerId, policyId, from, days } of restored) {
      const contact = contacts.find(({ id }) => id === customerId);
      if (!contact || contact.recipient === null) continue;
      const subject = { id: customerId };
      const about = { policyId, from, lapsedOn: days.lapsedOn };
      const { language, recipient } = contact;
      await mails.write(
        tx,
        { actor: subject, subject },
        { kind: 'coverRestored', about, recipient, language },
      );
    }
  },
});

/**
 * How a policy that covers again is charged: its own instalments that are to be paid, if it has any, otherwise the yearly
 * premium, which is in those for all policies.
 */
export const chargeText = async (
  db: Db,
  { customerId, policyId }: Place,
  { premiumPerYear, language }: { premiumPerYear: number; language: Language },
): Promise<string> => {
  const rows = await db
    .select({ amount: instalments.amount, dueDate: instalments.dueDate })
    .from(instalments)
    .where(
      and(
        eq(instalments.customerId, customerId),
        eq(instalments.policyId, policyId),
        isNull(instalments.paidAt),
        isNull(instalments.cancelledAt),
      ),
    )
    .orderBy(asc(instalments.dueDate));
  const t = textsIn(language);
  const [first] = rows;
  if (!first) return t('coverRestoredEmail|charged', { amount: formatMoney(language, premiumPerYear) });
  return t('coverRestoredEmail|chargedParts', {
    n: rows.length,
    amount: formatMoney(language, first.amount),
    date: formatDate(language, first.dueDate),
  });
};
export type RestoredNotices = ReturnType<typeof createRestoredNotices>;
