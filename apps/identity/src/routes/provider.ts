import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringify } from 'node:querystring';
import type { AddressLimit } from '@hofn/service/address-limit.ts';
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { type IdentityFaults, noteFault } from '../faults.ts';

/** Raised when a JSON body is no flat object of texts. */
class BodyError extends Error {
  override name = 'BodyError';
  readonly statusCode = 400;
}

/**
 * A JSON body as the form that the provider reads: clients of this kind send JSON (rule AUTH-3). Numbers and truth
 * values become text, what is empty is left out, anything deeper is refused.
 * @throws BodyError
 */
const formOfJson = (text: string): string => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BodyError('the body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BodyError('the body must be a JSON object');
  }
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  for (const [name, field] of fields) {
    if (typeof field === 'object') throw new BodyError(`${name} must be a text`);
  }
  return stringify(Object.fromEntries(fields.map(([name, field]) => [name, String(field)])));
};

const form = 'application/x-www-form-urlencoded';

/** The request with a form for a body, in place of the one that has been read already. */
const withForm = (raw: IncomingMessage, body: string): IncomingMessage => {
  const bytes = Buffer.from(body);
  return Object.create(raw, {
    headers: {
      value: { ...raw.headers, 'content-type': form, 'content-length': String(bytes.length) },
    },
    readable: { value: true },
    iterator: {
      value: async function* () {
        yield bytes;
      },
    },
  }) as IncomingMessage;
};

const paths = {
  get: [
    '/authorize',
    '/authorize/:uid',
    '/userinfo',
    '/.well-known/jwks.json',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
  ],
  post: ['/oauth/token', '/oauth/revoke', '/userinfo'],
  options: [
    '/oauth/token',
    '/oauth/revoke',
    '/userinfo',
    '/.well-known/jwks.json',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
  ],
};

/** The provider's own routes. Bodies are read here, in JSON or as a form, so that size and shape are refused alike. */
export const providerRoutes: FastifyPluginAsync<{
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Of requests that begin a sign-in, each of which keeps a row for an hour (rule HOLD-13). */
  authorizations: AddressLimit;
  faults: IdentityFaults;
}> = async (server, { handle, authorizations, faults }) => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, formOfJson(String(body)));
    } catch (error) {
      done(error as BodyError);
    }
  });

  // These are answered to a client's script, which reads them only when its origin is named.
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) noteFault(request, error);
    return reply
      .code(status)
      .header('access-control-allow-origin', request.headers.origin ?? '*')
      .header('vary', 'Origin')
      .header('cache-control', 'no-store')
      .send({
        error: status >= 500 ? 'server_error' : 'invalid_request',
        error_description: status === 413 ? 'the body is too large' : error.message,
      });
  });

  const handOver = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.hijack();
    reply.raw.setHeader('x-request-id', request.id);
    const { body } = request;
    const raw = typeof body === 'string' ? withForm(request.raw, body) : request.raw;
    await handle(raw, reply.raw);
  };
  const limit = async (request: FastifyRequest, reply: FastifyReply) => {
    // With the database away, the provider says so on a page.
    const wait = await authorizations(request.ip).catch(() => 0);
    if (wait === 0) return;
    reply.header('retry-after', String(wait));
    return faults.show(request, reply, 'tooMany');
  };
  for (const url of paths.get)
    server.get(url, { exposeHeadRoute: false, ...(url === '/authorize' && { onRequest: limit }) }, handOver);
  for (const url of paths.post) server.post(url, handOver);
  for (const url of paths.options) server.options(url, handOver);
};
