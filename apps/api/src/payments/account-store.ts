import type { Instalment } from '@hofn/contracts';
import { customers, type Db, instalments, payments, policies, products, refunds } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { pick } from '../platform/language.ts';
import { withPolicy } from '../platform/references.ts';
import { listOf } from '../platform/sql.ts';

type Subject = Pick<Customer, 'id'>;

/** An instalment, as it is stored; its total and state are derived from it and the day. */
export type InstalmentRow = Omit<Instalment, 'total' | 'state' | 'collection'> & {
  paymentId: string | null;
  /** What that payment charges or has charged for it. */
  chargedAmount: number | null;
};

/** A card payment that was refunded, all or in part. Instants are RFC 3339. */
export type RefundedPayment = {
  id: string;
  amount: number;
  card: string;
  refundedOn: string;
  paidOn: string;
};

export type AccountRow = {
  /** Newest due date first. */
  instalments: InstalmentRow[];
  card: { brand: string; cardNumberMasked: string; expires: string } | null;
  instalmentLimit: number | null;
  /** Newest first. */
  refunds: RefundedPayment[];
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
      chargedAmount: instalments.chargedAmount,
    })
    .from(instalments)
    .leftJoin(
      policies,
      and(eq(policies.customerId, instalments.customerId), eq(policies.id, instalments.policyId)),
    )
    .leftJoin(products, eq(products.id, policies.productId))
    .where(condition)
    .orderBy(desc(instalments.dueDate), instalments.id);

const onDay = (at: typeof refunds.settledAt | typeof payments.createdAt) =>
  sql<string>`(${at} at time zone 'utc')::date::text`;

/** Card payments of the customer of a query that were refunded, newest first. */
const refundedPayments = (db: Db) =>
  db
    .select({
      id: refunds.id,
      amount: refunds.amount,
      card: payments.card,
      refundedOn: onDay(refunds.settledAt).as('refunded_on'),
      paidOn: onDay(payments.createdAt).as('paid_on'),
    })
    .from(refunds)
    .innerJoin(payments, and(eq(payments.customerId, refunds.customerId), eq(payments.id, refunds.paymentId)))
    .where(and(eq(refunds.customerId, customers.id), eq(refunds.state, 'refunded')))
    .orderBy(desc(refunds.settledAt), refunds.id);

/** The instalments of a payment, except cancelled ones. */
export const instalmentsPaidBy = async (
  tx: Db,
  subject: Subject,
  id: string,
  language: Language,
): Promise<InstalmentRow[]> => {
  const ofPayment = and(
    eq(instalments.customerId, subject.id),
    eq(instalments.paymentId, id),
    isNull(instalments.cancelledAt),
  );
  return (await instalmentsWhere(tx, language, ofPayment)).map(withPolicy);
};

/** A subject's instalments and card. */
export const createAccountStore = (db: Db) => {
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
        refunds: listOf(refundedPayments(db)),
      })
      .from(customers)
      .where(eq(customers.id, sql.placeholder('subject')))
      .prepare(`payments_${language}`);
  const accounts = { is: accountIn('is'), en: accountIn('en') };

  return {
    /** The subject's card, and all instalments except cancelled ones. */
    account: async (subject: Subject, language: Language): Promise<AccountRow> => {
      const [row] = await accounts[language].execute({ subject: subject.id });
      if (!row) return { instalments: [], card: null, instalmentLimit: null, refunds: [] };
      const { brand, cardNumberMasked, expires, ...rest } = row;
      return {
        ...rest,
        instalments: row.instalments.map(withPolicy),
        card: brand && cardNumberMasked && expires ? { brand, cardNumberMasked, expires } : null,
      };
    },
  };
};
export type AccountStore = ReturnType<typeof createAccountStore>;
