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
import { createLoad, isShed, Overloaded } from './load.ts';
import { type Logger, maskKennitala } from './logger.ts';

/** Limits of one server. Milliseconds and bytes. */
export type Limits = {
  /** Largest body of a request. */
  bodyBytes: number;
  /** Longest address and headers of a request together. */
  headerBytes: number;
  /** Longest time to receive a whole request. */
  receiveMs: number;
  /** Longest time to answer a request once it is received. */
  answerMs: number;
  /** How late the event loop may run, on average over `sampleMs`, before requests are refused with 503. */
  eventLoopDelayMs: number;
  sampleMs: number;
  /** Requests that may be under way at once, by lane; the next are refused with 503. */
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

/** How a server words its faults. The base answers with bare status lines until a server brings its own words. */
export type Faults = {
  /** Answers a request that failed, whatever the reason. */
  answer(error: FastifyError, request: FastifyRequest, reply: FastifyReply): unknown;
  /** Answers a request for a path that no route has. */
  notFound(request: FastifyRequest, reply: FastifyReply): unknown;
  /** The body for a client whose bytes could not be read as a request at all. */
  unreadable(status: number, requestId: string): { type: string; body: string };
};

export type ServerParts = {
  /** Name of the service, in its logs, metrics and health answers. */
  name: string;
  logger: Logger;
  clock: Clock;
  limits?: Partial<Limits>;
  faults?: Faults;
  /** What this server stands on: `/ready` asks each, which rejects when it does not answer. */
  parts?: Record<string, () => Promise<unknown>>;
  /**
   * What this server needs to start with: it is not ready before each has answered once. After that each is still told of
   * in `/ready` and decides nothing, see `createServer`.
   */
  startParts?: Record<string, () => Promise<unknown>>;
  /** Headers of helmet, for a server of pages. Without it, answers are data, with which a browser may do nothing. */
  headers?: FastifyHelmetOptions;
  /** Addresses of proxies whose `X-Forwarded-For` is believed. None by default. */
  trustProxy?: string[];
};

// For answers that no browser shows as a page; helmet's other headers are about pages.
const headersOfData = {
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

// Unlike any other process's by its letters, and within this one by its count. Letters alone before the count, so that
// the logs never take an id for a kennitala and hide its end.
const idPrefix = Array.from(randomBytes(12), (byte) => 'abcdefghjkmnpqrs'.charAt(byte % 16)).join('');
let idCount = 0;
const newRequestId = (): string => {
  idCount += 1;
  return `${idPrefix}-${idCount.toString(36)}`;
};

/** The id that a proxy of ours has given the request, else a new one. One that could be a kennitala is not taken. */
const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w-]{12,40}$/.test(given) && maskKennitala(given) === given
    ? given
    : newRequestId();

// A code in a path is as good as what it opens.
const pathOf = (request: FastifyRequest): string =>
  (request.url.split('?', 1)[0] ?? '').slice(0, 200).replace(/(?<=\/(?:travelcheck|offer)\/)[^/]+/, '•');

/** Whether the router refused the path: a malformed escape, or a parameter longer than any id. Nothing is there. */
export const isPathRefused = (error: { code?: string }): boolean =>
  error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH';

/** Raised when a request was not answered within the server's own limit. */
export class AnswerTimeout extends Error {
  override name = 'AnswerTimeout';
  readonly statusCode = 504;
}

/** One line a request when it has been answered. The query is left out: people type names and numbers into searches. */
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
    /** Not worth a line in the log, and answered under load too: health, readiness, metrics. */
    quiet?: true;
    /** Counted among those under way apart from the others: what waits for somebody else must not keep out the rest. */
    lane?: string;
  }
  interface FastifyReply {
    /** Runs out when the request has not been answered in time. */
    giveUp: NodeJS.Timeout | undefined;
    /** Where the request is counted among those under way. */
    lane: string | undefined;
  }
  interface FastifyInstance {
    /** The metrics of this server, for a service that counts things of its own. */
    metrics: Registry;
    /**
     * First part of a stop: `/ready` says no, and requests are answered, each with the end of its connection. New
     * connections are taken until nobody asks any more, for `elsewhereMs` at the longest. Ends once what is under way is
     * answered, after `graceMs` at the longest.
     */
    drain(elsewhereMs: number, graceMs: number): Promise<void>;
  }
}

