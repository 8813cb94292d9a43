import { openSession } from '../session/open-session.ts';
import { onSignOut } from '../session/sign-out.ts';
import { leaveChat } from './leave-chat.ts';

// A page of the site has no frame that says so.
onSignOut(leaveChat);

/**
 * Access token of the signed-in customer; imported only if someone seems to be signed in, since it loads the session.
 * Throws if that cannot be determined: a customer must not be treated as an anonymous visitor.
 */
export const customerToken = async (): Promise<string | undefined> => {
  const { session } = openSession();
  await session.start();
  const { error } = session.state();
  if (error) throw error;
  return session.calls.token();
};
