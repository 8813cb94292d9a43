import { visitStorage } from '../../engine/visit-storage.ts';

/** Keyed by customer, because another one may use the same tab later (rule HOLD-2). */
const keyOf = (subject: string): string => `hofn.cardRegistration.${subject}`;

/** Notes that the card service's page is open for a customer, in case ours is reloaded or left. */
export const noteRegistration = (subject: string | undefined, isOpen: boolean): void => {
  if (subject === undefined) return;
  try {
    visitStorage().setItem(keyOf(subject), isOpen ? 'open' : '');
  } catch {
    // Without storage nothing is said about a registration that was left.
  }
};

/** Whether the customer's registration was open when the page was left. */
export const hasUnfinished = (subject: string | undefined): boolean => {
  if (subject === undefined) return false;
  try {
    return visitStorage().getItem(keyOf(subject)) === 'open';
  } catch {
    return false;
  }
};
