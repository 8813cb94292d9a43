import { resolve } from 'node:path';
import { type Clock, systemClock } from '@hofn/domain/clock.ts';
import { createServer, defaultLimits, type Limits, type Logger, SettingsError } from '@hofn/service';
import { type DiscoveredProvider, DiscoveryError, discoverProvider } from '@hofn/service/discovery.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { base, normalisePath, pagePathOf } from '../src/engine/paths.ts';
import type { WebSettings } from '../src/session/settings.ts';
import { createAnswerStatus, createFaults, sendFile } from './answers.ts';
import { registerApiProxy } from './api-proxy.ts';
import { createFiles, type Files } from './files.ts';
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

const originsOf = (...urls: readonly string[]): string[] =>
  urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);

/** Security headers of documents: the origins that their scripts may call and frame. */
const documentHeaders = (settings: Settings, provider: DiscoveredProvider | undefined) =>
  headersFor(
    new URL(provider?.authorization ?? settings.IDENTITY_ISSUER).origin,
    [
      ...(provider ? originsOf(provider.token, provider.keys) : []),
      // The chat uses only web sockets.
      new URL(settings.CHAT_URL).origin.replace(/^http/, 'ws'),
      ...originsOf(settings.CONTENT_ORIGIN ?? '', settings.API_BASE),
    ],
    [new URL(settings.CARD_SERVICE_ORIGIN).origin],
  );

/** What the browser needs to know of the services. */
const browserSettings = (settings: Settings, provider: DiscoveredProvider | undefined): WebSettings => ({
  identityDomain: new URL(settings.IDENTITY_ISSUER).href,
  ...(provider ? { provider } : {}),
  ...(settings.WEB_RESOURCE ? { resource: settings.WEB_RESOURCE } : {}),
  clientId: settings.WEB_CLIENT_ID,
  audience: settings.API_AUDIENCE,
  scope: settings.WEB_SCOPE,
  connection: { customer: settings.CUSTOMER_CONNECTION, employee: settings.EMPLOYEE_CONNECTION },
  apiBase: settings.API_BASE,
  chatUrl: settings.CHAT_URL,
  ...(settings.CONTENT_ORIGIN ? { contentOrigin: settings.CONTENT_ORIGIN } : {}),
});

/**
 * The identity provider as it describes itself, if it is not ours. Pages get its addresses with their settings, which costs
 * browsers no request, and the content security policy names them.
 */
const openProvider = async (settings: Settings): Promise<DiscoveredProvider | undefined> => {
  if (!settings.IDENTITY_DISCOVERY) return undefined;
  try {
    return await discoverProvider(settings.IDENTITY_ISSUER);
  } catch (error) {
    throw error instanceof DiscoveryError ? new SettingsError(error.message, { cause: error }) : error;
  }
};

const checkApi = async (origin: string): Promise<void> => {
  const { ok, status } = await fetch(new URL('/ready', origin), {
    signal: AbortSignal.timeout(2_000),
    redirect: 'error',
  });
  if (!ok) throw new Error(`the API responded with ${status}`);
};

// A file costs next to nothing, and a page without its scripts is of no use.
const asFile = { config: { lane: 'files', shed: 'last' } } as const;

/** Routes of the built site, whose wildcard comes last. */
const registerSite = (server: FastifyInstance, files: Files, answerStatus: AnswerStatus): void => {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const address = request.url.split('?', 1)[0] ?? '';
    const encodings = request.headers['accept-encoding'];
    const found = (await files.file(address, encodings)) ?? (await files.document(address, encodings));
    const status = statusOf[pagePathOf(normalisePath(address) ?? '')];
    return found && !status ? sendFile(request, reply, found) : answerStatus(request, reply, status ?? 404);
  };
  // Crawlers request `robots.txt` only at the root of the host.
  server.get('/robots.txt', asFile, async (request, reply) => {
    const found = await files.file(`${base}/robots.txt`, request.headers['accept-encoding']);
    return found ? sendFile(request, reply, found) : answerStatus(request, reply, 404);
  });
  server.get('/', (_request, reply) => reply.redirect(`${base}/`, 302));
  server.get(base, asFile, answer);
  server.get(`${base}/*`, asFile, answer);
};

/**
 * The web server: the built site under its base, the API under `/api` (prefixed by the path of `API_BASE`, if it is one),
 * so that the browser stays on one origin, and the browser's settings. The same for customer and staff hosts.
 * @throws SettingsError if the discovery document of another identity provider cannot be used
 */
export const createWeb = async ({
  settings,
  logger,
  clock = systemClock,
  siteDir,
  limits,
  before,
}: WebParts): Promise<FastifyInstance> => {
  const folder = resolve(settings.SITE_DIR ?? siteDir);
  const provider = await openProvider(settings);
  const files = createFiles(folder);
  const apiPath = `${URL.canParse(settings.API_BASE) ? '' : settings.API_BASE}/api`;
  const answerStatus = createAnswerStatus(files);
  const server = createServer({
    name: 'web',
    logger,
    clock,
    faults: createFaults(apiPath, answerStatus),
    headers: documentHeaders(settings, provider),
    parts: {
      site: async () => {
        if (!(await files.whole())) throw new Error('the site has not been built');
      },
    },
    startParts: { api: () => checkApi(settings.API_ORIGIN) },
    limits: { requestsAtOnce: settings.REQUESTS_AT_ONCE, ...limits },
    ...(settings.TRUSTED_PROXIES ? { trustProxy: settings.TRUSTED_PROXIES } : {}),
  });
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy).header('reporting-endpoints', reportingEndpoints);
  });

  const { answerMs } = { ...defaultLimits, ...limits };
  await registerApiProxy(server, { upstream: settings.API_ORIGIN, prefix: apiPath, answerMs });
  const webSettings = browserSettings(settings, provider);
  server.get(`${base}/settings.json`, asFile, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(webSettings),
  );
  registerReports(server, { address: reportAddress, clock, pageAt: files.pageAt });
  if (settings.CONTENT_ORIGIN) {
    const previews = createPreviews({ contentOrigin: settings.CONTENT_ORIGIN, siteDir: folder });
    registerPreviews(server, { previews, files, answerStatus });
  }
  await before?.(server);
  registerSite(server, files, answerStatus);
  return server;
};
