import type { AskedPlan, CoreActPreview, PaymentChoices } from '@hofn/contracts';
import { type ActEffect, changeRequests, type Db, instalments, policies } from '@hofn/database';
import {
  type Debt,
  debtOf,
  type PlanChoice,
  type PlanOccasion,
  type PlanPart,
  partsOfPlan,
  planChoices,
  planFeeOf,
  planTermsOn,
  planUntil,
  whatHappensUnpaid,
} from '@hofn/insurance/billing/payment-plan.ts';
import { dayOfInstant, formatDate, formatMoney, formatPercent, type Language } from '@hofn/texts';
import { and, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import { isoInstant } from '../platform/instant.ts';
import { textsIn } from '../platform/texts.ts';

type Subject = Pick<Customer, 'id'>;
export type Payment = { dueDate: string; amount: number };

/** What a customer owes that is due, and what decides about other days for it. */
export type Owed = {
  rows: Array<typeof instalments.$inferSelect>;
  debt: Debt;
  /** Undefined before there were terms. */
  occasion: PlanOccasion | undefined;
  hasLapsed: boolean;
};

/** Everything that is due and unpaid, on a day. */
export const findOwed = async (db: Db, subject: Subject, day: string): Promise<Owed> => {
  const rows = await db
    .select()
    .from(instalments)
    .where(
      and(
        eq(instalments.customerId, subject.id),
        isNull(instalments.paidAt),
        isNull(instalments.cancelledAt),
        lte(instalments.dueDate, day),
      ),
    );
  const named = rows.flatMap(({ policyId }) => policyId ?? []);
  const paidFor = await db
    .select()
    .from(policies)
    .where(
      and(
        eq(policies.customerId, subject.id),
        named.length === rows.length ? inArray(policies.id, named) : undefined,
      ),
    );
  const terms = planTermsOn(day);
  return {
    rows,
    debt: debtOf(rows.map((facts) => ({ facts }))),
    occasion: terms && { day, until: planUntil(paidFor, day), terms },
    hasLapsed: paidFor.some(
      ({ lapsedOn, cancelledOn }) => lapsedOn !== null && lapsedOn <= day && cancelledOn === null,
    ),
  };
};

const paymentsOf = (parts: readonly PlanPart[]): Payment[] =>
  parts.map(({ dueDate, amount, penaltyInterest, fees }) => ({
    ...{ dueDate, amount: amount + penaltyInterest + fees },
  }));

/** The payments of a plan by what the core did. */
export const paymentsByCore = ({ instalments: coming }: Pick<ActEffect, 'instalments'>): Payment[] =>
  coming.flatMap(({ dueDate, after }) => (after > 0 ? [{ dueDate, amount: after }] : []));

const sumOf = (payments: readonly Payment[]): number => payments.reduce((sum, { amount }) => sum + amount, 0);

/**
 * What a choice costs: as the core says, and while it does not, by the terms.
 * @throws Fault `validation` naming `choice` when the terms do not allow it
 */
export const costOf = (
  { debt, occasion }: Owed,
  choice: PlanChoice,
  said: CoreActPreview | undefined,
  language: Language,
): { fee: number; total: number; payments: Payment[] } => {
  const parts = occasion && partsOfPlan(debt, choice, occasion);
  if (!parts) {
    const { later } = occasion ? planChoices(debt, occasion) : { later: null };
    const isDay = choice.kind === 'later' && later !== null;
    const params = later && { from: formatDate(language, later.from), to: formatDate(language, later.to) };
    throw new Fault('validation', {
      fields: [
        isDay && params
          ? { path: 'choice.on', reason: 'dayBetween', params }
          : { path: choice.kind === 'later' ? 'choice.on' : 'choice.count', reason: 'form' },
      ],
    });
  }
  const payments = said?.result === 'done' ? paymentsByCore(said.effect) : paymentsOf(parts);
  const fee = said?.result === 'done' ? said.effect.charged : planFeeOf(choice, occasion.terms);
  return { fee, total: sumOf(payments), payments };
};

/** What happens when nobody pays and nothing is agreed, a sentence each. */
const otherwiseOf = ({ rows, hasLapsed }: Owed, language: Language): string[] => {
  const t = textsIn(language);
  const then = whatHappensUnpaid(rows.map((row) => ({ ...row, policy: row.policyId })));
  if (!then) return [];
  const { reminder, penaltyRate, lapsesOn } = then;
  return [
    reminder
      ? t('paymentPlan|otherwise.reminder', {
          date: formatDate(language, reminder.on),
          amount: formatMoney(language, reminder.fee),
        })
      : t('paymentPlan|otherwise.reminded'),
    t('paymentPlan|otherwise.interest', { rate: formatPercent(language, penaltyRate * 100) }),
    t('paymentPlan|otherwise.lapse', { date: formatDate(language, lapsesOn) }),
    ...(hasLapsed ? [t('paymentPlan|otherwise.lapsed')] : []),
  ];
};

/** The subject's requests for other days to pay in a state. */
const isPlanOf = (subject: Subject, state: 'pending' | 'confirmed') =>
  and(
    eq(changeRequests.customerId, subject.id),
    eq(changeRequests.kind, 'plan'),
    eq(changeRequests.state, state),
  );

/** The subject's open request for other days to pay. */
export const findOpenPlan = async (db: Db, subject: Subject): Promise<PaymentChoices['open']> => {
  const [open] = await db
    .select({ id: changeRequests.id, requestedAt: changeRequests.createdAt })
    .from(changeRequests)
    .where(isPlanOf(subject, 'pending'))
    .orderBy(desc(changeRequests.createdAt))
    .limit(1);
  return open ? { id: open.id, requestedAt: isoInstant(open.requestedAt) } : null;
};

/** The payments that were agreed last; null once all are paid or ended. */
export const findRunningPlan = async (db: Db, subject: Subject): Promise<PaymentChoices['running']> => {
  const [agreed] = await db
    .select({ outcome: changeRequests.outcome, settledAt: changeRequests.settledAt })
    .from(changeRequests)
    .where(isPlanOf(subject, 'confirmed'))
    .orderBy(desc(changeRequests.settledAt))
    .limit(1);
  const payments = agreed?.outcome?.effect ? paymentsByCore(agreed.outcome.effect) : [];
  if (!agreed?.settledAt || payments.length === 0) return null;
  const rows = await db
    .select({ dueDate: instalments.dueDate, isPaid: sql<boolean>`${instalments.paidAt} is not null` })
    .from(instalments)
    .where(
      and(
        eq(instalments.customerId, subject.id),
        isNull(instalments.cancelledAt),
        inArray(
          instalments.dueDate,
          payments.map(({ dueDate }) => dueDate),
        ),
        // The days were agreed, so they are the last ones too.
        eq(instalments.dueDate, instalments.finalDueDate),
      ),
    );
  const known = payments.flatMap((payment) => {
    const row = rows.find(({ dueDate }) => dueDate === payment.dueDate);
    return row ? [{ ...payment, paid: row.isPaid }] : [];
  });
  if (known.every(({ paid }) => paid)) return null;
  return { agreedOn: dayOfInstant(new Date(agreed.settledAt)), payments: known };
};

/** What a customer can choose about what is due. */
export const choicesOf = (
  owed: Owed,
  language: Language,
): Pick<PaymentChoices, 'due' | 'later' | 'plans' | 'otherwise'> => {
  const { debt, occasion } = owed;
  const { later, plans } = occasion ? planChoices(debt, occasion) : { later: null, plans: [] };
  return {
    due: debt.total,
    later,
    plans: plans.map(({ count, fee, parts }) => {
      const payments = paymentsOf(parts);
      return { count, fee, total: sumOf(payments), payments };
    }),
    otherwise: otherwiseOf(owed, language),
  };
};

/** What was asked for, as labels with values. */
export const planFacts = (
  { choice, total }: AskedPlan,
  language: Language,
): Array<{ label: string; value: string }> => {
  const t = textsIn(language);
  return [
    { label: t('paymentPlan|debt'), value: formatMoney(language, total) },
    choice.kind === 'later'
      ? { label: t('paymentPlan|later'), value: formatDate(language, choice.on) }
      : { label: t('paymentPlan|parts'), value: String(choice.count) },
  ];
};
