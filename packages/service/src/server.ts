import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { Clock } from '@hofn/domain/clock.ts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { composed } from './composed.ts';
import { createLoad, Overloaded } from './concurrency.ts';
import { createDraining } from './draining.ts';
import { AnswerTimeout, answerUnreadable, type Faults, plainFaults } from './faults.ts';
import type { Logger } from './logger.ts';
import { addMonitoring } from './monitoring.ts';
import { plainTexts, type UnstorableText } from './plain-texts.ts';
import { AnsweredLog, requestIdOf } from './request-log.ts';
import { createSaturation, type Saturation } from './saturation.ts';
import { closeAfterAnswer, closeAfterRefusedUpgrade } from './upgrades.ts';

/** Limits of one server. Milliseconds and bytes. */
export type Limits = {
  /** Maximum request body. */
  bodyBytes: number;
  /** Maximum size of a request's URL and headers together. */
  headerBytes: number;
  /** Maximum time to receive a whole request. */
  receiveMs: number;
  /** Maximum time to answer a received request. */
  answerMs: number;
  /**
   * Maximum delay of the event loop by the process's own CPU time, averaged over `sampleMs`, before requests are refused
   * with 503. 0: never refused for that.
   */
  eventLoopDelayMs: number;
  sampleMs: number;
  /** Maximum concurrent requests per lane; further ones are refused with 503. */
  requestsAtOnce: number;
};

export const defaultLimits: Limits = {
  bodyBytes: 64 * 1024,
  headerBytes: 16 * 1024,
  receiveMs: 15_000,
  answerMs: 10_000,
  eventLoopDelayMs: 1_000,
  sampleMs: 1_000,
  requestsAtOnce: 500,
};

export type ServerParts = {
  /** Name of the service, for logs, metrics and health responses. */
  name: string;
  logger: Logger;
  clock: Clock;
  limits?: Partial<Limits>;
  faults?: Faults;
  /** Dependencies of this server, checked by `/ready`; a check rejects if the dependency does not answer. */
  parts?: Record<string, () => Promise<unknown>>;
  /**
   * Dependencies needed once at start: the server is not ready until each has answered. After that they are still
   * reported by `/ready` but do not affect readiness, see `createServer`.
   */
  startParts?: Record<string, () => Promise<unknown>>;
  /** What `/ready` reports about dependencies without an effect on readiness: every replica has the same. */
  reports?: Record<string, () => boolean>;
  /** Adds metrics of dependencies. */
  expose?: (metrics: Registry) => void;
  /** Helmet options, for a server of pages. Without them the headers are those of a data API. */
  headers?: FastifyHelmetOptions;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. None by default. */
  trustProxy?: string[];
};

// For responses that are not pages; helmet's other headers only matter for pages.
const dataHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not logged, and answered even under load: health, readiness, metrics. */
    quiet?: true;
    /** Milliseconds that the handler may wait on purpose, on top of the time to answer. */
    waitMs?: number;
    /** Concurrency limit to count towards: requests that wait for another service must not block the others. */
    lane?: string;
    /**
     * When a saturated server refuses it: by default at the limit. `last`: at a multiple, for files, without which a page
     * that was answered is of no use. `never`: monitoring.
     */
    shed?: 'last' | 'never';
  }
  interface FastifyReply {
    /** Timer that ends a request not answered in time. */
    giveUp: NodeJS.Timeout | undefined;
    /** Lane in which the request is counted. */
    lane: string | undefined;
    /** Whether a request that waited for news got none: logged for debugging only. */
    isIdle: boolean;
  }
  interface FastifyInstance {
    /** The server's metrics registry, for a service's own metrics. */
    metrics: Registry;
    /** Aborted when a stop begins: requests that wait on purpose should be answered at once. */
    stopping: AbortSignal;
    /** Stops answering `/metrics` on the server's own port. */
    hideMetrics(): void;
    /**
     * First phase of a stop: `/ready` fails, and each response closes its connection. New connections are accepted
     * until there are no more requests, for at most `handoverMs`. Resolves once running requests are answered, after
     * `graceMs` at the latest.
     */
    drain(handoverMs: number, graceMs: number): Promise<void>;
    /** Destroys every connection, also those that were upgraded. */
    destroyConnections(): void;
  }
}

type RequestHookParts = {
  limits: Limits;
  load: ReturnType<typeof createLoad>;
  saturation: Pick<Saturation, 'isOver'>;
  draining: ReturnType<typeof createDraining>;
  durations: Histogram;
  /** Whether the server has pages, whose headers helmet sets. */
  hasPages: boolean;
};

/** Multiples of the limit of the event loop at which requests are refused. */
const refusedAt = { first: 1, last: 4 } as const;

