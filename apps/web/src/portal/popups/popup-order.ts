import type { User } from '@hofn/contracts';
import { type Popup, popups } from '@hofn/contracts/popups.ts';

/** What decides which popup stands. */
export type Deciding = {
  isStaff: boolean;
  /** The page is one that a popup would only be in the way of. */
  rests: boolean;
  /** Nothing until it is known who is signed in. */
  user: User | undefined;
  isHidden: (popup: Popup) => boolean;
  /** What `checkpopup` said; nothing until it has. */
  checked: Partial<Record<Popup, boolean>>;
};

/** Whether a popup has something to ask, as far as the signed-in person's own record tells. */
const asks: Record<Popup, (user: User) => boolean> = {
  card: ({ paymentMethod }) => paymentMethod.ccardInfo === null,
  bank: () => true,
  contact: ({ popupinfo }) => popupinfo.showPopup,
};

/** Whether the reader is shown their own data. */
export const actsForSelf = ({ ssn, currentProxyUser }: User): boolean => ssn === currentProxyUser.value;

/**
 * The one popup whose turn it is: card, bank, contact, in that order (rule PAY-19), for who acts for themselves, outside
 * the staff portal (rules PAY-11a to PAY-13a). What was hidden in this visit stays hidden, whatever the service says.
 */
export const candidateOf = ({ isStaff, rests, user, isHidden, checked }: Deciding): Popup | undefined => {
  if (isStaff || rests || !user || !actsForSelf(user)) return undefined;
  return popups.find((popup) => asks[popup](user) && !isHidden(popup) && checked[popup] !== false);
};

/** The popup to show now: the candidate, once the service has agreed. */
export const popupToShow = (deciding: Deciding): Popup | undefined => {
  const popup = candidateOf(deciding);
  return popup && deciding.checked[popup] ? popup : undefined;
};
