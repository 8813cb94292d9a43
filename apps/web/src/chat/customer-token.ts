import { openSession } from '../session/open-session.ts';
import { onSignOut } from '../session/sign-out.ts';
import { leaveChat } from './leave-chat.ts';

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
