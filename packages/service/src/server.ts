import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { type Socket, Server as SocketServer } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import type { Clock } from '@hofn/domain/clock.ts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { createLoad, isShed, Overloaded } from './concurrency.ts';
import { type Logger, maskKennitala } from './logger.ts';

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
  /** Maximum event loop delay, averaged over `sampleMs`, before requests are refused with 503. */
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

/** Error responses of a server. The default is a problem document without texts. */
export type Faults = {
  /** Responds to a failed request. */
  answer(error: FastifyError, request: FastifyRequest, reply: FastifyReply): unknown;
  /** Responds to a request for an unknown path. */
  notFound(request: FastifyRequest, reply: FastifyReply): unknown;
  /** The body for a client whose bytes could not be parsed as a request. */
  unreadable(status: number, requestId: string): { type: string; body: string };
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

const problemType = 'application/problem+json';
const plainProblem = (status: number, requestId: string): string =>
  JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, requestId });

const plainFaults: Faults = {
  answer: (error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500 && !isShed(error)) request.log.error({ err: error }, 'fault');
    if (status === 503 || status === 504) reply.header('retry-after', '5');
    return reply.code(status).type(problemType).send(plainProblem(status, request.id));
  },
  notFound: (request, reply) => reply.code(404).type(problemType).send(plainProblem(404, request.id)),
  unreadable: (status, requestId) => ({ type: problemType, body: plainProblem(status, requestId) }),
};

// Unique across processes by the prefix and within the process by the counter. The prefix has only letters, so that the
// logger never mistakes an id for a kennitala and masks it.
const idPrefix = Array.from(randomBytes(12), (byte) => 'abcdefghjkmnpqrs'.charAt(byte % 16)).join('');
let idCount = 0;
const newRequestId = (): string => {
  idCount += 1;
  return `${idPrefix}-${idCount.toString(36)}`;
};

/** The request id set by our proxy, or a new one. An id that could be a kennitala is not accepted. */
const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w-]{12,40}$/.test(given) && maskKennitala(given) === given
    ? given
    : newRequestId();

// Codes in these paths grant access, so they must not be logged.
const pathOf = (request: FastifyRequest): string =>
  (request.url.split('?', 1)[0] ?? '').slice(0, 200).replace(/(?<=\/(?:travelcheck|offer)\/)[^/]+/, '•');

/** Whether the router refused the path: a malformed escape, or an overlong parameter. Treated as not found. */
export const isPathRefused = (error: { code?: string }): boolean =>
  error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH';

/** Thrown when a request was not answered within the server's time limit. */
export class AnswerTimeout extends Error {
  override name = 'AnswerTimeout';
  readonly statusCode = 504;
}

/**
 * Logs one line per request when it has been answered, without the query string: people search for names and numbers.
 */
class AnsweredLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' });
  }
  override incomingRequest(): void {}
  override routeNotFound(): void {}
  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (error) request.log.error({ ...line, err: error }, 'answer broken off');
    else if (request.routeOptions.config.quiet) request.log.debug(line, 'answered');
    else request.log.info(line, 'answered');
  }
  override defaultErrorLog(error: Error, request: FastifyRequest): void {
    request.log.error({ err: error }, 'fault');
  }
  override writeHeadError(error: Error, request: FastifyRequest): void {
    request.log.warn({ err: error }, 'headers refused');
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not logged, and answered even under load: health, readiness, metrics. */
    quiet?: true;
    /** Concurrency limit to count towards: requests that wait for another service must not block the others. */
    lane?: string;
  }
  interface FastifyReply {
    /** Timer that ends a request not answered in time. */
    giveUp: NodeJS.Timeout | undefined;
    /** Lane in which the request is counted. */
    lane: string | undefined;
  }
  interface FastifyInstance {
    /** The server's metrics registry, for a service's own metrics. */
    metrics: Registry;
    /**
     * First phase of a stop: `/ready` fails, and each response closes its connection. New connections are accepted
     * until there are no more requests, for at most `handoverMs`. Resolves once running requests are answered, after
     * `graceMs` at the latest.
     */
    drain(handoverMs: number, graceMs: number): Promise<void>;
  }
}

