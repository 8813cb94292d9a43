import type { Popup } from '@hofn/contracts';
import { contactIsOld } from '../contact/contact.ts';
import type { PopupRow } from './store.ts';

/** For so long a popup that was put off does not come back, in days. */
export const putOffDays = 30;
const dayMs = 86_400_000;

/** What there is to ask: a card of who has none and does not pay by direct debit, an account, contact details. */
const asks: Record<Popup, (row: PopupRow, today: string) => boolean> = {
  card: ({ cardNumberMasked, paymentMethod }) => cardNumberMasked === null && paymentMethod !== 'bank',
  bank: ({ bankAccount }) => bankAccount === null,
  contact: ({ contactConfirmedOn }, today) => contactIsOld(contactConfirmedOn, today),
};

/** Whether a popup has something to ask, and was not put off lately. `today` is a day in Iceland. */
export const showsPopup = (popup: Popup, row: PopupRow, now: Date, today: string): boolean => {
  const { putOffAt } = row;
  const rests = putOffAt !== null && now.getTime() - new Date(putOffAt).getTime() < putOffDays * dayMs;
  return asks[popup](row, today) && !rests;
};
