import { customers, type Db, policies } from '@hofn/database';
import { and, eq, inArray, or } from 'drizzle-orm';
import type { Mails } from '../platform/mail/mails.ts';

/** The next period of a policy, before or after a newer fact of it is written. */
export type ToldPeriod = { customerId: string; policyId: string; from: string; premiumPerYear: number };

/**
 * E-mails that say what the next period costs (rules RENEW-1 and RENEW-3), in the transaction `tx` of the facts that tell it. A
 * customer without an address on file reads it on My pages, where the letter is too.
 */
export const createRenewalNotices = ({ mails }: { mails: Mails }) => ({
  /** Those of the periods that are not on file yet, or have another premium there. */
  newOf: async (tx: Db, told: readonly ToldPeriod[]): Promise<ToldPeriod[]> => {
    if (told.length === 0) return [];
    const { customerId, id, nextPeriod } = policies;
    const known = await tx
      .select({ customerId, policyId: id, nextPeriod })
      .from(policies)
      .where(or(...told.map((of) => and(eq(customerId, of.customerId), eq(id, of.policyId)))));
    const isKnown = (of: ToldPeriod) =>
      known.some(
        (row) =>
          row.customerId === of.customerId &&
          row.policyId === of.policyId &&
          row.nextPeriod?.from === of.from &&
          row.nextPeriod.premiumPerYear === of.premiumPerYear,
      );
    return told.filter((of) => !isKnown(of));
  },

  /** Tells the customers of them. */
  send: async (tx: Db, told: readonly ToldPeriod[]): Promise<void> => {
    if (told.length === 0) return;
    const owners = told.map(({ customerId }) => customerId);
    const contacts = await tx
      .select({ id: customers.id, language: customers.language, recipient: customers.email })
      .from(customers)
      .where(inArray(customers.id, owners));
    for (const { customerId, policyId, from, premiumPerYear } of told) {
      const contact = contacts.find(({ id }) => id === customerId);
      if (!contact || contact.recipient === null) continue;
      const { language, recipient } = contact;
      const subject = { id: customerId };
      const about = { policyId, from, premium: String(premiumPerYear) };
      await mails.write(tx, { actor: subject, subject }, { kind: 'renewalTold', about, recipient, language });
    }
  },
});
export type RenewalNotices = ReturnType<typeof createRenewalNotices>;
