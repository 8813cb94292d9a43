import type { Db } from '@hofn/database';
import type { FastifyPluginAsync } from 'fastify';
import type Provider from 'oidc-provider';
import type { IdentityClient } from '../clients.ts';
import type { IdentityFaults } from '../faults.ts';
import { endSession } from '../session.ts';

type Query = { client_id?: unknown; returnTo?: unknown; federated?: unknown };

/** Where a logout may lead: a registered address, compared as an exact string, or the client's first one. */
const destination = (client: IdentityClient | undefined, asked: unknown): string | undefined =>
  asked === undefined ? client?.logout_uris[0] : client?.logout_uris.find((uri) => uri === asked);

/**
 * `GET /v2/logout` (rules AUTH-4, AUTH-11): ends the session and all that was issued on it, then redirects. Anything
 * unregistered is refused before anything is ended. `federated` asks to end the session at an upstream provider too:
 * there is none yet, and so nothing more to end.
 */
export const logoutRoutes: FastifyPluginAsync<{
  db: Db;
  clients: ReadonlyMap<string, IdentityClient>;
  current(): Provider;
  faults: IdentityFaults;
}> = async (server, { db, clients, current, faults }) => {
  server.get<{ Querystring: Query }>('/v2/logout', async (request, reply) => {
    const { client_id: clientId, returnTo } = request.query;
    const client = typeof clientId === 'string' ? clients.get(clientId) : undefined;
    const to = destination(client, returnTo);
    if (!client || to === undefined) return faults.show(request, reply, 'logout');
    const sub = await endSession(current(), db, request.raw, reply.raw);
    if (sub !== undefined) {
      request.log.info({ audit: 'logout', client: client.client_id, sub }, 'logged out');
    }
    return reply.header('cache-control', 'no-store').redirect(to, 302);
  });
};
