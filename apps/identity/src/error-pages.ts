import { outageOf } from '@hofn/database';
import { type Faults, isPathRefused, isRefusedForLoad } from '@hofn/service';
import { pathOf } from '@hofn/texts/paths.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { errors as oidcErrors } from 'oidc-provider';
import { errorPage } from './pages/error-page.ts';
import type { Frame } from './pages/layout.ts';

type ErrorKind = 'gone' | 'refused' | 'tooMany' | 'logout' | 'missing' | 'down' | 'busy' | 'broken';

/** Whether an error means that the database is unreachable, rather than a bug of ours. */
export const isOutage = (error: unknown): boolean => outageOf(error) !== undefined;

/** Logs a failed request. Requests shed under load are not logged: a metric counts them. */
export const logFailure = (request: FastifyRequest, error: FastifyError): void => {
  if (isRefusedForLoad(error)) return;
  if (error.statusCode === 503) request.log.warn({ reason: error.message }, 'request refused');
  else request.log.error({ err: error }, 'request failed');
};

const statusOf: Record<ErrorKind, number> = {
  gone: 400,
  refused: 400,
  tooMany: 429,
  logout: 400,
  missing: 404,
  down: 503,
  busy: 503,
  broken: 500,
};

/** Where “Try again” leads: to a page that was read, when the reason will pass. A form is sent again by going back. */
const againOf = ({ method, url }: FastifyRequest, kind: ErrorKind): string | undefined =>
  method === 'GET' && (kind === 'busy' || kind === 'down') ? url : undefined;

/** Error pages for browsers; routes for programs answer with their own error format. */
export const createErrorPages = (frameFor: (...languages: unknown[]) => Frame) => {
  const pageOf = (kind: ErrorKind, language: unknown, reference: string, again?: string): string => {
    const frame = frameFor(language);
    const { t, siteUrl } = frame;
    // Back to a finished sign-in: My pages opens for a person signed in, and asks others to sign in.
    const myPages = new URL(`.${pathOf('portal.base', t.language)}/`, siteUrl).href;
    const [title, text] = {
      gone: [t('auth|requestFault'), t('auth|interactionGone')] as const,
      refused: [t('auth|requestFault'), t('auth|requestRefused')] as const,
      tooMany: [t('auth|requestFault'), t('errorCode|tooManyRequests')] as const,
      logout: [t('auth|requestFault'), t('auth|logoutRefused')] as const,
      missing: [t('auth|pageMissing'), t('auth|pageMissingText')] as const,
      down: [t('auth|notAnswering'), t('errorCode|serviceUnavailable')] as const,
      busy: [t('auth|busy'), t('auth|busyText')] as const,
      broken: [t('auth|notAnswering'), t('errorCode|unknownError')] as const,
    }[kind];
    const way = kind === 'gone' ? { href: myPages, label: t('auth|toMyPages') } : undefined;
    return errorPage(frame, { title, text, reference, way, ...(again !== undefined && { again }) });
  };

  const send = (request: FastifyRequest, reply: FastifyReply, kind: ErrorKind, status = statusOf[kind]) => {
    // A request with a path that the router refuses has no query.
    const query = (request.query ?? {}) as { language?: unknown; ui_locales?: unknown };
    if (status >= 500) reply.header('retry-after', '10');
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(pageOf(kind, query.language ?? query.ui_locales, request.id, againOf(request, kind)));
  };

  const serverErrors: Faults = {
    answer: (error, request, reply) => {
      if (error instanceof oidcErrors.SessionNotFound) return send(request, reply, 'gone');
      if (isPathRefused(error)) return send(request, reply, 'missing');
      const status = error.statusCode ?? 500;
      if (status < 500) return send(request, reply, 'refused', status);
      logFailure(request, error);
      if (isRefusedForLoad(error)) return send(request, reply, 'busy');
      // 504 is the status of a request that timed out.
      return send(request, reply, isOutage(error) || status === 503 || status === 504 ? 'down' : 'broken');
    },
    notFound: (request, reply) => send(request, reply, 'missing'),
    unreadable: (_status, reference) => ({
      type: 'text/html; charset=utf-8',
      body: pageOf('refused', undefined, reference),
    }),
  };

  /** Shows OpenID provider errors that must not be redirected back to the client. */
  const renderProviderError = (ctx: KoaContextWithOIDC, error: string, cause: Error): void => {
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

  return { serverErrors, renderProviderError, send };
};

export type ErrorPages = ReturnType<typeof createErrorPages>;