// Response status for bytes that Node could not parse as a request.
const unreadableStatus: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Rejects after `ms`: a dependency that hangs counts as down. */
const withinMs = async (ms: number, ask: () => Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((_, reject) => {
    timer = globalThis.setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms);
  });
  try {
    await Promise.race([ask(), timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/** After this long without a request, a stopping server considers its open connections idle. */
const quietMs = 100;

const openConnections = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));

/**
 * The base of every HTTP server: request ids (`X-Request-Id`, and in each log line), security headers, limits on size,
 * time and load (503 with Retry-After, see `concurrency.ts`), `/health` (alive), `/ready` (dependencies answer),
 * `/metrics` (Prometheus), and a graceful stop.
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
  headers,
  trustProxy,
}: ServerParts): FastifyInstance => {
  const limits = { ...defaultLimits, ...overrides };
  const startedAt = clock.now().toISOString();
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
      faults.answer(error, request as FastifyRequest, reply as FastifyReply);
    },
    clientErrorHandler: (error, socket) => {
      if (socket.writable && !socket.destroyed) {
        const status = unreadableStatus[error.code ?? ''] ?? 400;
        const { type, body } = faults.unreadable(status, newRequestId());
        socket.write(
          `HTTP/1.1 ${status} Refused\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
        );
      }
      socket.destroy();
    },
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
  server.decorateReply('giveUp', undefined);
  server.decorateReply('lane', undefined);

  const load = createLoad(limits.requestsAtOnce, metrics);
  let isStopping = false;
  let lastRequestAt = 0;
  // Connections without a request so far.
  const unused = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.decorate('drain', async (handoverMs: number, graceMs: number) => {
    isStopping = true;
    const begun = performance.now();
    const hasTraffic = async () =>
      performance.now() - lastRequestAt < quietMs && (await openConnections(server)) > 0;
    while (performance.now() - begun < handoverMs && (await hasTraffic())) await setTimeout(quietMs / 10);
    // Lets connections waiting to be accepted be accepted first.
    await setImmediate();
    // Stop accepting connections. Open ones without a request so far are still served; Fastify's own close would treat
    // them as idle and reset them.
    SocketServer.prototype.close.call(server.server);
    const closed = performance.now();
    const hasPending = () => load.atOnce() > 0 || (unused.size > 0 && performance.now() - closed < quietMs);
    while (performance.now() - begun < graceMs && hasPending()) await setTimeout(quietMs / 10);
  });

  server.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    lastRequestAt = performance.now();
    unused.delete(request.socket);
    // Otherwise a keep-alive client would send its next request into a closing connection.
    if (isStopping && request.headers.upgrade === undefined) reply.header('connection', 'close');
    if (!headers) reply.headers(dataHeaders);
    const { quiet, lane = 'own' } = request.routeOptions.config;
    if (!quiet) {
      if (!load.enter(lane)) {
        next(new Overloaded());
        return;
      }
      reply.lane = lane;
    }
    // Fastify's handlerTimeout stops counting once the request is read, before the handler has answered.
    reply.giveUp = globalThis
      .setTimeout(() => {
        if (!reply.sent && !reply.raw.destroyed) {
          reply.send(new AnswerTimeout(`no answer in ${limits.answerMs} ms`));
        }
      }, limits.answerMs)
      .unref();
    next();
  });
  server.addHook('onResponse', (request, reply, next) => {
    clearTimeout(reply.giveUp);
    if (reply.lane !== undefined) load.leave(reply.lane);
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    next();
  });

  server.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelayMs,
    sampleInterval: limits.sampleMs,
    retryAfter: 5,
  });
  if (headers) server.register(helmet, headers);

  // Monitoring must work under load too.
  const monitoring = { config: { quiet: true, pressureHandler: () => undefined } } as const;
  server.get('/health', monitoring, () => ({ service: name, alive: true, startedAt }));
  const started = new Set<string>();
  const answers = async (
    part: string,
    ask: () => Promise<unknown>,
    log: FastifyBaseLogger,
  ): Promise<boolean> => {
    try {
      await withinMs(2_000, ask);
      return true;
    } catch (error) {
      log.warn({ part, err: error }, 'part does not answer');
      return false;
    }
  };
  server.get('/ready', monitoring, async ({ log }, reply) => {
    const states = await Promise.all(
      Object.entries({ ...parts, ...startParts }).map(
        async ([part, ask]) => [part, await answers(part, ask, log)] as const,
      ),
    );
    for (const [part, answered] of states) if (answered && part in startParts) started.add(part);
    const ready = !isStopping && states.every(([part, answered]) => answered || started.has(part));
    if (!ready) reply.code(503).header('retry-after', '5');
    return { service: name, ready, parts: Object.fromEntries(states) };
  });
  server.get('/metrics', monitoring, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
  return server;
};
