import { type CoreEventRow, coreWebhookDeliveries, coreWebhooks, type Db } from '@hofn/database';
import { and, eq, sql } from 'drizzle-orm';
import type { WebhookRow } from './replay.ts';

/** Longer than any attempt, so that only a process that was killed loses its claim. */
const leaseMs = 60_000;

/** A webhook that this run delivers for, and no other. */
export type Claimed = WebhookRow & { claim: string };

/** What an attempt to deliver an event came to. */
export type Attempt = {
  event: Pick<CoreEventRow, 'seq' | 'id' | 'type'>;
  at: Date;
  status: number | null;
  failure: string | null;
  duration: number;
};

/** Where a webhook is after an attempt. */
export type Progress = Pick<
  WebhookRow,
  'place' | 'failures' | 'failingSince' | 'nextAttemptAt' | 'paused' | 'replays'
>;

const leaseFrom = (now: Date): Date => new Date(now.getTime() + leaseMs);
const ownedBy = ({ id, claim }: Claimed) => and(eq(coreWebhooks.id, id), eq(coreWebhooks.claim, claim));

/**
 * Claims a webhook that has something to send, for this run alone: of several processes one gets it, and another only
 * when the lease has ended, because its process was killed.
 * @returns undefined when there is none
 */
export const claimWebhook = async (db: Db, now: Date): Promise<Claimed | undefined> => {
  const at = now.toISOString();
  const [row] = await db
    .update(coreWebhooks)
    .set({ claim: sql`gen_random_uuid()`, claimedUntil: leaseFrom(now) })
    .where(
      sql`${coreWebhooks.id} = (
        select webhook.id from ${coreWebhooks} as webhook
        where (webhook.claimed_until is null or webhook.claimed_until <= ${at}::timestamptz)
          and (webhook.replays or webhook.paused is null and webhook.place < (select seq from core_events_head)
            and (webhook.next_attempt_at is null or webhook.next_attempt_at <= ${at}::timestamptz))
        order by webhook.claimed_until nulls first limit 1
        for update skip locked)`,
    )
    .returning();
  return row?.claim ? { ...row, claim: row.claim } : undefined;
};

/** Ends a claim, so that the webhook is next claimed after all others. */
export const releaseWebhook = async (db: Db, claimed: Claimed, now: Date): Promise<void> => {
  await db.update(coreWebhooks).set({ claim: null, claimedUntil: now }).where(ownedBy(claimed));
};

/** Moves a webhook and extends its claim. @returns false when the claim has ended, so that nothing was stored */
export const moveWebhook = async (
  db: Db,
  claimed: Claimed,
  { progress, now }: { progress: Partial<Progress>; now: Date },
): Promise<boolean> => {
  const moved = await db
    .update(coreWebhooks)
    .set({ ...progress, claimedUntil: leaseFrom(now) })
    .where(ownedBy(claimed))
    .returning({ id: coreWebhooks.id });
  return moved.length > 0;
};

/** Writes an attempt into the log of deliveries. */
export const logAttempt = async (
  tx: Db,
  { id }: Pick<WebhookRow, 'id'>,
  { event, at, status, failure, duration }: Attempt,
  state: 'delivered' | 'waiting' | 'dead',
): Promise<void> => {
  const latest = { state, attemptedAt: at, status, failure, duration };
  const { webhookId, seq, attempts } = coreWebhookDeliveries;
  await tx
    .insert(coreWebhookDeliveries)
    .values({ webhookId: id, seq: event.seq, eventId: event.id, type: event.type, attempts: 1, ...latest })
    .onConflictDoUpdate({ target: [webhookId, seq], set: { ...latest, attempts: sql`${attempts} + 1` } });
};

/** Events that were requested to be sent again, in their order. */
export const queuedEvents = async (db: Db, { id }: Pick<WebhookRow, 'id'>, most: number) => {
  const { webhookId, seq, eventId, type, state } = coreWebhookDeliveries;
  return db
    .select({ seq, id: eventId, type })
    .from(coreWebhookDeliveries)
    .where(and(eq(webhookId, id), eq(state, 'queued')))
    .orderBy(seq)
    .limit(most);
};
