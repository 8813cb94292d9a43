import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Db } from '@hofn/database';
import type Provider from 'oidc-provider';
import { revokeGrants } from './records.ts';

/**
 * Ends the browser's session with every grant and token issued under it, and expires its cookie (rule AUTH-11).
 * @returns the account that was signed in, if any
 */
export const endSession = async (
  provider: Provider,
  db: Db,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<string | undefined> => {
  const context = provider.createContext(request, response);
  const session = await provider.Session.get(context);
  const { accountId, authorizations = {} } = session;
  if (accountId !== undefined) {
    const grantIds = Object.values(authorizations).flatMap(({ grantId }) => grantId ?? []);
    await revokeGrants(db, grantIds);
    await session.destroy();
  }
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  context.cookies.set(provider.cookieName('session'), null, cookie);
  return accountId;
};
