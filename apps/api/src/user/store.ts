import { customers, type Db } from '@hofn/database';
import { eq, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';

/** A person or company with the fields of their own record. */
export type Person = NonNullable<Awaited<ReturnType<UserStore['person']>>>;
export type UserStore = ReturnType<typeof createUserStore>;

export const createUserStore = (db: Db) => {
  const byId = db
    .select({
      id: customers.id,
      kind: customers.kind,
      ssn: customers.ssn,
      fullName: customers.fullName,
      profilePicture: customers.profilePicture,
      spouseSsn: customers.spouseSsn,
      spouseName: customers.spouseName,
      email: customers.email,
      mobilePhone: customers.mobilePhone,
      homePhone: customers.homePhone,
      cardNumberMasked: customers.cardNumberMasked,
      cardExpires: customers.cardExpires,
      cardBrand: customers.cardBrand,
      bank: customers.bank,
      bankLedger: customers.bankLedger,
      bankAccount: customers.bankAccount,
      contactConfirmedOn: customers.contactConfirmedOn,
      // Spelled out because Drizzle drops table prefixes in a single-table select.
      unread: sql<number>`(select count(*)::int from mails unread where unread.customer_id = customers.id and unread.subject is not null and unread.read_at is null)`,
    })
    .from(customers)
    .where(eq(customers.id, sql.placeholder('id')))
    .prepare('user_by_id');
  return {
    /** The record of the acting person. */
    person: async (id: string) => (await byId.execute({ id }))[0],
    /** Sets or clears a person's picture; the previous one is garbage-collected. */
    setPicture: async (subject: Customer, key: string | null): Promise<void> => {
      await db.update(customers).set({ profilePicture: key }).where(eq(customers.id, subject.id));
    },
  };
};
