import type { Db } from '@hofn/database';
import { type BuyerFault, buyerFault, firstDaysOfCover, lastDayOpen } from '@hofn/domain/purchase.ts';
import { dayOfInstant, formatDate, type Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import type { Existing } from './existing.ts';
import { createPurchaseStore, type PurchaseRow } from './store.ts';

const faultOf: Record<BuyerFault, 'buyerUnderAge' | 'identityDiffers'> = {
  ...{ underAge: 'buyerUnderAge', identityDiffers: 'identityDiffers' },
};

/** Whether the last day on which a purchase could be finished is over, also before the nightly job ends it. */
export const isPastLastDay = ({ startedAt }: Pick<PurchaseRow, 'startedAt'>, today: string): boolean =>
  lastDayOpen(dayOfInstant(new Date(startedAt))) < today;

/** @throws Fault `notFound` when there is none, or it belongs to another customer */
export const findPurchase = async (tx: Db, subject: Customer, id: string): Promise<PurchaseRow> => {
  const row = await createPurchaseStore(tx).one(subject, id);
  if (!row) throw new Fault('notFound');
  return row;
};

/**
 * Checks that somebody may buy at the price that was given for answers.
 * @throws Fault `buyerUnderAge`, `identityDiffers`
 */
export const expectBuyer = (
  subject: Customer,
  { answers }: Pick<PurchaseRow, 'answers'>,
  today: string,
): void => {
  const fault = buyerFault(subject.ssn, answers, today);
  if (fault) throw new Fault(faultOf[fault]);
};

/** The fault that names what is missing or wrong in a purchase that nobody can buy. */
export const incompleteFault = async (
  tx: Db,
  subject: Customer,
  purchase: PurchaseRow,
  { existing: find, today, language }: { existing: Existing; today: string; language: Language },
): Promise<Fault> => {
  const { insured, needs, documentsReadAt, firstDay } = purchase;
  const { from, to } = firstDaysOfCover(today);
  const missing = [
    insured === null && { path: 'insured', reason: 'required' },
    needs === null && { path: 'needs', reason: 'required' },
    documentsReadAt === null && { path: 'read', reason: 'documentsUnread' },
    firstDay === null && { path: 'firstDay', reason: 'required' },
    firstDay !== null && firstDay < from && { path: 'firstDay', reason: 'firstDayPast' },
    firstDay !== null &&
      firstDay > to && {
        path: 'firstDay',
        reason: 'firstDayLate',
        params: { date: formatDate(language, to) },
      },
  ].filter((fault) => fault !== false);
  if (missing.length > 0) return new Fault('validation', { fields: missing });
  const { existing, doubles } = await find(tx, subject, purchase, language);
  if (!doubles) return new Fault('purchaseChanged');
  const [own] = existing;
  const fields = own
    ? [{ path: 'plate', reason: 'insuredByPolicy', params: { number: own.number } }]
    : [{ path: 'plate', reason: 'insuredHere' }];
  return new Fault('alreadyInsured', { fields });
};
