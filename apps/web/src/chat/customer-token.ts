import { formatKennitala } from '@hofn/domain/kennitala.ts';
import { openSession } from '../session/open-session.ts';
import { userQuery } from '../session/receive.ts';
import { onSignOut } from '../session/sign-out.ts';
import { leaveChat } from './leave-chat.ts';

/** Who writes to us, as they are known to us. */
export type Contact = { name: string; email: string; ssn: string };

// Site pages have no portal frame to call leaveChat on sign-out.
onSignOut(leaveChat);

/**
 * Access token of the signed-in customer. Import this module only if the session cookie is set, because it loads the
 * session. Throws if the session state is unknown: a customer must not be treated as an anonymous visitor.
 */
export const customerToken = async (): Promise<string | undefined> => {
  const { session } = openSession();
  await session.start();
  const { error } = session.state();
  if (error) throw error;
  return session.calls.token();
};

/** How we know the signed-in customer, for a form that they may change; undefined if nobody is signed in after all. */
export const customerContact = async (): Promise<Contact | undefined> => {
  if ((await customerToken()) === undefined) return undefined;
  const parts = openSession();
  const { value: user } = await parts.queries.ensureQueryData(userQuery(parts));
  return { name: user.fullName, email: user.popupinfo.email ?? '', ssn: formatKennitala(user.ssn) };
};
