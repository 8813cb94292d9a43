import { openSession } from '../session/browser.ts';

/** The access token of whoever is signed in; loaded only where someone seems to be, for it brings the session along. */
export const customerToken = async (): Promise<string | undefined> => {
  const { session } = openSession();
  await session.start();
  return session.calls.token();
};
