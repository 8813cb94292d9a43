import type { AgentNews, ErrorCode, VisitorNews } from '@hofn/contracts';
import { chatCloses } from '@hofn/contracts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import type { Language } from '@hofn/texts';
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import { createAllowance } from './allowance.ts';
import { Fault, faultOf, fieldFaults, refusalOf } from './fault.ts';

/** How often both ends are told that the line stands, in milliseconds. */
const beatMs = 20_000;
/** Words that one socket may say in a while, and that may wait for their turn. */
const wordsAWhile = { most: 60, windowMs: 10_000 };
const mostWaiting = 100;
/** The code of RFC 6455's registry for a service that cannot serve now: come back later. */
const tryAgainLater = 1013;
/** How long a line may stand without a word that is taken, in milliseconds. */
const firstWordMs = 30_000;
/** Bytes that may wait for a reader who does not read; whoever has much to send waits at half of them. */
const mostUnread = 1_000_000;

/** One end of a conversation, as the service holds it. */
export type Line<News> = {
  send(news: News): void;
  /** Resolves when the reader has kept up, or is gone: asked before each of many words. */
  room(): Promise<void>;
  close(code: number): void;
  /** What it is answered in, once known. */
  language: Language;
  /** Called when the line is gone, for whatever reason; at once when it is gone already. */
  onGone(done: () => void): void;
  readonly open: boolean;
};

const partsOf = (word: object): { of: string; key?: string; chat?: string } => {
  const { type, key, chat } = word as Record<string, unknown>;
  return {
    of: typeof type === 'string' ? type.slice(0, 20) : '',
    ...(typeof key === 'string' && { key: key.slice(0, 64) }),
    ...(typeof chat === 'string' && { chat: chat.slice(0, 64) }),
  };
};

const asObject = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Text that no text of the database may have. */
const hasNul = (word: object): boolean => JSON.stringify(word).includes('\\u0000');

/**
 * Holds a socket: words are read by the schema and heard one after the other; what is not taken is answered with why;
 * a line that is dead is found out and closed.
 */
export const holdLine = <News extends AgentNews | VisitorNews, Word>(
  socket: WebSocket,
  {
    schema,
    hear,
    clock,
    logger,
    waitMs = firstWordMs,
  }: {
    schema: z.ZodType<Word>;
    hear: (word: Word, line: Line<News>) => Promise<void>;
    clock: Clock;
    logger: Logger;
    /** How long the first word may be waited for. */
    waitMs?: number;
  },
): Line<News> => {
  const gone: Array<() => void> = [];
  const mayTalk = createAllowance(clock, wordsAWhile);
  let written: Promise<void> = Promise.resolve();
  let closed = false;
  let begun = false;
  let answers = true;
  let waiting = 0;
  let turn: Promise<void> = Promise.resolve();

  const line: Line<News> = {
    language: 'is',
    get open() {
      return socket.readyState === socket.OPEN;
    },
    send: (news) => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > mostUnread) socket.terminate();
      else {
        const { promise, resolve } = Promise.withResolvers<void>();
        written = promise;
        socket.send(JSON.stringify(news), () => resolve());
      }
    },
    room: async () => {
      if (socket.readyState === socket.OPEN && socket.bufferedAmount > mostUnread / 2) await written;
    },
    close: (code) => socket.close(code),
    onGone: (done) => {
      if (closed) done();
      else gone.push(done);
    },
  };
  const refuse = (error: unknown, word: object): ErrorCode => {
    const fault = faultOf(error);
    if (fault.code === 'unknownError') logger.error({ err: error }, 'fault');
    line.send(refusalOf(fault, partsOf(word), line.language) as News);
    return fault.code;
  };

  const firstWord = setTimeout(() => socket.close(chatCloses.tooMuch), waitMs);
  const take = async (word: object): Promise<void> => {
    try {
      const read = schema.safeParse(word);
      if (!read.success) throw new Fault('validation', fieldFaults(read.error));
      if (hasNul(word)) throw new Fault('validation', [{ path: 'FORM', reason: 'form' }]);
      await hear(read.data, line);
      begun = true;
      clearTimeout(firstWord);
    } catch (error) {
      const code = refuse(error, word);
      // What began in vain through a fault of ours is begun anew: whoever waits on this line would wait for nothing.
      if (!begun && (code === 'unknownError' || code === 'unavailable')) socket.close(tryAgainLater);
    }
  };

  socket.on('message', (data, isBinary) => {
    const word = isBinary ? undefined : asObject(String(data));
    if (!word) {
      refuse(new Fault('validation', [{ path: 'FORM', reason: 'json' }]), {});
      return;
    }
    if (!mayTalk('')) {
      refuse(new Fault('tooManyRequests'), word);
      return;
    }
    if (waiting >= mostWaiting) return socket.close(chatCloses.tooMuch);
    waiting += 1;
    turn = turn
      .then(() => take(word))
      .finally(() => {
        waiting -= 1;
      });
  });
  socket.on('pong', () => {
    answers = true;
  });
  const beat = setInterval(() => {
    if (!answers) return socket.terminate();
    answers = false;
    socket.ping();
    // A browser shows its page no ping: this is for it to know that the line stands.
    line.send({ type: 'beat' } as News);
  }, beatMs);
  socket.on('error', (error) => logger.debug({ err: error }, 'socket'));
  socket.on('close', () => {
    closed = true;
    clearInterval(beat);
    clearTimeout(firstWord);
    for (const done of gone.splice(0)) done();
  });
  return line;
};
