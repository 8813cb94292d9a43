import type { Db } from '@hofn/database';
import { type BuyerFault, buyerFault, firstDaysOfCover } from '@hofn/domain/purchase.ts';
import type { Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import type { Existing } from './existing.ts';
import { createPurchaseStore, type PurchaseRow } from './store.ts';

const faultOf: Record<BuyerFault, 'buyerUnderAge' | 'identityDiffers'> = {
  ...{ underAge: 'buyerUnderAge', identityDiffers: 'identityDiffers' },
};

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
  const { from } = firstDaysOfCover(today);
  const missing = [
    insured === null && { path: 'insured', reason: 'required' },
    needs === null && { path: 'needs', reason: 'required' },
    documentsReadAt === null && { path: 'read', reason: 'documentsUnread' },
    firstDay === null && { path: 'firstDay', reason: 'required' },
    firstDay !== null && firstDay < from && { path: 'firstDay', reason: 'firstDayPast' },
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
