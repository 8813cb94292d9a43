import { setTimeout } from 'node:timers/promises';
import { type CoreEventRow, type Db, readEvent, readEvents, type WebhookPause } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import type { Secrets } from '@hofn/service/secrets.ts';
import { Webhook } from 'standardwebhooks';
import { cloudEventOf } from '../events/feed.ts';
import { auditSystem } from '../platform/audit.ts';
import { type GuardedHttp, NoResponse } from '../platform/guarded-http.ts';
import {
  type Attempt,
  type Claimed,
  claimWebhook,
  logAttempt,
  moveWebhook,
  queuedEvents,
  releaseWebhook,
} from './claims.ts';
import { delayAfter } from './schedule.ts';
import { openSecrets } from './secrets.ts';

/** Webhooks that a process delivers for at once, so that receivers that hang hold up no other. */
const atOnce = 16;
/** Pause between two looks for webhooks with events while others are delivered for. */
const lookEveryMs = 250;
/** How long a receiver may take to answer. */
const timeoutMs = 15_000;
/** How long a run delivers for one webhook before it lets others have a turn. */
const turnMs = 20_000;
/** How long attempts under way may take when the process stops. */
const graceMs = 5_000;
const pageSize = 100;
/** Pause after a fault of ours, as long as a claim lasts. */
const ownFaultMs = 60_000;

type Parts = {
  db: Db;
  /** The same for all processes: it decides about claims and next attempts. */
  sharedClock: Clock;
  secrets: Secrets;
  logger: Logger;
  /** Address of the site, `source` of the events. */
  site: string;
  http: GuardedHttp;
};

/** What an attempt is made with. */
type Turn = { claimed: Claimed; keys: readonly string[]; ended: AbortSignal };

const hostOf = (url: string): string => new URL(url).host;

const failureOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
};

/** Sends one event, signed by every valid secret. @throws the reason of `ended` when it was aborted */
const attempt = async (
  { http, sharedClock, site }: Parts,
  { claimed, keys, ended }: Turn,
  event: CoreEventRow,
): Promise<Attempt & { retryAfter?: string | undefined }> => {
  const at = sharedClock.now();
  const body = JSON.stringify(cloudEventOf(event, site));
  const headers = {
    'content-type': 'application/cloudevents+json',
    'user-agent': 'Hofn-Webhooks/1',
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': keys.map((key) => new Webhook(key).sign(event.id, at, body)).join(' '),
  };
  const begun = performance.now();
  const base = () => ({ event, at, duration: Math.round(performance.now() - begun) });
  try {
    const { status, retryAfter } = await http.post(new URL(claimed.url), {
      headers,
      body,
      timeoutMs,
      signal: ended,
    });
    return { ...base(), status, failure: failureOf(status), retryAfter };
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    return { ...base(), status: null, failure: error.message };
  }
};

/** Pauses a webhook, which somebody has to notice. */
const pause = (
  { db, sharedClock, logger }: Parts,
  claimed: Claimed,
  { why, attempt: last }: { why: WebhookPause; attempt?: Attempt },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { id, source, url } = claimed;
    const progress = { paused: why, nextAttemptAt: null };
    if (!(await moveWebhook(tx, claimed, { progress, now: sharedClock.now() }))) return false;
    if (last) await logAttempt(tx, claimed, last, 'dead');
    await auditSystem(tx, 'core.actOnWebhook', { object: { webhook: id }, source, act: 'pause', why });
    const { status, failure, event } = last ?? {};
    logger.error(
      { webhook: id, source, host: hostOf(url), why, event: event?.id, status, failure },
      'webhook paused',
    );
    return true;
  });

