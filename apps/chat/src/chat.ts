import websocket from '@fastify/websocket';
import { chatCalls } from '@hofn/contracts';
import { addToCount, type Database, type Jobs } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { createServer, type Limits, type Logger } from '@hofn/service';
import { addressKey } from '@hofn/service/address.ts';
import { databaseHealth } from '@hofn/service/database-health.ts';
import { createTokenCheck, type IdentityKeys, tokenRulesOf } from '@hofn/service/tokens.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Gauge } from 'prom-client';
import { serveAgent } from './agent.ts';
import { openChangeBus } from './change-bus.ts';
import { createChatUpdates } from './chat-updates.ts';
import { createConversations } from './conversations.ts';
import { registerDocumentation } from './documentation.ts';
import { errorHandlers, sendProblem } from './errors.ts';
import { createRateLimit } from './rate-limit.ts';
import type { Settings } from './settings.ts';
import { createChatStore } from './store.ts';
import { serveVisitor } from './visitor.ts';

export type ChatParts = {
  database: Database;
  clock: Clock;
  logger: Logger;
  settings: Settings;
  /** The identity provider's public keys. */
  keys: IdentityKeys;
  /** Queues jobs that send transcripts by e-mail. */
  outbox: Pick<Jobs, 'send'>;
  limits?: Partial<Limits>;
};

export type Chat = {
  server: FastifyInstance;
  /** Deletes chats past their retention period. @returns how many */
  deleteExpired(): Promise<number>;
};

/** Schedules the nightly deletion of expired chats, once for all replicas. */
export const scheduleDeletion = (
  jobs: Pick<Jobs, 'every'>,
  { deleteExpired }: Chat,
  logger: Logger,
): Promise<void> =>
  jobs.every('chat.forget', '45 3 * * *', async () => {
    logger.info({ chats: await deleteExpired() }, 'old chats deleted');
  });

/** Maximum frame: 4000 characters at their longest JSON encoding. */
const frameBytes = 64 * 1024;
const startsWindowMs = 10 * 60_000;
const readWindowMs = 60_000;

/**
 * The chat service (rule HELP-9): a WebSocket for visitors, one for agents, and the database between them, so that
 * different replicas can serve the same chat.
 */
export const createChat = async (parts: ChatParts): Promise<Chat> => {
  const { database, clock, logger, settings, keys, outbox, limits } = parts;
  const store = createChatStore(database.db);
  const news = createChatUpdates({
    read: store.heads,
    readQueue: store.queue,
    openBus: (onChange) => openChangeBus(database, onChange, logger),
    everyMs: settings.CHAT_POLL_MS,
    slowMs: settings.CHAT_POLL_SLOW_MS,
    logger,
  });
  const conversations = createConversations({ store, news, clock, outbox });
  const server = createServer({
    name: 'chat',
    logger,
    clock,
    faults: errorHandlers,
    trustProxy: settings.CHAT_TRUSTED_PROXIES,
    ...databaseHealth(database),
    ...(keys.known && { startParts: { identity: keys.known } }),
    limits: { requestsAtOnce: settings.REQUESTS_AT_ONCE, ...limits },
  });
  const checkToken = createTokenCheck({
    keys,
    issuer: settings.IDENTITY_ISSUER,
    audience: settings.API_AUDIENCE,
    clock,
    ...tokenRulesOf(settings),
  });
  // Counted across replicas: every started chat joins the queue that all agents see.
  const mayStart = async (address: string): Promise<boolean> => {
    const now = clock.now().getTime();
    const count = await addToCount(database.db, `chat ${address}`, now - (now % startsWindowMs));
    return count <= settings.CHAT_STARTS;
  };
  const waitingHere = new Set<string>();
  const agentsHere = new Map<string, number>();
  const sockets = new Map<string, number>();

  const sweep = setInterval(() => {
    conversations
      .sweep([...waitingHere], [...agentsHere.keys()])
      .catch((error: unknown) => logger.warn({ err: error }, 'could not sweep idle chats'));
  }, settings.CHAT_SWEEP_MS);
  server.addHook('preClose', async () => {
    clearInterval(sweep);
    await news.stop();
  });

  new Gauge({
    name: 'chat_sockets',
    help: 'Open connections of visitors and agents to this replica.',
    registers: [server.metrics],
    collect() {
      this.set([...sockets.values()].reduce((sum, open) => sum + open, 0));
    },
  });

  await server.register(websocket, { options: { maxPayload: frameBytes, perMessageDeflate: false } });

  /** Refuses upgrades from other origins (CSRF), and limits connections per address. */
  const authorizeUpgrade = async (request: FastifyRequest, reply: FastifyReply) => {
    const { origin } = request.headers;
    if (origin === undefined || !settings.CHAT_ORIGINS.includes(origin)) return reply.code(403).send();
    if ((sockets.get(addressKey(request.ip)) ?? 0) >= settings.CHAT_SOCKETS)
      return reply.code(429).header('retry-after', '60').send();
  };
  const countSocket = (address: string, change: 1 | -1): void => {
    const open = (sockets.get(address) ?? 0) + change;
    if (open > 0) sockets.set(address, open);
    else sockets.delete(address);
  };

  const route = { websocket: true, onRequest: authorizeUpgrade, config: { quiet: true } } as const;
  server.get('/visitor', route, (socket, { ip, log }) => {
    const address = addressKey(ip);
    countSocket(address, 1);
    socket.on('close', () => countSocket(address, -1));
    serveVisitor(socket, address, {
      store,
      conversations,
      news,
      clock,
      logger: log as Logger,
      checkToken,
      mayStart,
      waitingHere,
    });
  });
  server.get('/agent', route, (socket, { ip, log }) => {
    const address = addressKey(ip);
    countSocket(address, 1);
    socket.on('close', () => countSocket(address, -1));
    serveAgent(socket, { store, conversations, news, clock, logger: log as Logger, checkToken, agentsHere });
  });
  const mayRead = createRateLimit(clock, { max: settings.RATE_READ, windowMs: readWindowMs });
  server.get(chatCalls.chatAvailability.path, (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!mayRead(addressKey(request.ip)))
      return sendProblem(request, reply, 'tooManyRequests', mayRead.secondsLeft());
    return conversations.availability();
  });
  registerDocumentation(server);
  await server.ready();
  await news.open();
  return { server, deleteExpired: () => conversations.deleteOlderThan(settings.CHAT_KEPT_DAYS) };
};
