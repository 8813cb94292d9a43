import type { Instalment } from '@hofn/contracts';
import { customers, type Db, instalments, payments, policies, products, transactions } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { customerColumns } from '../platform/customer.ts';
import { pick } from '../platform/language.ts';
import { withPolicy } from '../platform/references.ts';
import { listOf } from '../platform/sql.ts';

/** An instalment, as it is stored; its total and state are derived from it and the day. */
export type InstalmentRow = Omit<Instalment, 'total' | 'state'> & { paymentId: string | null };

export type AccountRow = {
  /** Newest due date first. */
  instalments: InstalmentRow[];
  card: { brand: string; cardNumberMasked: string; expires: string } | null;
  instalmentLimit: number | null;
};

export type PaymentRow = typeof payments.$inferSelect;
type Subject = Pick<Customer, 'id'>;
/** A text in both languages: ledger entries are booked once and read in either. */
export type BookedText = { is: string; en: string };
/** A ledger entry of a payment. */
export type Booking = { id: string; type: 'premium' | 'payment'; amount: number; policyId: string | null } & {
  text: BookedText;
};

/** Instalments that match a condition, newest due date first. */
const instalmentsWhere = (db: Db, language: Language, condition: SQL | undefined) =>
  db
    .select({
      id: instalments.id,
      sequence: instalments.sequence,
      sequenceOf: instalments.sequenceOf,
      policyId: policies.id,
      policyNumber: policies.number,
      policyName: pick(language, products.nameIs, products.nameEn),
      dueDate: instalments.dueDate,
      finalDueDate: instalments.finalDueDate,
      amount: instalments.amount,
      penaltyInterest: instalments.penaltyInterest,
      fees: instalments.fees,
      method: instalments.method,
      paidOn: sql<string | null>`(${instalments.paidAt} at time zone 'utc')::date::text`,
      refused: sql<boolean>`${instalments.refusedAt} is not null`,
      lapsesOn: instalments.lapsesOn,
      paymentId: instalments.paymentId,
    })
    .from(instalments)
    .leftJoin(
      policies,
      and(eq(policies.customerId, instalments.customerId), eq(policies.id, instalments.policyId)),
    )
    .leftJoin(products, eq(products.id, policies.productId))
    .where(condition)
    .orderBy(desc(instalments.dueDate), instalments.id);

