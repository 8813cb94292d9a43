import type { User } from '@hofn/contracts';
import { type Popup, popups } from '@hofn/contracts/popups.ts';

/** Inputs to the choice of popup. */
export type PopupState = {
  isStaff: boolean;
  /** Whether this page suppresses popups. */
  isSuppressed: boolean;
  /** Undefined until the signed-in user is known. */
  user: User | undefined;
  isHidden: (popup: Popup) => boolean;
  /** Responses of `checkpopup` so far. */
  checked: Partial<Record<Popup, boolean>>;
};

/** Whether a popup is needed, judging by the user's record alone. */
const isNeeded: Record<Popup, (user: User) => boolean> = {
  card: ({ paymentMethod }) => paymentMethod.ccardInfo === null,
  bank: () => true,
  contact: ({ popupinfo }) => popupinfo.showPopup,
};

/** Whether the user is looking at their own data. */
export const actsForSelf = ({ ssn, currentProxyUser }: User): boolean => ssn === currentProxyUser.value;

/**
 * The next popup in the order card, bank, contact (rule PAY-19), for users acting for themselves outside the
 * staff portal (rules PAY-11a to PAY-13a). A popup hidden in this visit stays hidden, whatever the API says.
 */
export const nextPopup = ({
  isStaff,
  isSuppressed,
  user,
  isHidden,
  checked,
}: PopupState): Popup | undefined => {
  if (isStaff || isSuppressed || !user || !actsForSelf(user)) return undefined;
  return popups.find((popup) => isNeeded[popup](user) && !isHidden(popup) && checked[popup] !== false);
};

/** The popup to show now: the next one, once `checkpopup` has confirmed it. */
export const popupToShow = (state: PopupState): Popup | undefined => {
  const popup = nextPopup(state);
  return popup && state.checked[popup] ? popup : undefined;
};
