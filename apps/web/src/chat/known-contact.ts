import { importOnDemand } from '../engine/chunks.ts';
import { hasSessionCookie } from '../session/signed-in.ts';
import { isStaffHost } from '../session/staff-host.ts';
import type { Contact } from './customer-token.ts';

export const loadCustomer = importOnDemand(() => import('./customer-token.ts'));

/** Employees write as anonymous visitors, so the session cookie does not count on the staff host. */
export const isCustomer = (): boolean => !isStaffHost(location.hostname) && hasSessionCookie();

/** The signed-in customer; undefined for a visitor, and when it cannot be read: the form is then empty. */
export const knownContact = async (): Promise<Contact | undefined> => {
  if (!isCustomer()) return undefined;
  try {
    return await (await loadCustomer()).customerContact();
  } catch (error) {
    console.info('The form is not filled in.', error);
    return undefined;
  }
};