/** Stores an attempt that failed, and when the next one is. @returns false: nothing more can be sent now */
const recordFailure = async (
  parts: Parts,
  claimed: Claimed,
  { retryAfter, ...failed }: Attempt & { retryAfter?: string | undefined },
): Promise<false> => {
  const { db, sharedClock, logger } = parts;
  const { id, source, url, failingSince } = claimed;
  const now = sharedClock.now();
  const failures = claimed.failures + 1;
  const delayMs = delayAfter(failures, retryAfter, now);
  if (failed.status === 410 || delayMs === undefined) {
    await pause(parts, claimed, { why: failed.status === 410 ? 'gone' : 'failing', attempt: failed });
    return false;
  }
  const nextAttemptAt = new Date(now.getTime() + delayMs);
  await db.transaction(async (tx) => {
    const progress = { failures, failingSince: failingSince ?? failed.at, nextAttemptAt };
    if (await moveWebhook(tx, claimed, { progress, now })) await logAttempt(tx, claimed, failed, 'waiting');
  });
  const { event, status, failure } = failed;
  logger.warn(
    { webhook: id, source, host: hostOf(url), event: event.id, status, failure, failures, nextAttemptAt },
    'webhook not delivered yet',
  );
  return false;
};

/**
 * Stores that nothing could be sent for a reason of ours, such as a secret that no key decrypts. The next event is shown as
 * waiting, and is tried again in a minute; it does not come closer to being given up. The claim ends by itself, so that the
 * fault does not repeat without a pause.
 */
const recordOwnFault = async (parts: Parts, claimed: Claimed, error: unknown): Promise<void> => {
  const { db, sharedClock, logger } = parts;
  logger.error({ err: error, webhook: claimed.id }, 'webhook delivery failed');
  const now = sharedClock.now();
  const progress = {
    failures: Math.max(1, claimed.failures),
    failingSince: claimed.failingSince ?? now,
    nextAttemptAt: new Date(now.getTime() + ownFaultMs),
  };
  const page = { after: claimed.place, types: claimed.types ?? undefined, limit: 1 };
  const [event] = (await readEvents(db, page)).events;
  await db.transaction(async (tx) => {
    if (!(await moveWebhook(tx, claimed, { progress, now })) || !event) return;
    await logAttempt(
      tx,
      claimed,
      { event, at: now, status: null, failure: 'own fault', duration: 0 },
      'waiting',
    );
  });
};

/** Delivers an event in its turn. @returns whether the next one may follow */
const deliverNext = async (parts: Parts, turn: Turn, event: CoreEventRow): Promise<boolean> => {
  const { db, sharedClock } = parts;
  const { claimed } = turn;
  const done = await attempt(parts, turn, event);
  if (done.failure !== null) return recordFailure(parts, claimed, done);
  const progress = { place: event.seq, failures: 0, failingSince: null, nextAttemptAt: null };
  return db.transaction(async (tx) => {
    const isOurs = await moveWebhook(tx, claimed, { progress, now: sharedClock.now() });
    if (isOurs) {
      await logAttempt(tx, claimed, done, 'delivered');
      Object.assign(claimed, progress);
    }
    return isOurs;
  });
};

/** Sends an event again that was requested on its own. @returns whether the claim is still ours */
const deliverAgain = async (
  parts: Parts,
  turn: Turn,
  { seq, id, type }: Attempt['event'],
): Promise<boolean> => {
  const { db, sharedClock } = parts;
  const { claimed } = turn;
  const at = sharedClock.now();
  const event = await readEvent(db, seq);
  const deleted = { event: { seq, id, type }, at, status: null, duration: 0, failure: 'deleted' };
  const done = event ? await attempt(parts, turn, event) : deleted;
  return db.transaction(async (tx) => {
    const isOurs = await moveWebhook(tx, claimed, { progress: {}, now: sharedClock.now() });
    if (isOurs) await logAttempt(tx, claimed, done, done.failure === null ? 'delivered' : 'dead');
    return isOurs;
  });
};

