import type { PaymentMethod } from '@hofn/contracts';
import { cardVerifications, customers, type Db, instalments } from '@hofn/database';
import type { BankAccount } from '@hofn/domain/bank-account.ts';
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { UnpaidRow } from '../payments/next-payment.ts';
import { isUnpaidBy, unpaidColumns } from '../payments/unpaid.ts';
import type { Customer } from '../platform/authorization.ts';
import { sweep } from '../platform/sweep.ts';
import type { VerifiedCard } from './verifications.ts';

type Subject = Pick<Customer, 'id'>;
export type VerificationRow = Pick<typeof cardVerifications.$inferSelect, 'id' | 'state' | 'expiresAt'>;

const fields = {
  paymentMethod: customers.paymentMethod,
  cardNumberMasked: customers.cardNumberMasked,
  cardExpires: customers.cardExpires,
  cardBrand: customers.cardBrand,
  bank: customers.bank,
  bankLedger: customers.bankLedger,
  bankAccount: customers.bankAccount,
};

/** Bank account, card and verifications. Every query names the subject. */
export const createPaymentDetailsStore = (db: Db) => {
  const byId = (subject: Subject) => eq(customers.id, subject.id);
  const verification = (subject: Subject, id: string) =>
    and(eq(cardVerifications.customerId, subject.id), eq(cardVerifications.id, id));
  const change = async (subject: Subject, set: Partial<typeof customers.$inferInsert>) =>
    (await db.update(customers).set(set).where(byId(subject)).returning(fields))[0];

  return {
    /** Instalments that are neither paid nor being paid. */
    unpaid: (subject: Subject): Promise<UnpaidRow[]> =>
      db.select(unpaidColumns).from(instalments).where(isUnpaidBy(subject.id)),
    details: async (subject: Subject) => (await db.select(fields).from(customers).where(byId(subject)))[0],
    /** The same, locked until the transaction ends. */
    lock: async (subject: Subject) =>
      (await db.select(fields).from(customers).where(byId(subject)).for('update'))[0],

    saveBank: (subject: Subject, { bank, ledger, account }: BankAccount) =>
      change(subject, { bank, bankLedger: ledger, bankAccount: account }),

    saveCard: (subject: Subject, card: VerifiedCard) =>
      change(subject, {
        cardNumberMasked: card.cardNumberMasked,
        cardExpires: card.expires,
        cardBrand: card.brand,
        cardToken: card.token,
      }),

    removeCard: (subject: Subject) =>
      change(subject, { cardNumberMasked: null, cardExpires: null, cardBrand: null, cardToken: null }),

    /** Sets the payment method, also of instalments due after `today` that nobody is paying right now. */
    saveMethod: async (subject: Subject, method: NonNullable<PaymentMethod['method']>, today: string) => {
      await db
        .update(instalments)
        .set({ method })
        .where(and(isUnpaidBy(subject.id), gt(instalments.dueDate, today)));
      return change(subject, { paymentMethod: method });
    },

    /**
     * Moves everything that would be charged to the card, also what is due already; not what was refused, which is the
     * customer's to pay, nor what is being paid.
     */
    leaveCard: async (subject: Subject, method: 'bank' | 'claim'): Promise<void> => {
      await db
        .update(instalments)
        .set({ method })
        .where(and(isUnpaidBy(subject.id), eq(instalments.method, 'ccard'), isNull(instalments.refusedAt)));
    },

    begin: async (
      subject: Subject,
      row: { id: string; createdAt: string; expiresAt: string },
    ): Promise<void> => {
      await db.insert(cardVerifications).values({ ...row, customerId: subject.id });
    },

    verification: async (subject: Subject, id: string): Promise<VerificationRow | undefined> =>
      (await db.select().from(cardVerifications).where(verification(subject, id)))[0],
    /** The same, locked until the transaction ends, so that it is used once. */
    lockVerification: async (subject: Subject, id: string): Promise<VerificationRow | undefined> =>
      (await db.select().from(cardVerifications).where(verification(subject, id)).for('update'))[0],
    endVerification: async (subject: Subject, id: string, state: 'verified' | 'failed'): Promise<void> => {
      await db.update(cardVerifications).set({ state }).where(verification(subject, id));
    },
  };
};

const retentionMs = 86_400_000;

/** Deletes everyone's card verifications that were started more than a day before `now`. */
export const deleteOldVerifications = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - retentionMs).toISOString();
  await sweep(db, cardVerifications, lt(cardVerifications.createdAt, before));
};

export type PaymentDetailsStore = ReturnType<typeof createPaymentDetailsStore>;
export type DetailsRow = NonNullable<Awaited<ReturnType<PaymentDetailsStore['details']>>>;
