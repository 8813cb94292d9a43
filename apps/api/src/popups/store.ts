import type { Popup } from '@hofn/contracts';
import { customers, type Db, popupsPutOff } from '@hofn/database';
import { and, eq } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';

type Subject = Pick<Customer, 'id'>;

export const createPopupStore = (db: Db) => {
  const byId = (subject: Subject, popup: Popup) =>
    and(eq(popupsPutOff.customerId, subject.id), eq(popupsPutOff.popup, popup));
  return {
    /** What decides whether a popup is shown, and when the subject last put it off. */
    popup: async (subject: Subject, popup: Popup) =>
      (
        await db
          .select({
            cardNumberMasked: customers.cardNumberMasked,
            paymentMethod: customers.paymentMethod,
            bankAccount: customers.bankAccount,
            contactConfirmedOn: customers.contactConfirmedOn,
            putOffAt: popupsPutOff.at,
          })
          .from(customers)
          .leftJoin(
            popupsPutOff,
            and(eq(popupsPutOff.customerId, customers.id), eq(popupsPutOff.popup, popup)),
          )
          .where(eq(customers.id, subject.id))
      )[0],
    putOff: async (subject: Subject, popup: Popup, at: string): Promise<void> => {
      await db
        .insert(popupsPutOff)
        .values({ customerId: subject.id, popup, at })
        .onConflictDoUpdate({ target: [popupsPutOff.customerId, popupsPutOff.popup], set: { at } });
    },
    done: async (subject: Subject, popup: Popup): Promise<void> => {
      await db.delete(popupsPutOff).where(byId(subject, popup));
    },
  };
};
export type PopupRow = NonNullable<Awaited<ReturnType<ReturnType<typeof createPopupStore>['popup']>>>;
