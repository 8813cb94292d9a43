import type { Db } from '@hofn/database';
import type { FastifyPluginAsync } from 'fastify';
import type Provider from 'oidc-provider';
import type { IdentityClient } from '../clients.ts';
import type { ErrorPages } from '../error-pages.ts';
import { endSession } from '../session.ts';

type Query = { client_id?: unknown; returnTo?: unknown; federated?: unknown };

/** The registered URL to redirect to, compared as an exact string; by default the client's first one. */
const destination = (client: IdentityClient | undefined, returnTo: unknown): string | undefined =>
  returnTo === undefined ? client?.logout_uris[0] : client?.logout_uris.find((uri) => uri === returnTo);

/**
 * `GET /v2/logout` (rules AUTH-4, AUTH-11): ends the session with everything issued under it, then redirects. An
 * unregistered client or URL is refused before the session ends. `federated` asks to log out of the upstream provider
 * too; it is accepted and ignored, since there is none.
 */
export const logoutRoutes: FastifyPluginAsync<{
  db: Db;
  clients: ReadonlyMap<string, IdentityClient>;
  current(): Provider;
  errorPages: ErrorPages;
}> = async (server, { db, clients, current, errorPages }) => {
  server.get<{ Querystring: Query }>('/v2/logout', async (request, reply) => {
    const { client_id: clientId, returnTo } = request.query;
    const client = typeof clientId === 'string' ? clients.get(clientId) : undefined;
    const to = destination(client, returnTo);
    if (!client || to === undefined) return errorPages.send(request, reply, 'logout');
    const sub = await endSession(current(), db, request.raw, reply.raw);
    if (sub !== undefined) {
      request.log.info({ audit: 'logout', client: client.client_id, sub }, 'logged out');
    }
    return reply.header('cache-control', 'no-store').redirect(to, 302);
  });
};
