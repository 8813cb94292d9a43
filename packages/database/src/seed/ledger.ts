import { addDays, splitIsk } from '@hofn/domain';
import { opaqueId } from './ids-and-instants.ts';
import type { Both, Rows } from './policy.ts';

type Instalment = Rows['instalments'][number];
type Entry = Rows['transactions'][number];
/** A policy's share of the instalments by yearly premium, from the first day for which it is charged. */
export type Sharer = { id: string; premium: number; chargedFrom: string; lapsedOn: string | null };

/** Days before the due date from which an instalment is on an invoice, and stays as it is. */
const invoicedDays = 14;
/** Whether a policy that lapsed on a day is in an instalment. */
export const isBilled = (lapsedOn: string | null, dueDate: string): boolean =>
  lapsedOn === null || dueDate <= addDays(lapsedOn, invoicedDays);

// A fleet is invoiced in one line, not one per vehicle.
const mostLines = 20;

const penalty: Both = { is: 'Dráttarvextir', en: 'Penalty interest' };
const collection: Both = { is: 'Innheimtukostnaður', en: 'Collection cost' };
const paidBy: Record<Instalment['method'], Both> = {
  ccard: { is: 'Greitt með greiðslukorti', en: 'Paid by card' },
  bank: { is: 'Greitt af bankareikningi', en: 'Paid from a bank account' },
  claim: { is: 'Krafa greidd í netbanka', en: 'Bill paid in online bank' },
};

/**
 * The ledger entries of a customer's instalments: charges by policy on the due date, interest and fees if late, and
 * payments. The sum of all entries is the amount due and unpaid today.
 */
export const ledgerOf = (
  customerId: string,
  today: string,
  instalments: readonly Instalment[],
  sharers: readonly Sharer[],
): Entry[] => {
  const entries: Omit<Entry, 'sequence'>[] = [];
  const book = (
    instalment: Instalment,
    entry: Pick<Entry, 'bookedOn' | 'type' | 'amount'> & { description: Both; policyId?: string | null },
  ) => {
    const { description, policyId = instalment.policyId ?? null, ...rest } = entry;
    if (entry.amount === 0) return;
    const id = opaqueId('transaction', customerId, instalment.id, entry.type, description.en, policyId ?? '');
    const [descriptionIs, descriptionEn] = [description.is, description.en];
    entries.push({ ...rest, customerId, id, descriptionIs, descriptionEn, policyId });
  };
  for (const instalment of instalments) {
    const { dueDate, finalDueDate, sequence, sequenceOf, amount, method, paidAt } = instalment;
    if (instalment.cancelledAt || (dueDate > today && !paidAt)) continue;
    const { penaltyInterest = 0, fees = 0 } = instalment;
    const description = {
      is: `Iðgjald, ${sequence}. greiðsla af ${sequenceOf}`,
      en: `Premium, instalment ${sequence} of ${sequenceOf}`,
    };
    const paidOn = paidAt?.slice(0, 10);
    const bookedOn = paidOn !== undefined && paidOn < dueDate ? paidOn : dueDate;
    const inForce = sharers.filter(
      ({ chargedFrom, lapsedOn }) => chargedFrom <= dueDate && isBilled(lapsedOn, dueDate),
    );
    if (instalment.policyId || inForce.length === 0 || inForce.length > mostLines) {
      book(instalment, { bookedOn, type: 'premium', amount, description });
    } else {
      const weights = inForce.map(({ premium }) => premium);
      for (const [place, share] of splitIsk(amount, weights).entries())
        book(instalment, {
          bookedOn,
          type: 'premium',
          amount: share,
          description,
          policyId: inForce[place]?.id ?? null,
        });
    }
    const late = addDays(finalDueDate, 1);
    const lateOn = late < today ? late : today;
    book(instalment, { bookedOn: lateOn, type: 'fee', amount: fees, description: collection });
    book(instalment, { bookedOn: lateOn, type: 'fee', amount: penaltyInterest, description: penalty });
    if (paidOn) {
      const paid = amount + penaltyInterest + fees;
      book(instalment, { bookedOn: paidOn, type: 'payment', amount: -paid, description: paidBy[method] });
    }
  }
  return entries
    .toSorted((a, b) => (a.bookedOn < b.bookedOn ? -1 : Number(a.bookedOn > b.bookedOn)))
    .map((entry, place) => ({ ...entry, sequence: place + 1 }));
};
