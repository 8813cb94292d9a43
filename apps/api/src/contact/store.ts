import { customers, type Db } from '@hofn/database';
import { eq } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';

type Subject = Pick<Customer, 'id'>;
export type ContactDetails = { email: string; mobilePhone: string; homePhone: string | null };

const fields = {
  fullName: customers.fullName,
  ssn: customers.ssn,
  kind: customers.kind,
  address: customers.address,
  postalCode: customers.postalCode,
  town: customers.town,
  email: customers.email,
  mobilePhone: customers.mobilePhone,
  homePhone: customers.homePhone,
  language: customers.language,
  contactConfirmedOn: customers.contactConfirmedOn,
};

export const createContactStore = (db: Db) => ({
  /** The subject's contact details; undefined when they are no longer a customer. */
  contact: async (subject: Subject) =>
    (await db.select(fields).from(customers).where(eq(customers.id, subject.id)))[0],

  /** The same, locked until the transaction ends. */
  lock: async (subject: Subject) =>
    (await db.select(fields).from(customers).where(eq(customers.id, subject.id)).for('update'))[0],

  /** Saves changes, and the day of confirmation when the subject confirmed them. */
  save: async (
    subject: Subject,
    changes: ContactDetails & { language?: 'is' | 'en'; contactConfirmedOn?: string },
  ) => (await db.update(customers).set(changes).where(eq(customers.id, subject.id)).returning(fields))[0],
});
export type ContactRow = NonNullable<Awaited<ReturnType<ReturnType<typeof createContactStore>['contact']>>>;
