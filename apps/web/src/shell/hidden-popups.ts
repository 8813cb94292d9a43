import type { Popup } from '@hofn/contracts/popups.ts';
import { visitStorage } from '../engine/visit-storage.ts';

/** Under what names session storage keeps that a popup was hidden; `true` for the rest of the visit (rule PAY-14). */
export const hiddenNames: Record<Popup, string> = {
  card: 'hofn.hideCardPopup',
  bank: 'hofn.hideBankPopup',
  contact: 'hofn.hideContactPopup',
};

export const storedAsHidden = (popup: Popup): boolean => {
  try {
    return visitStorage().getItem(hiddenNames[popup]) === 'true';
  } catch {
    return false;
  }
};

export const hide = (popup: Popup): void => {
  try {
    visitStorage().setItem(hiddenNames[popup], 'true');
  } catch {
    // Where the browser keeps nothing, it holds for the open page.
  }
};

/** Whoever signs in next in the tab is asked anew: what one put away is not put away for another. */
export const forgetHidden = (): void => {
  try {
    for (const name of Object.values(hiddenNames)) window.sessionStorage.removeItem(name);
  } catch {
    // Where the browser keeps nothing, nothing is to be forgotten.
  }
};