/** Counts, times and limits each request, composes its texts, and adds the headers that every response has. */
const addRequestHooks = (
  server: FastifyInstance,
  { limits, load, saturation, draining, durations, hasPages }: RequestHookParts,
): void => {
  server.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    draining.received(request);
    // Otherwise a keep-alive client would send its next request into a closing connection.
    if (draining.isStopping() && request.headers.upgrade === undefined) reply.header('connection', 'close');
    if (!hasPages) reply.headers(dataHeaders);
    closeAfterRefusedUpgrade(request, reply);
    const { quiet, lane = 'own', waitMs = 0, shed = 'first' } = request.routeOptions.config;
    if (shed !== 'never' && saturation.isOver(refusedAt[shed])) {
      load.shed();
      reply.header('retry-after', '5');
      next(new Overloaded('the event loop is late'));
      return;
    }
    if (!quiet) {
      if (!load.enter(lane)) {
        next(new Overloaded('too many concurrent requests'));
        return;
      }
      reply.lane = lane;
    }
    // Fastify's handlerTimeout stops counting once the request is read, before the handler has answered.
    reply.giveUp = setTimeout(() => {
      if (!reply.sent && !reply.raw.destroyed) {
        // A client that sends its body slowly would hold the connection for another minute.
        if (!request.raw.complete) closeAfterAnswer(request, reply);
        reply.send(new AnswerTimeout(`no answer in ${limits.answerMs} ms`));
      }
    }, limits.answerMs + waitMs).unref();
    next();
  });
  server.addHook('preValidation', (request, _reply, next) => {
    try {
      // The address of a page may have any query, which the page does not read.
      if (!hasPages) plainTexts(request.query);
      plainTexts(request.body);
    } catch (error) {
      next(error as UnstorableText);
      return;
    }
    composed(request.query);
    composed(request.body);
    next();
  });
  server.addHook('onResponse', (request, reply, next) => {
    clearTimeout(reply.giveUp);
    if (reply.lane !== undefined) load.leave(reply.lane);
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    next();
  });
};

/** Measures the saturation of a running server. The first samples measure the start itself, not requests. */
const watchSaturation = (
  server: FastifyInstance,
  limits: Limits,
  metrics: Registry,
): Pick<Saturation, 'isOver'> => {
  const measured = createSaturation(limits, metrics);
  let isStarting = true;
  server.addHook('onListen', async () => {
    setTimeout(() => {
      isStarting = false;
    }, 2 * limits.sampleMs).unref();
  });
  server.addHook('onClose', async () => measured.stop());
  return { isOver: (multiple) => !isStarting && measured.isOver(multiple) };
};

/**
 * The base of every HTTP server: request ids (`X-Request-Id`, and in each log line), security headers, limits on size,
 * time and load (503 with Retry-After, see `concurrency.ts`), `/health` (alive), `/ready` (dependencies answer),
 * `/metrics` (Prometheus; `listen` may move it to its own port), and a graceful stop.
 *
 * `/ready` is for load balancers and rolling deploys. A dependency in `parts` (the database) takes the process out of
 * rotation while it does not answer. A dependency in `startParts` (the API for the web server, the identity keys for
 * the API) only delays a process that has never reached it, for example because of a wrong URL. Later its failure does
 * not count: it would take out all processes at once, along with everything they can serve without it. A stopping
 * server is not ready.
 */
export const createServer = ({
  name,
  logger,
  clock,
  limits: overrides,
  faults = plainFaults,
  parts = {},
  startParts = {},
  reports = {},
  expose,
  headers,
  trustProxy,
}: ServerParts): FastifyInstance => {
  const limits = { ...defaultLimits, ...overrides };
  const server: FastifyInstance = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new AnsweredLog(),
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    bodyLimit: limits.bodyBytes,
    http: { maxHeaderSize: limits.headerBytes },
    requestTimeout: limits.receiveMs,
    forceCloseConnections: 'idle',
    // Requests during a stop are answered, and then their connection is closed.
    return503OnClosing: false,
    trustProxy: trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      // Hooks do not run for a path refused by the router.
      reply.header('x-request-id', request.id);
      if (!headers) reply.headers(dataHeaders);
      closeAfterRefusedUpgrade(request as FastifyRequest, reply as FastifyReply);
      faults.answer(error, request as FastifyRequest, reply as FastifyReply);
    },
    clientErrorHandler: (error, socket) => answerUnreadable(faults, error, socket),
  });
  server.setErrorHandler<FastifyError>(faults.answer);
  server.setNotFoundHandler(faults.notFound);

  const metrics = new Registry();
  metrics.setDefaultLabels({ service: name });
  collectDefaultMetrics({ register: metrics });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics],
  });
  server.decorate('metrics', metrics);
  expose?.(metrics);
  server.decorateReply('giveUp', undefined);
  server.decorateReply('lane', undefined);
  server.decorateReply('isIdle', false);

  const load = createLoad(limits.requestsAtOnce, metrics);
  const draining = createDraining(server, load.atOnce);
  server.decorate('drain', draining.drain);
  server.decorate('stopping', draining.stopping);
  server.decorate('destroyConnections', draining.destroyAll);

  const saturation = watchSaturation(server, limits, metrics);
  const hasPages = headers !== undefined;
  addRequestHooks(server, { limits, load, saturation, draining, durations, hasPages });
  if (headers) server.register(helmet, headers);

  addMonitoring(server, {
    ...{ name, clock, parts, startParts, reports },
    isStopping: draining.isStopping,
  });
  return server;
};
