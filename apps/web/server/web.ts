import { resolve } from 'node:path';
import proxy from '@fastify/http-proxy';
import { type ErrorCode, errorCodes } from '@hofn/contracts';
import { type Clock, systemClock } from '@hofn/domain/clock.ts';
import {
  AnswerTimeout,
  createServer,
  defaultLimits,
  type Faults,
  isPathRefused,
  isRefusedForLoad,
  type Limits,
  type Logger,
} from '@hofn/service';
import { errors as english } from '@hofn/texts/catalogue/en/errors.ts';
import { errors as icelandic } from '@hofn/texts/catalogue/is/errors.ts';
import { errorText } from '@hofn/texts/error-text.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { base, normalisePath, pagePathOf } from '../src/engine/paths.ts';
import type { WebSettings } from '../src/session/settings.ts';
import { createFiles, type SentFile } from './files.ts';
import { headersFor, permissionsPolicy, reportAddress, reportingEndpoints } from './headers.ts';
import { type AnswerStatus, registerPreviews } from './preview-routes.ts';
import { createPreviews } from './previews.ts';
import { registerReports } from './reports.ts';
import type { Settings } from './settings.ts';

export type WebParts = {
  settings: Settings;
  logger: Logger;
  clock?: Clock;
  /** Folder of the built site, unless the settings name one. */
  siteDir: string;
  limits?: Partial<Limits>;
  /** Handles requests before the site: the development server. */
  before?: (server: FastifyInstance) => void | Promise<void>;
};

/** Status codes of the error pages, also when their own path is requested. */
const statusOf: Record<string, 404 | 500> = { '/404': 404, '/en/404': 404, '/500': 500, '/en/500': 500 };

const languageOf = (request: FastifyRequest): 'is' | 'en' =>
  request.url.startsWith(`${base}/en/`) || request.url === `${base}/en` ? 'en' : 'is';

