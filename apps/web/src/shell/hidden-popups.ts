import type { Popup } from '@hofn/contracts/popups.ts';
import { visitStorage } from '../engine/visit-storage.ts';

/** Session storage keys; `true` hides the popup for the rest of the visit (rule PAY-14). */
export const hiddenKeys: Record<Popup, string> = {
  card: 'hofn.hideCardPopup',
  bank: 'hofn.hideBankPopup',
  contact: 'hofn.hideContactPopup',
};

export const isHiddenForVisit = (popup: Popup): boolean => {
  try {
    return visitStorage().getItem(hiddenKeys[popup]) === 'true';
  } catch {
    return false;
  }
};

export const hideForVisit = (popup: Popup): void => {
  try {
    visitStorage().setItem(hiddenKeys[popup], 'true');
  } catch {
    // Without storage the popup stays hidden on this page only.
  }
};

/** Clears the choices at sign-out: the next user in this tab is asked again. */
export const forgetHidden = (): void => {
  try {
    for (const name of Object.values(hiddenKeys)) window.sessionStorage.removeItem(name);
  } catch {
    // Without storage there is nothing to clear.
  }
};
