import { randomUUID } from 'node:crypto';
import { type Database, listenTo, notify } from '@hofn/database';
import type { Logger } from '@hofn/service';
import { z } from 'zod';
import type { ChatHead } from './chat-head.ts';

const channel = 'hofn_chat';
const notification = z.object({
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

/** Tells the other replicas that a chat has changed. */
export type ChangeBus = {
  publish(head: ChatHead): void;
  /** Sends another probe. @returns whether the previous one came back, that is, whether notifications work */
  probe(): boolean;
  stop(): Promise<void>;
};

/**
 * Connects the replicas by database notifications. These can be lost (a broken connection, a transaction pooler), which
 * each replica detects with probes that it sends to itself.
 */
export const openChangeBus = async (
  { db, source }: Pick<Database, 'db' | 'source'>,
  onChange: (head: ChatHead) => void,
  logger: Logger,
): Promise<ChangeBus> => {
  const self = randomUUID();
  let sent = 0;
  let returned = -1;
  const send = (content: Omit<z.input<typeof notification>, 'from'>): void => {
    notify(db, channel, JSON.stringify({ from: self, ...content })).catch((error: unknown) =>
      logger.warn({ err: error }, 'could not notify the other replicas of a chat change'),
    );
  };
  const listening = await listenTo(
    source,
    channel,
    (payload) => {
      const { from, probe, head } = notification.parse(JSON.parse(payload));
      if (from !== self) {
        if (head) onChange(head);
      } else if (probe !== undefined) returned = probe;
    },
    logger,
  );
  return {
    publish: (head) => send({ head }),
    probe: () => {
      const isBack = returned === sent;
      sent += 1;
      send({ probe: sent });
      return isBack;
    },
    stop: () => listening.stop(),
  };
};
