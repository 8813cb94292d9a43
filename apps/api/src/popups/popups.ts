import type { Popup } from '@hofn/contracts';
import { isContactOutdated } from '../contact/contact.ts';
import type { PopupRow } from './store.ts';

/** Days that a popup stays away after it was put off. */
export const putOffDays = 30;
const dayMs = 86_400_000;

/** When each popup has something to ask: no card and no direct debit, no bank account, unconfirmed contact details. */
const isNeeded: Record<Popup, (row: PopupRow, today: string) => boolean> = {
  card: ({ cardNumberMasked, paymentMethod }) => cardNumberMasked === null && paymentMethod !== 'bank',
  bank: ({ bankAccount }) => bankAccount === null,
  contact: ({ contactConfirmedOn }, today) => isContactOutdated(contactConfirmedOn, today),
};

/** Whether a popup is needed and was not put off recently. `today` is a day in Iceland. */
export const showsPopup = (popup: Popup, row: PopupRow, now: Date, today: string): boolean => {
  const { putOffAt } = row;
  const isPutOff = putOffAt !== null && now.getTime() - new Date(putOffAt).getTime() < putOffDays * dayMs;
  return isNeeded[popup](row, today) && !isPutOff;
};
