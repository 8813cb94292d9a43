import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringify } from 'node:querystring';
import type { AddressLimit } from '@hofn/service/address-limit.ts';
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorPages, logFailure } from '../error-pages.ts';

/** Thrown when a JSON body is not a flat object of strings. */
class BodyError extends Error {
  override name = 'BodyError';
  readonly statusCode = 400;
}

/**
 * Converts a JSON body to the form encoding that the provider reads: Auth0-style clients send JSON (rule AUTH-3).
 * Numbers and booleans become strings, null is omitted, nested values are refused.
 * @throws BodyError
 */
const jsonToForm = (text: string): string => {
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
    if (typeof field === 'object') throw new BodyError(`${name} must be a string`);
  }
  return stringify(Object.fromEntries(fields.map(([name, field]) => [name, String(field)])));
};

const form = 'application/x-www-form-urlencoded';

/** The request with a form body in place of the body already consumed. */
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

/** For less time than the next key is published before it signs. */
const wellKnownCache = 'public, max-age=300';

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

/** The provider's own routes. Bodies are parsed here, JSON or form, so that both have the same size limit and errors. */
export const providerRoutes: FastifyPluginAsync<{
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Every address that the provider writes begins with it, whatever Host a request names. */
  issuer: string;
  /** Limits authorization requests by address, since each one stores a row for an hour (rule HOLD-13). */
  authorizations: AddressLimit;
  /** Limits token requests by address: each one is looked up in the database, whatever it contains. */
  tokenRequests: AddressLimit;
  errorPages: ErrorPages;
}> = async (server, { handle, issuer, authorizations, tokenRequests, errorPages }) => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, jsonToForm(String(body)));
    } catch (error) {
      done(error as BodyError);
    }
  });

  // Client scripts read these responses, which needs CORS headers.
  const sendError = (
    request: FastifyRequest,
    reply: FastifyReply,
    { status, error, description }: { status: number; error: string; description: string },
  ) =>
    reply
      .code(status)
      .header('access-control-allow-origin', request.headers.origin ?? '*')
      .header('access-control-expose-headers', 'Retry-After')
      .header('vary', 'Origin')
      .header('cache-control', 'no-store')
      .send({ error, error_description: description });
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    // People see these; the other routes answer programs.
    if (request.url.startsWith('/authorize')) return errorPages.serverErrors.answer(error, request, reply);
    const status = error.statusCode ?? 500;
    if (status >= 500) logFailure(request, error);
    if (status === 503 || status === 504) reply.header('retry-after', '5');
    return sendError(request, reply, {
      status,
      error: status >= 500 ? 'server_error' : 'invalid_request',
      description: status === 413 ? 'the body is too large' : error.message,
    });
  });

  const forwardToProvider = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.hijack();
    reply.raw.setHeader('x-request-id', request.id);
    if (request.url.startsWith('/.well-known/')) reply.raw.setHeader('cache-control', wellKnownCache);
    const { host, protocol } = new URL(issuer);
    // The library trusts these headers of any client, so each is ours: the issuer's address, and the client's as only a
    // trusted proxy names it.
    Object.assign(request.raw.headers, {
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-for': request.ip,
    });
    const { body } = request;
    const raw = typeof body === 'string' ? withForm(request.raw, body) : request.raw;
    await handle(raw, reply.raw);
  };
  const limitTokens = async (request: FastifyRequest, reply: FastifyReply) => {
    // With the database down, the provider reports that itself.
    const wait = await tokenRequests(request.ip).catch(() => 0);
    if (wait === 0) return;
    reply.header('retry-after', String(wait));
    return sendError(request, reply, {
      status: 429,
      error: 'temporarily_unavailable',
      description: 'too many token requests from this address',
    });
  };
  const limit = async (request: FastifyRequest, reply: FastifyReply) => {
    // With the database down, let the provider show its error page.
    const wait = await authorizations(request.ip).catch(() => 0);
    if (wait === 0) return;
    reply.header('retry-after', String(wait));
    return errorPages.send(request, reply, 'tooMany');
  };
  for (const url of paths.get)
    server.get(
      url,
      { exposeHeadRoute: false, ...(url === '/authorize' && { onRequest: limit }) },
      forwardToProvider,
    );
  for (const url of paths.post)
    server.post(url, url === '/oauth/token' ? { onRequest: limitTokens } : {}, forwardToProvider);
  for (const url of paths.options) server.options(url, forwardToProvider);
};