/** Instalments and payments. Every query names the subject. */
export const createPaymentStore = (db: Db) => {
  const accountIn = (language: Language) =>
    db
      .select({
        instalments: listOf(
          instalmentsWhere(
            db,
            language,
            and(eq(instalments.customerId, customers.id), isNull(instalments.cancelledAt)),
          ),
        ),
        brand: customers.cardBrand,
        cardNumberMasked: customers.cardNumberMasked,
        expires: customers.cardExpires,
        instalmentLimit: customers.instalmentLimit,
      })
      .from(customers)
      .where(eq(customers.id, sql.placeholder('subject')))
      .prepare(`payments_${language}`);
  const accounts = { is: accountIn('is'), en: accountIn('en') };

  const ofSubject = (subject: Subject, id: string) =>
    and(eq(payments.customerId, subject.id), eq(payments.id, id));

  return {
    /** The subject's card, and all instalments except cancelled ones. */
    account: async (subject: Subject, language: Language): Promise<AccountRow> => {
      const [row] = await accounts[language].execute({ subject: subject.id });
      if (!row) return { instalments: [], card: null, instalmentLimit: null };
      const { brand, cardNumberMasked, expires, ...rest } = row;
      return {
        ...rest,
        instalments: row.instalments.map(withPolicy),
        card: brand && cardNumberMasked && expires ? { brand, cardNumberMasked, expires } : null,
      };
    },

    /** The subject's instalments by id, locked until the transaction ends, so that nobody else starts to pay them. */
    lockInstalments: async (tx: Db, subject: Subject, ids: readonly string[]) => {
      const [card] = await tx
        .select({
          brand: customers.cardBrand,
          masked: customers.cardNumberMasked,
          expires: customers.cardExpires,
          token: customers.cardToken,
        })
        .from(customers)
        .where(eq(customers.id, subject.id))
        .for('update');
      const rows = await tx
        .select({
          id: instalments.id,
          amount: instalments.amount,
          penaltyInterest: instalments.penaltyInterest,
          fees: instalments.fees,
          paidOn: sql<string | null>`${instalments.paidAt}::text`,
          paymentId: instalments.paymentId,
        })
        .from(instalments)
        .where(
          and(
            eq(instalments.customerId, subject.id),
            inArray(instalments.id, [...ids]),
            isNull(instalments.cancelledAt),
          ),
        );
      return { rows, card };
    },

    /** Stores a payment that is about to be charged, and marks its instalments as being paid. */
    begin: async (tx: Db, payment: typeof payments.$inferInsert, ids: readonly string[]): Promise<void> => {
      await tx.insert(payments).values(payment);
      await tx
        .update(instalments)
        .set({ paymentId: payment.id })
        .where(and(eq(instalments.customerId, payment.customerId), inArray(instalments.id, [...ids])));
    },

    /** The subject's payment. */
    payment: async (subject: Subject, id: string): Promise<PaymentRow | undefined> =>
      (await db.select().from(payments).where(ofSubject(subject, id)))[0],

    /** A payment and its customer, for jobs. */
    due: async (
      customerId: string,
      id: string,
    ): Promise<{ payment: PaymentRow; subject: Customer } | undefined> => {
      const [row] = await db
        .select({
          payment: payments,
          subject: customerColumns,
        })
        .from(payments)
        .innerJoin(customers, eq(customers.id, payments.customerId))
        .where(and(eq(payments.customerId, customerId), eq(payments.id, id)));
      return row;
    },

    /** The instalments of a payment. */
    paidBy: async (tx: Db, subject: Subject, id: string, language: Language): Promise<InstalmentRow[]> => {
      const ofPayment = and(eq(instalments.customerId, subject.id), eq(instalments.paymentId, id));
      return (await instalmentsWhere(tx, language, ofPayment)).map(withPolicy);
    },

    /**
     * Ends a started payment, and releases its instalments unless they were paid.
     * @returns false when it had already ended
     */
    end: async (
      tx: Db,
      subject: Subject,
      id: string,
      ending: { state: 'paid' | 'declined' | 'cancelled'; reference?: string; at: string },
    ): Promise<boolean> => {
      const { state, reference = null, at } = ending;
      const ended = await tx
        .update(payments)
        .set({ state, reference, settledAt: at })
        .where(and(ofSubject(subject, id), eq(payments.state, 'started')))
        .returning({ id: payments.id });
      if (ended.length === 0) return false;
      await tx
        .update(instalments)
        .set(state === 'paid' ? { paidAt: at, refusedAt: null } : { paymentId: null })
        .where(and(eq(instalments.customerId, subject.id), eq(instalments.paymentId, id)));
      return true;
    },

    /** Appends entries to the subject's account. */
    book: async (tx: Db, subject: Subject, on: string, bookings: readonly Booking[]): Promise<void> => {
      // Locks the account, so that two payments don't take the same sequence number.
      await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, subject.id)).for('update');
      const [last] = await tx
        .select({ sequence: sql<number>`coalesce(max(${transactions.sequence}), 0)::int` })
        .from(transactions)
        .where(eq(transactions.customerId, subject.id));
      await tx.insert(transactions).values(
        bookings.map(({ text, ...booking }, place) => ({
          ...booking,
          customerId: subject.id,
          bookedOn: on,
          sequence: (last?.sequence ?? 0) + place + 1,
          descriptionIs: text.is,
          descriptionEn: text.en,
        })),
      );
    },
  };
};
export type PaymentStore = ReturnType<typeof createPaymentStore>;