// Status of the HTTP answer to bytes that Node could not read as a request.
const unreadableStatus: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers within `ms` or not at all: a part that hangs is a part that is down. */
const withinMs = async (ms: number, ask: () => Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = globalThis.setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms);
  });
  try {
    await Promise.race([ask(), late]);
  } finally {
    clearTimeout(timer);
  }
};

/** So long without a request, a server that stops takes those who keep a connection open for idle. */
const quietMs = 100;

const openConnections = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));

/**
 * The base that every HTTP server of the product stands on: request ids (`X-Request-Id`, and in each log line),
 * security headers, limits on size, time and load (503 with Retry-After, see `load.ts`), `/health` (alive), `/ready` (parts answer),
 * `/metrics` (Prometheus), and requests under way finished before it closes.
 *
 * `/ready` is for a balancer and for a rolling deploy, which goes on to the next copy once this one is ready. A part that
 * only this service asks (its database) takes the copy out for as long as it does not answer. A part that all copies share
 * and that others stand behind (`startParts`: the API of the web server, the keys of the API) holds up a copy that has
 * never reached it, which has a wrong address or comes before it is needed; later it takes no copy out, because all would
 * go at once and what they serve without that part (pages, tokens of known keys) would go with them. A server that stops
 * is not ready.
 */
export const createServer = ({
  name,
  logger,
  clock,
  limits: given,
  faults = plainFaults,
  parts = {},
  startParts = {},
  headers,
  trustProxy,
}: ServerParts): FastifyInstance => {
  const limits = { ...defaultLimits, ...given };
  const startedAt = clock.now().toISOString();
  const server: FastifyInstance = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new AnsweredLog(),
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    bodyLimit: limits.bodyBytes,
    http: { maxHeaderSize: limits.headerBytes },
    requestTimeout: limits.receiveMs,
    forceCloseConnections: 'idle',
    // What comes while it stops is answered too, and its connection then ends.
    return503OnClosing: false,
    trustProxy: trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for a path that the router refuses.
      reply.header('x-request-id', request.id);
      if (!headers) reply.headers(headersOfData);
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
  let stopping = false;
  let lastRequestAt = 0;
  // Connections on which nothing has been asked yet.
  const fresh = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    fresh.add(socket);
    socket.once('close', () => fresh.delete(socket));
  });
  server.decorate('drain', async (elsewhereMs: number, graceMs: number) => {
    stopping = true;
    const begun = performance.now();
    const isAsked = async () =>
      performance.now() - lastRequestAt < quietMs && (await openConnections(server)) > 0;
    while (performance.now() - begun < elsewhereMs && (await isAsked())) await setTimeout(quietMs / 10);
    // Comes after the connections that wait to be taken have been.
    await setImmediate();
    // No more connections. Those that were opened and have not asked yet are still answered: the framework's own close
    // takes them for idle and resets them.
    SocketServer.prototype.close.call(server.server);
    const closed = performance.now();
    const isWaited = () => load.atOnce() > 0 || (fresh.size > 0 && performance.now() - closed < quietMs);
    while (performance.now() - begun < graceMs && isWaited()) await setTimeout(quietMs / 10);
  });

  server.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    lastRequestAt = performance.now();
    fresh.delete(request.socket);
    // A client that keeps its connection would send its next request into one that is being closed.
    if (stopping && request.headers.upgrade === undefined) reply.header('connection', 'close');
    if (!headers) reply.headers(headersOfData);
    const { quiet, lane = 'own' } = request.routeOptions.config;
    if (!quiet) {
      if (!load.enter(lane)) {
        next(new Overloaded());
        return;
      }
      reply.lane = lane;
    }
    // Fastify's own handlerTimeout stops counting once the request is read, before the handler has answered.
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

  // Whoever watches the service must reach it under load too.
  const watched = { config: { quiet: true, pressureHandler: () => undefined } } as const;
  server.get('/health', watched, () => ({ service: name, alive: true, startedAt }));
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
  server.get('/ready', watched, async ({ log }, reply) => {
    const states = await Promise.all(
      Object.entries({ ...parts, ...startParts }).map(
        async ([part, ask]) => [part, await answers(part, ask, log)] as const,
      ),
    );
    for (const [part, answered] of states) if (answered && part in startParts) started.add(part);
    const ready = !stopping && states.every(([part, answered]) => answered || started.has(part));
    if (!ready) reply.code(503).header('retry-after', '5');
    return { service: name, ready, parts: Object.fromEntries(states) };
  });
  server.get('/metrics', watched, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
  return server;
};
