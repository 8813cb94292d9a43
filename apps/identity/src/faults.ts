import { type Faults, isPathRefused, isShed } from '@hofn/service';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { errors as oidcErrors } from 'oidc-provider';
import { faultPage } from './pages/fault-page.ts';
import type { Frame } from './pages/layout.ts';

type Kind = 'gone' | 'refused' | 'tooMany' | 'logout' | 'missing' | 'down' | 'broken';

/** Codes of connections that fail: of the network, and of PostgreSQL (classes 08, 53, 57). */
const outageCode =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08|53|55P03|25P03|57)/;
const outageText = /is closed|connection terminated|timeout exceeded|not queryable|after calling end/i;

/** Whether an error means that the database does not answer, rather than a fault of ours. */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return outageCode.test(code) || outageText.test(error.message) || isOutage(error.cause);
};

/** Writes a fault into the log. A request refused for load is none: what is shed is counted instead. */
export const noteFault = (request: FastifyRequest, error: FastifyError): void => {
  if (isShed(error)) return;
  if (error.statusCode === 503) request.log.warn({ reason: error.message }, 'turned away');
  else request.log.error({ err: error }, 'fault');
};

const statusOf: Record<Kind, number> = {
  gone: 400,
  refused: 400,
  tooMany: 429,
  logout: 400,
  missing: 404,
  down: 503,
  broken: 500,
};

/** How the service words its faults: a page for people; machines are answered on their own routes. */
export const createFaults = (frameFor: (...wishes: unknown[]) => Frame) => {
  const pageOf = (kind: Kind, language: unknown, reference: string): string => {
    const frame = frameFor(language);
    const { t } = frame;
    const [title, text] = {
      gone: [t('auth|requestFault'), t('auth|interactionGone')] as const,
      refused: [t('auth|requestFault'), t('auth|requestRefused')] as const,
      tooMany: [t('auth|requestFault'), t('errorCode|tooManyRequests')] as const,
      logout: [t('auth|requestFault'), t('auth|logoutRefused')] as const,
      missing: [t('auth|pageMissing'), t('auth|pageMissingText')] as const,
      down: [t('auth|notAnswering'), t('errorCode|serviceUnavailable')] as const,
      broken: [t('auth|notAnswering'), t('errorCode|unknownError')] as const,
    }[kind];
    return faultPage(frame, { title, text, reference });
  };

  /** Sends a fault's page. */
  const show = (request: FastifyRequest, reply: FastifyReply, kind: Kind, status = statusOf[kind]) => {
    // A request whose path the router refuses has no query.
    const query = (request.query ?? {}) as { language?: unknown; ui_locales?: unknown };
    if (status >= 500) reply.header('retry-after', '10');
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(pageOf(kind, query.language ?? query.ui_locales, request.id));
  };

  const ofServer: Faults = {
    answer: (error, request, reply) => {
      if (error instanceof oidcErrors.SessionNotFound) return show(request, reply, 'gone');
      if (isPathRefused(error)) return show(request, reply, 'missing');
      const status = error.statusCode ?? 500;
      if (status < 500) return show(request, reply, 'refused', status);
      noteFault(request, error);
      // 504 is what a request gets that has run out of time.
      return show(request, reply, isOutage(error) || status === 503 || status === 504 ? 'down' : 'broken');
    },
    notFound: (request, reply) => show(request, reply, 'missing'),
    unreadable: (_status, reference) => ({
      type: 'text/html; charset=utf-8',
      body: pageOf('refused', undefined, reference),
    }),
  };

  /** Shows what the OpenID provider refuses and may not send back to the client. */
  const ofProvider = (ctx: KoaContextWithOIDC, error: string, cause: Error): void => {
    const kind = isOutage(cause)
      ? 'down'
      : error === 'server_error'
        ? 'broken'
        : cause instanceof oidcErrors.SessionNotFound
          ? 'gone'
          : 'refused';
    ctx.status = statusOf[kind];
    ctx.type = 'html';
    if (ctx.status >= 500) ctx.set('retry-after', '10');
    const reference = String(ctx.response.get('x-request-id'));
    ctx.body = pageOf(kind, ctx.oidc?.params?.ui_locales ?? ctx.query.ui_locales, reference);
  };

  return { ofServer, ofProvider, show };
};

export type IdentityFaults = ReturnType<typeof createFaults>;
