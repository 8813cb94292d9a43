import { openSession } from '../session/open-session.ts';
import { onSignOut } from '../session/sign-out.ts';
import { leaveChat } from './leave-chat.ts';

// A page of the site has no frame that says so.
onSignOut(leaveChat);

/**
 * The access token of whoever is signed in; loaded only where someone seems to be, for it brings the session along. Throws
 * where that cannot be known now: a customer is then not taken for a visitor.
 */
export const customerToken = async (): Promise<string | undefined> => {
  const { session } = openSession();
  await session.start();
  const { error } = session.state();
  if (error) throw error;
  return session.calls.token();
};
