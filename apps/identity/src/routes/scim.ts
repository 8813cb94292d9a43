import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isOutage, logFailure } from '../error-pages.ts';
import { changesOf, changesOfPatch, parseFilter, ScimFault, userSchema } from '../scim/attributes.ts';
import type { Directory, DirectoryUser } from '../scim/directory.ts';

/** Path under the issuer. */
export const scimPath = '/scim/v2';

const messages = 'urn:ietf:params:scim:api:messages:2.0';
const type = 'application/scim+json; charset=utf-8';
const mostResults = 200;

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

const send = (reply: FastifyReply, status: number, body: object) =>
  reply.code(status).type(type).send(JSON.stringify(body));

const sendFault = (reply: FastifyReply, status: number, detail: string, scimType?: string) =>
  send(reply, status, {
    schemas: [`${messages}:Error`],
    status: String(status),
    ...(scimType && { scimType }),
    detail,
  });

const serviceProviderConfig = (issuer: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The value of the setting SCIM_TOKEN',
      primary: true,
    },
  ],
  meta: {
    resourceType: 'ServiceProviderConfig',
    location: new URL(`${scimPath}/ServiceProviderConfig`, issuer).href,
  },
});

const number = (fallback: number, min: number) =>
  z.coerce
    .number()
    .int()
    .catch(fallback)
    .transform((n) => Math.max(min, n));
const listQuery = z.object({
  filter: z.string().optional(),
  startIndex: number(1, 1).default(1),
  count: number(100, 0).default(100),
});

const causeOf = ({ ip, id }: FastifyRequest) => ({ by: 'scim', address: ip, requestId: id }) as const;

type ById = { Params: { id: string } };

/**
 * SCIM 2.0 (RFC 7644) for users, as far as Entra and Okta use it: the insurer's user directory adds employees and ends
 * their access (rule HOLD-11).
 */
export const scimRoutes: FastifyPluginAsync<{
  directory: Directory;
  tokens: readonly string[];
  issuer: string;
}> = async (server, { directory, tokens, issuer }) => {
  const expected = tokens.map(hashOf);

  const resourceOf = ({ key, userName, externalId, fullName, email, active }: DirectoryUser) => ({
    schemas: [userSchema],
    id: key,
    ...(externalId !== undefined && { externalId }),
    userName,
    displayName: fullName,
    name: { formatted: fullName },
    emails: [{ value: email, type: 'work', primary: true }],
    active,
    meta: { resourceType: 'User', location: new URL(`${scimPath}/Users/${key}`, issuer).href },
  });

  server.addContentTypeParser('application/scim+json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(new ScimFault(400, 'the body is not JSON', 'invalidSyntax'));
    }
  });
  server.setErrorHandler<FastifyError | ScimFault>((error, request, reply) => {
    if (error instanceof ScimFault) return sendFault(reply, error.status, error.message, error.scimType);
    const status = error.statusCode ?? 500;
    if (status < 500)
      return sendFault(reply, status, error.message, status === 400 ? 'invalidSyntax' : undefined);
    logFailure(request, error);
    const isDown = isOutage(error) || status === 503 || status === 504;
    if (isDown) reply.header('retry-after', '10');
    return sendFault(reply, isDown ? 503 : 500, isDown ? 'try again in a few seconds' : 'the service failed');
  });
  server.setNotFoundHandler((_request, reply) => sendFault(reply, 404, 'there is no such resource'));

  server.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const given = hashOf(/^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '');
    // Hashes have one length, so that the comparison takes the same time for any token.
    if (expected.filter((token) => timingSafeEqual(token, given)).length > 0) return;
    request.log.warn({ audit: 'SCIM refused', address: request.ip }, 'wrong SCIM token');
    await sendFault(reply.header('www-authenticate', 'Bearer'), 401, 'the bearer token is missing or wrong');
  });

  const attributesOf = ({ body }: FastifyRequest): Record<string, unknown> => {
    const parsed = z.record(z.string(), z.unknown()).safeParse(body);
    if (!parsed.success) throw new ScimFault(400, 'the body must be an object', 'invalidSyntax');
    return parsed.data;
  };

  server.get('/ServiceProviderConfig', async (_request, reply) =>
    send(reply, 200, serviceProviderConfig(issuer)),
  );

  server.get('/Users', async ({ query }, reply) => {
    const parsed = listQuery.safeParse(query);
    if (!parsed.success) throw new ScimFault(400, 'filter must be given once', 'invalidFilter');
    const { filter, startIndex, count } = parsed.data;
    const limit = Math.min(count, mostResults);
    const { total, users } = await directory.list(parseFilter(filter), { offset: startIndex - 1, limit });
    return send(reply, 200, {
      schemas: [`${messages}:ListResponse`],
      totalResults: total,
      startIndex,
      itemsPerPage: users.length,
      Resources: users.map(resourceOf),
    });
  });

  server.post('/Users', async (request, reply) => {
    const user = resourceOf(await directory.add(changesOf(attributesOf(request)), causeOf(request)));
    return send(reply.header('location', user.meta.location), 201, user);
  });

  server.get<ById>('/Users/:id', async ({ params }, reply) =>
    send(reply, 200, resourceOf(await directory.get(params.id))),
  );

  server.put<ById>('/Users/:id', async (request, reply) => {
    const changes = changesOf(attributesOf(request));
    return send(reply, 200, resourceOf(await directory.change(request.params.id, changes, causeOf(request))));
  });

  server.patch<ById>('/Users/:id', async (request, reply) => {
    const changes = changesOfPatch(request.body);
    return send(reply, 200, resourceOf(await directory.change(request.params.id, changes, causeOf(request))));
  });

  server.delete<ById>('/Users/:id', async (request, reply) => {
    await directory.remove(request.params.id, causeOf(request));
    return reply.code(204).send();
  });
};