/** Sends all events again that were requested one by one. Each is tried once, and changes nothing about the others. */
const deliverQueued = async (parts: Parts, turn: Turn): Promise<boolean> => {
  const { db, sharedClock } = parts;
  const { claimed } = turn;
  const noteQueued = (replays: boolean) =>
    moveWebhook(db, claimed, { progress: { replays }, now: sharedClock.now() });
  if (!claimed.replays) return true;
  for (;;) {
    const queued = await queuedEvents(db, claimed, pageSize);
    for (const event of queued) if (!(await deliverAgain(parts, turn, event))) return false;
    if (queued.length === 0) break;
  }
  // Before the last look, so that a request of this moment is noticed by it or by the next claim.
  await noteQueued(false);
  return (await queuedEvents(db, claimed, 1)).length === 0 || noteQueued(true);
};

/** Delivers the events that follow, one after the other, until one fails, none is left or the turn is over. */
const deliverFeed = async (parts: Parts, turn: Turn, isOver: () => boolean): Promise<void> => {
  const { db, sharedClock } = parts;
  const { claimed } = turn;
  while (!isOver()) {
    const page = { after: claimed.place, types: claimed.types ?? undefined, limit: pageSize };
    const { events, next, seq } = await readEvents(db, page);
    if (next === undefined) {
      await pause(parts, claimed, { why: 'expired' });
      return;
    }
    for (const event of events) if (isOver() || !(await deliverNext(parts, turn, event))) return;
    if (next > claimed.place) {
      // Past events of other types.
      if (!(await moveWebhook(db, claimed, { progress: { place: next }, now: sharedClock.now() }))) return;
      claimed.place = next;
    }
    if (next >= seq) return;
  }
};

const isDue = ({ paused, nextAttemptAt }: Claimed, now: Date): boolean =>
  paused === null && (nextAttemptAt === null || nextAttemptAt <= now);

/** Delivers for a claimed webhook until nothing is due or its turn is over. */
const deliverFor = async (
  parts: Parts,
  claimed: Claimed,
  signals: { stopping: AbortSignal; ended: AbortSignal },
): Promise<void> => {
  const { db, sharedClock, secrets } = parts;
  const begun = performance.now();
  const isOver = () => signals.stopping.aborted || performance.now() - begun > turnMs;
  const keys = await openSecrets(db, secrets, claimed.id, sharedClock.now());
  if (keys.length === 0) throw new Error('The webhook has no secret');
  const turn = { claimed, keys, ended: signals.ended };
  try {
    const goesOn = await deliverQueued(parts, turn);
    if (goesOn && isDue(claimed, sharedClock.now())) await deliverFeed(parts, turn, isOver);
  } catch (error) {
    // What the stop interrupted is sent again by the next process.
    if (!signals.ended.aborted) throw error;
  }
  await releaseWebhook(db, claimed, sharedClock.now());
};

/**
 * Creates the delivery of events to webhooks (rule CORE-9). A run ends when nothing is left to send; any number of
 * processes may run at once.
 */
export const createDelivery =
  (parts: Parts) =>
  async (stopping: AbortSignal): Promise<void> => {
    const ended = new AbortController();
    const end = () => globalThis.setTimeout(() => ended.abort(new Error('stopping')), graceMs).unref();
    stopping.addEventListener('abort', end, { once: true });
    const running = new Set<Promise<void>>();
    const start = (claimed: Claimed): void => {
      const work = deliverFor(parts, claimed, { stopping, ended: ended.signal })
        .catch((error: unknown) => recordOwnFault(parts, claimed, error))
        // The database does not answer.
        .catch((error: unknown) =>
          parts.logger.error({ err: error, webhook: claimed.id }, 'failed webhook delivery not recorded'),
        )
        .finally(() => running.delete(work));
      running.add(work);
    };
    try {
      do {
        while (running.size < atOnce && !stopping.aborted) {
          const claimed = await claimWebhook(parts.db, parts.sharedClock.now());
          if (!claimed) break;
          start(claimed);
        }
        const look = setTimeout(lookEveryMs, undefined, { signal: stopping }).catch(() => {});
        if (running.size > 0) await Promise.race([...running, look]);
      } while (running.size > 0 && !stopping.aborted);
    } finally {
      await Promise.all(running);
      stopping.removeEventListener('abort', end);
    }
  };