/** Sends a file, or 304 if the client's copy is current. */
const sendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
  status = 200,
): FastifyReply => {
  reply
    .header('vary', 'Accept-Encoding')
    .header('cache-control', file.cacheControl)
    .header('etag', file.etag);
  if (status === 200 && request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send();
  if (file.encoding) reply.header('content-encoding', file.encoding);
  if (file.link) reply.header('link', file.link);
  return reply.code(status).type(file.type).send(file.body);
};

const translators = { is: createTranslator('is', icelandic), en: createTranslator('en', english) };

const problemType = 'application/problem+json';

/** An error response in the API's format. */
const problemOf = (language: 'is' | 'en', code: ErrorCode, requestId: string, status: number) => ({
  type: 'about:blank',
  title: code,
  status,
  errorCode: code,
  message: errorText(translators[language], code),
  requestId,
});

/** Responds for an unavailable API, in the API's error format. */
const answerForApi = (request: FastifyRequest, reply: FastifyReply, code: ErrorCode): FastifyReply => {
  const { status } = errorCodes[code];
  if (status === 503 || status === 504) reply.header('retry-after', '5');
  const language = request.headers['accept-language']?.startsWith('en') ? 'en' : 'is';
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(problemType)
    .send(problemOf(language, code, request.id, status));
};

/** Status of a call that failed in the proxy. */
const codeOf = (error: FastifyError): ErrorCode => {
  if (error.statusCode === 413) return 'tooLarge';
  if (error.statusCode === 503) return 'unavailable';
  if (error.statusCode === 504) return 'timeout';
  return (error.statusCode ?? 500) < 500 ? 'validation' : 'unknownError';
};

/**
 * The web server: the built site under its base, the API under `/api` (prefixed by the path of `API_BASE`, if it is one),
 * so that the browser stays on one origin, and the browser's settings. The same for customer and staff hosts.
 */
export const createWeb = async ({
  settings,
  logger,
  clock = systemClock,
  siteDir,
  limits,
  before,
}: WebParts): Promise<FastifyInstance> => {
  const files = createFiles(resolve(settings.SITE_DIR ?? siteDir));
  const identity = new URL(settings.IDENTITY_ISSUER);
  const apiPath = `${URL.canParse(settings.API_BASE) ? '' : settings.API_BASE}/api`;
  const { answerMs } = { ...defaultLimits, ...limits };
  const isCall = ({ url }: FastifyRequest): boolean => url.startsWith(`${apiPath}/`);

  /** An error page in the language of the path; plain text for requests that are not pages. */
  const answerStatus: AnswerStatus = async (request, reply, status) => {
    if (status === 503 || status === 504) reply.header('retry-after', '5');
    const prefix = languageOf(request) === 'en' ? '/en' : '';
    const forReading = !/\/(?:api|assets|page-data)\//.test(request.url);
    const page = forReading
      ? await files.document(
          `${base}${prefix}/${status === 404 ? 404 : 500}`,
          request.headers['accept-encoding'],
        )
      : undefined;
    return page
      ? sendFile(request, reply, page, status)
      : reply
          .code(status)
          .header('cache-control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send(`${status}`);
  };

  const faults: Faults = {
    answer: async (error, request, reply) => {
      const status = error.statusCode ?? 500;
      if (status >= 500 && !isPathRefused(error) && !isRefusedForLoad(error))
        request.log.error({ err: error }, 'fault');
      if (isCall(request)) return answerForApi(request, reply, codeOf(error));
      // A malformed escape is a 404 (rule PATH-2).
      if (isPathRefused(error)) return answerStatus(request, reply, 404);
      if (status < 500) return reply.code(status).type('text/plain; charset=utf-8').send(`${status}`);
      return answerStatus(request, reply, status === 503 || status === 504 ? status : 500);
    },
    notFound: (request, reply) => answerStatus(request, reply, 404),
    unreadable: (status, requestId) => ({
      type: problemType,
      body: JSON.stringify(problemOf('is', 'validation', requestId, status)),
    }),
  };

  const server = createServer({
    name: 'web',
    logger,
    clock,
    faults,
    headers: headersFor(
      identity.origin,
      [
        // The chat uses only web sockets.
        new URL(settings.CHAT_URL).origin.replace(/^http/, 'ws'),
        ...(settings.CONTENT_ORIGIN ? [new URL(settings.CONTENT_ORIGIN).origin] : []),
        ...(URL.canParse(settings.API_BASE) ? [new URL(settings.API_BASE).origin] : []),
      ],
      [new URL(settings.CARD_SERVICE_ORIGIN).origin],
    ),
    parts: {
      site: async () => {
        if (!(await files.whole())) throw new Error('the site has not been built');
      },
    },
    startParts: {
      api: async () => {
        const { ok, status } = await fetch(new URL('/ready', settings.API_ORIGIN), {
          signal: AbortSignal.timeout(2_000),
        });
        if (!ok) throw new Error(`the API responded with ${status}`);
      },
    },
    limits: { requestsAtOnce: settings.REQUESTS_AT_ONCE, ...limits },
    ...(settings.TRUSTED_PROXIES ? { trustProxy: settings.TRUSTED_PROXIES } : {}),
  });
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy).header('reporting-endpoints', reportingEndpoints);
  });

  await server.register(proxy, {
    upstream: settings.API_ORIGIN,
    prefix: apiPath,
    // A slow API must not block pages.
    config: { lane: 'api' },
    rewritePrefix: '/api',
    // Aborts a hanging call, so that the client gets a response before its own timeout.
    undici: { headersTimeout: answerMs * 0.9, bodyTimeout: answerMs },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        'x-request-id': request.id,
        'x-forwarded-for': request.ip,
        'x-forwarded-proto': request.protocol,
        'x-forwarded-host': request.host,
      }),
      // Our security headers are for documents; the API sets its own.
      onError: (reply, { error }) => {
        const { request } = reply as unknown as FastifyReply;
        request.log.warn({ err: error }, 'the API is unavailable');
        const late = error instanceof AnswerTimeout || ('statusCode' in error && error.statusCode === 504);
        answerForApi(request, reply as unknown as FastifyReply, late ? 'timeout' : 'unavailable');
      },
    },
  });

  const webSettings: WebSettings = {
    identityDomain: identity.href,
    clientId: settings.WEB_CLIENT_ID,
    audience: settings.API_AUDIENCE,
    scope: settings.WEB_SCOPE,
    connection: { customer: settings.CUSTOMER_CONNECTION, employee: settings.EMPLOYEE_CONNECTION },
    apiBase: settings.API_BASE,
    chatUrl: settings.CHAT_URL,
    ...(settings.CONTENT_ORIGIN ? { contentOrigin: settings.CONTENT_ORIGIN } : {}),
  };
  server.get(`${base}/settings.json`, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(webSettings),
  );
  registerReports(server, { address: reportAddress, clock, pageAt: files.pageAt });
  // Crawlers request `robots.txt` only at the root of the host.
  server.get('/robots.txt', async (request, reply) => {
    const found = await files.file(`${base}/robots.txt`, request.headers['accept-encoding']);
    return found ? sendFile(request, reply, found) : answerStatus(request, reply, 404);
  });
  server.get('/', (_request, reply) => reply.redirect(`${base}/`, 302));

  if (settings.CONTENT_ORIGIN) {
    const { CONTENT_ORIGIN: contentOrigin } = settings;
    const previews = createPreviews({ contentOrigin, siteDir: resolve(settings.SITE_DIR ?? siteDir) });
    registerPreviews(server, { previews, files, answerStatus });
  }
  await before?.(server);

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const address = request.url.split('?', 1)[0] ?? '';
    const encodings = request.headers['accept-encoding'];
    const found = (await files.file(address, encodings)) ?? (await files.document(address, encodings));
    const status = statusOf[pagePathOf(normalisePath(address) ?? '')];
    return found && !status ? sendFile(request, reply, found) : answerStatus(request, reply, status ?? 404);
  };
  server.get(base, answer);
  server.get(`${base}/*`, answer);
  return server;
};
