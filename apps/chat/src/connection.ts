import type { ErrorCode, ServiceToAgent, ServiceToVisitor } from '@hofn/contracts';
import { chatCloseCodes } from '@hofn/contracts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { composed } from '@hofn/service/composed.ts';
import { plainTexts } from '@hofn/service/plain-texts.ts';
import type { Language } from '@hofn/texts';
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import { ChatError, refusalOf, toChatError, toFieldErrors } from './errors.ts';
import { createRateLimit } from './rate-limit.ts';

/** Heartbeat interval in milliseconds. */
const heartbeatMs = 20_000;
/** Rate limit for commands on one socket, and how many may be queued. */
const messageRate = { max: 60, windowMs: 10_000 };
const maxQueued = 100;
/** WebSocket close code "try again later" (RFC 6455 registry). */
const tryAgainLater = 1013;
/** How long a connection may stay without an accepted command, in milliseconds. */
const firstMessageMs = 30_000;
/** Unsent bytes before a slow client is disconnected; bulk senders pause at half of this. */
const maxUnreadBytes = 1_000_000;

/** The service's end of a WebSocket. */
export type Connection<News> = {
  send(news: News): void;
  /** Resolves when the client has caught up, or is gone; await it before each of many messages. */
  drained(): Promise<void>;
  close(code: number): void;
  /** The client's language, once known. */
  language: Language;
  /** Calls `done` when the connection closes; at once if it is closed already. */
  onClose(done: () => void): void;
  readonly open: boolean;
};

const identify = (command: object): { of: string; key?: string; chat?: string } => {
  const { type, key, chat } = command as Record<string, unknown>;
  return {
    of: typeof type === 'string' ? type.slice(0, 20) : '',
    ...(typeof key === 'string' && { key: key.slice(0, 64) }),
    ...(typeof chat === 'string' && { chat: chat.slice(0, 64) }),
  };
};

const parseObject = (text: string): object | undefined => {
  try {
    const value: unknown = composed(JSON.parse(text));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Wraps a socket: commands are validated by the schema and handled one at a time, refused ones are answered with the
 * reason, and dead connections are detected and closed.
 */
export const openConnection = <News extends ServiceToAgent | ServiceToVisitor, Command>(
  socket: WebSocket,
  {
    schema,
    handle,
    clock,
    logger,
    waitMs = firstMessageMs,
  }: {
    schema: z.ZodType<Command>;
    handle: (command: Command, connection: Connection<News>) => Promise<void>;
    clock: Clock;
    logger: Logger;
    /** How long to wait for the first accepted command. */
    waitMs?: number;
  },
): Connection<News> => {
  const closeHandlers: Array<() => void> = [];
  const isWithinRate = createRateLimit(clock, messageRate);
  let lastWrite: Promise<void> = Promise.resolve();
  let isClosed = false;
  let hasStarted = false;
  let hasPonged = true;
  let queued = 0;
  let queue: Promise<void> = Promise.resolve();

  const connection: Connection<News> = {
    language: 'is',
    get open() {
      return socket.readyState === socket.OPEN;
    },
    send: (news) => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > maxUnreadBytes) socket.terminate();
      else {
        const { promise, resolve } = Promise.withResolvers<void>();
        lastWrite = promise;
        socket.send(JSON.stringify(news), () => resolve());
      }
    },
    drained: async () => {
      if (socket.readyState === socket.OPEN && socket.bufferedAmount > maxUnreadBytes / 2) await lastWrite;
    },
    close: (code) => socket.close(code),
    onClose: (done) => {
      if (isClosed) done();
      else closeHandlers.push(done);
    },
  };
  const refuse = (error: unknown, command: object): ErrorCode => {
    const refusal = toChatError(error);
    if (refusal.code === 'unknownError') logger.error({ err: error }, 'command failed');
    connection.send(refusalOf(refusal, identify(command), connection.language) as News);
    return refusal.code;
  };

  const firstCommandTimer = setTimeout(() => socket.close(chatCloseCodes.tooMuch), waitMs);
  const process = async (command: object): Promise<void> => {
    try {
      const read = schema.safeParse(plainTexts(command));
      if (!read.success) throw new ChatError('validation', toFieldErrors(read.error));
      await handle(read.data, connection);
      hasStarted = true;
      clearTimeout(firstCommandTimer);
    } catch (error) {
      const code = refuse(error, command);
      // When the first command fails for a reason of ours, close the connection so that the client reconnects.
      if (!hasStarted && (code === 'unknownError' || code === 'unavailable')) socket.close(tryAgainLater);
    }
  };

  socket.on('message', (data, isBinary) => {
    const command = isBinary ? undefined : parseObject(String(data));
    if (!command) {
      refuse(new ChatError('validation', [{ path: 'FORM', reason: 'json' }]), {});
      return;
    }
    if (!isWithinRate('')) {
      refuse(new ChatError('tooManyRequests'), command);
      return;
    }
    if (queued >= maxQueued) return socket.close(chatCloseCodes.tooMuch);
    queued += 1;
    queue = queue
      .then(() => process(command))
      .finally(() => {
        queued -= 1;
      });
  });
  socket.on('pong', () => {
    hasPonged = true;
  });
  const heartbeat = setInterval(() => {
    if (!hasPonged) return socket.terminate();
    hasPonged = false;
    socket.ping();
    // Browsers don't expose pings to pages: send a heartbeat they can see.
    connection.send({ type: 'beat' } as News);
  }, heartbeatMs);
  socket.on('error', (error) => logger.debug({ err: error }, 'socket'));
  socket.on('close', () => {
    isClosed = true;
    clearInterval(heartbeat);
    clearTimeout(firstCommandTimer);
    for (const done of closeHandlers.splice(0)) done();
  });
  return connection;
};
