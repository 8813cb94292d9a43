import { importOnDemand } from '../engine/chunks.ts';
import { hasSessionCookie } from '../session/signed-in.ts';
import { isStaffHost } from '../session/staff-host.ts';
import type { Contact } from './customer-token.ts';

export const loadCustomer = importOnDemand(() => import('./customer-token.ts'));

/** Employees write as anonymous visitors, so the session cookie does not count on the staff host. */
export const isCustomer = (): boolean => !isStaffHost(location.hostname) && hasSessionCookie();

/**
 * The token of the signed-in customer, by which what they send is listed among their messages; undefined for a visitor, and
 * when it cannot be had: it is sent all the same.
 */
export const knownToken = async (): Promise<string | undefined> => {
  if (!isCustomer()) return undefined;
  try {
    return await (await loadCustomer()).customerToken();
  } catch (error) {
    console.info('The message is sent without its sender.', error);
    return undefined;
  }
};

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
