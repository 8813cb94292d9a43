import {
  coreWebhookDeliveries,
  type coreWebhooks,
  type Db,
  type DeliveryState,
  feedEnds,
} from '@hofn/database';
import { and, eq } from 'drizzle-orm';
import { cursorExpired, feedCursor } from '../events/feed.ts';
import { Fault } from '../platform/fault.ts';

export type WebhookRow = typeof coreWebhooks.$inferSelect;
export type DeliveryRow = typeof coreWebhookDeliveries.$inferSelect;

/** @throws Fault `validation` naming the field */
export const refuse = (path: string, literal: string): never => {
  throw new Fault('validation', { fields: [{ path, reason: 'invalid', literal }] });
};

/** The place of a cursor. @throws Fault `validation`, or `cursorExpired` when it is outside the feed */
export const placeOf = async (tx: Db, cursor: string): Promise<number> => {
  const ends = await feedEnds(tx);
  const place = feedCursor.read(cursor) ?? ends.forgotten;
  if (place < ends.forgotten || place > ends.seq) throw cursorExpired(ends);
  return place;
};

/** Whatever a run of the old state is doing, what it reports is ignored, and another begins at once. */
export const startAgain = {
  ...{ claim: null, claimedUntil: null },
  ...{ failures: 0, failingSince: null, nextAttemptAt: null },
};

/** What a webhook sends again: all after a cursor, one event of its log, or all after one that is left behind. */
export type Replay = { after: string } | { event: string } | { skip: string };

const findDelivery = async (tx: Db, id: string, event: string): Promise<DeliveryRow | undefined> => {
  const { webhookId, eventId } = coreWebhookDeliveries;
  const [row] = await tx
    .select()
    .from(coreWebhookDeliveries)
    .where(and(eq(webhookId, id), eq(eventId, event)));
  return row;
};

const setState = async (tx: Db, { webhookId, seq }: DeliveryRow, state: DeliveryState): Promise<void> => {
  await tx
    .update(coreWebhookDeliveries)
    .set({ state })
    .where(and(eq(coreWebhookDeliveries.webhookId, webhookId), eq(coreWebhookDeliveries.seq, seq)));
};

/**
 * Lets a webhook send events again. @returns what changes in its row
 * @throws Fault
 */
export const replayEvents = async (tx: Db, row: WebhookRow, what: Replay): Promise<Partial<WebhookRow>> => {
  if ('after' in what) return { ...startAgain, place: await placeOf(tx, what.after) };
  if ('event' in what) {
    const found =
      (await findDelivery(tx, row.id, what.event)) ?? refuse('event', 'It was not sent to this webhook.');
    // The event that is to be delivered next is tried at once, in its place.
    if (found.state === 'waiting') return { ...startAgain, failingSince: row.failingSince };
    await setState(tx, found, 'queued');
    return { replays: true };
  }
  const found = await findDelivery(tx, row.id, what.skip);
  const isNext = found !== undefined && found.seq > row.place && found.state !== 'delivered';
  if (!isNext) return refuse('skip', 'It is not the event that holds up this webhook.');
  await setState(tx, found, 'dead');
  return { ...startAgain, place: found.seq };
};
