import { visitStorage } from '../../engine/visit-storage.ts';

const key = 'hofn.cardRegistration';

/** Notes that the card service's page is open, in case ours is reloaded or left. */
export const noteRegistration = (isOpen: boolean): void => {
  try {
    visitStorage().setItem(key, isOpen ? 'open' : '');
  } catch {
    // Without storage nothing is said about a registration that was left.
  }
};

/** Whether a registration was open when the page was left; asked once. */
export const takeUnfinished = (): boolean => {
  try {
    const isUnfinished = visitStorage().getItem(key) === 'open';
    if (isUnfinished) noteRegistration(false);
    return isUnfinished;
  } catch {
    return false;
  }
};
