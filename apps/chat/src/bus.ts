import { randomUUID } from 'node:crypto';
import { type Database, listenTo, notify } from '@hofn/database';
import type { Logger } from '@hofn/service';
import { z } from 'zod';
import type { ChatHead } from './chat-head.ts';

const channel = 'hofn_chat';
const note = z.object({
  from: z.string(),
  probe: z.number().optional(),
  head: z
    .object({
      id: z.string(),
      revision: z.number(),
      state: z.enum(['waiting', 'connected', 'ended']),
      agentId: z.string().nullable(),
    })
    .optional(),
});

/** How the copies of the service tell one another that a chat has changed. */
export type Bus = {
  tell(head: ChatHead): void;
  /** Sends another probe. @returns whether the last one came back: whether notifications arrive at all */
  probe(): boolean;
  stop(): Promise<void>;
};

/**
 * Opens the way between the copies: notifications of the database. They may be lost (a lost connection, a pooler that
 * shares connections), which each copy notices by probes that it sends to itself.
 */
export const openBus = async (
  { db, source }: Pick<Database, 'db' | 'source'>,
  heard: (head: ChatHead) => void,
  logger: Logger,
): Promise<Bus> => {
  const self = randomUUID();
  let sent = 0;
  let returned = -1;
  const send = (content: Omit<z.input<typeof note>, 'from'>): void => {
    notify(db, channel, JSON.stringify({ from: self, ...content })).catch((error: unknown) =>
      logger.warn({ err: error }, 'change of a chat not told to the other copies'),
    );
  };
  const listening = await listenTo(
    source,
    channel,
    (payload) => {
      const { from, probe, head } = note.parse(JSON.parse(payload));
      if (from !== self) {
        if (head) heard(head);
      } else if (probe !== undefined) returned = probe;
    },
    logger,
  );
  return {
    tell: (head) => send({ head }),
    probe: () => {
      const came = returned === sent;
      sent += 1;
      send({ probe: sent });
      return came;
    },
    stop: () => listening.stop(),
  };
};
