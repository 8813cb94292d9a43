import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { CoreWebhook } from '@hofn/contracts';
import { coreWebhookDeliveries, coreWebhooks, type Db, type DeliveryState, feedEnds } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Secrets } from '@hofn/service/secrets.ts';
import { and, asc, desc, eq, lt } from 'drizzle-orm';
import { feedCursor } from '../events/feed.ts';
import { Fault } from '../platform/fault.ts';
import { mayReach } from '../platform/guarded-http.ts';
import {
  type DeliveryRow,
  placeOf,
  type Replay,
  refuse,
  replayEvents,
  startAgain,
  type WebhookRow,
} from './replay.ts';
import { addSecret, encryptSecretsAgain, listSecrets } from './secrets.ts';

const hourMs = 3_600_000;
/** Most webhooks of a source. */
const mostOfSource = 20;

/** Where webhooks may send to. */
export type WebhookTargets = { allowsHttp: boolean; networks: readonly string[] };

/** What the settings allow: plain http only outside production. */
export const targetsOf = ({
  NODE_ENV: environment,
  WEBHOOK_NETWORKS: networks,
}: {
  NODE_ENV: string;
  WEBHOOK_NETWORKS: string[];
}): WebhookTargets => ({ allowsHttp: environment !== 'production', networks });

const checkUrl = (text: string, { allowsHttp, networks }: WebhookTargets): string => {
  const url = URL.canParse(text) ? new URL(text) : refuse('url', 'It is not a URL.');
  const isAllowed = url.protocol === 'https:' || (allowsHttp && url.protocol === 'http:');
  if (!isAllowed) refuse('url', 'It must start with https://');
  if (url.username || url.password) refuse('url', 'It must not contain a user or password.');
  if (url.hash) refuse('url', 'It must not contain a fragment.');
  // The addresses of a name are checked whenever it is connected to.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && !mayReach(host, networks))
    refuse('url', 'Its address may not be reached (WEBHOOK_NETWORKS).');
  return url.href;
};

/** A webhook; without a source, that of any. */
export type Named = { source: string | undefined; id: string };

const isNamed = ({ source, id }: Named) =>
  and(eq(coreWebhooks.id, id), source === undefined ? undefined : eq(coreWebhooks.source, source));

/** A webhook as the calls and the command show it. */
const describe = async (tx: Db, row: WebhookRow, now: Date): Promise<CoreWebhook> => {
  const { id, url, types, paused, addedAt, place, failures, failingSince, nextAttemptAt } = row;
  const found = await listSecrets(tx, id, now);
  return {
    ...{ id, url, types, paused, failures },
    active: paused === null,
    addedAt: addedAt.toISOString(),
    after: feedCursor.write(place),
    failingSince: failingSince?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    secrets: found.map((secret) => ({
      addedAt: secret.addedAt.toISOString(),
      expiresAt: secret.expiresAt?.toISOString() ?? null,
    })),
  };
};

/** A webhook, locked until the transaction ends. @throws Fault `notFound` */
const lock = async (tx: Db, named: Named): Promise<WebhookRow> => {
  const [row] = await tx.select().from(coreWebhooks).where(isNamed(named)).for('update');
  if (!row) throw new Fault('notFound');
  return row;
};

const ensureNew = async (tx: Db, source: string, url: string, id?: string): Promise<void> => {
  const others = await tx.select().from(coreWebhooks).where(eq(coreWebhooks.source, source));
  if (others.some((other) => other.url === url && other.id !== id))
    refuse('url', 'The source has a webhook with this address.');
  if (id === undefined && others.length >= mostOfSource)
    refuse('url', `The source has ${mostOfSource} webhooks, which is the most.`);
};

/** Managing webhooks, for the calls of other systems and for the command (rule CORE-9). */
export const createWebhooks = ({
  clock,
  secrets,
  targets,
}: {
  clock: Clock;
  secrets: Secrets;
  targets: WebhookTargets;
}) => {
  const update = async (tx: Db, { id }: WebhookRow, set: Partial<WebhookRow>): Promise<CoreWebhook> => {
    const changed = { id, ...set };
    const [row] = await tx.update(coreWebhooks).set(changed).where(eq(coreWebhooks.id, id)).returning();
    if (!row) throw new Fault('notFound');
    return describe(tx, row, clock.now());
  };

  return {
    /** @param source all sources when it is undefined */
    list: async (tx: Db, source?: string): Promise<Array<CoreWebhook & { source: string }>> => {
      const ofSource = source === undefined ? undefined : eq(coreWebhooks.source, source);
      const rows = await tx
        .select()
        .from(coreWebhooks)
        .where(ofSource)
        .orderBy(asc(coreWebhooks.source), asc(coreWebhooks.addedAt));
      const described = [];
      for (const row of rows)
        described.push({ ...(await describe(tx, row, clock.now())), source: row.source });
      return described;
    },

    /** Adds a webhook; without `after` it begins with the next event. @throws Fault */
    add: async (
      tx: Db,
      source: string,
      { url: text, types, after }: { url: string; types: string[] | null; after: string | null },
    ): Promise<{ webhook: CoreWebhook; secret: string }> => {
      const url = checkUrl(text, targets);
      await ensureNew(tx, source, url);
      const place = after === null ? (await feedEnds(tx)).seq : await placeOf(tx, after);
      const at = clock.now();
      const added = { id: randomUUID(), source, url, types, addedAt: at, place };
      const [row] = await tx.insert(coreWebhooks).values(added).onConflictDoNothing().returning();
      // Added at the same time.
      if (!row) return refuse('url', 'The source has a webhook with this address.');
      const secret = await addSecret(tx, secrets, row.id, { at, previousUntil: at });
      return { webhook: await describe(tx, row, clock.now()), secret };
    },

    /** Changes address and types; activating it again starts with the event that failed. @throws Fault */
    change: async (
      tx: Db,
      named: Named,
      { url: text, types, active }: { url: string; types: string[] | null; active: boolean },
    ): Promise<CoreWebhook> => {
      const row = await lock(tx, named);
      const url = checkUrl(text, targets);
      await ensureNew(tx, row.source, url, row.id);
      const paused = active ? null : (row.paused ?? 'asked');
      // Activating it is to accept that its next events have been deleted; before that it must be noticed.
      const place = active && row.paused === 'expired' ? (await feedEnds(tx)).forgotten : row.place;
      return update(tx, row, { ...startAgain, url, types, paused, place });
    },

    /** Its log is deleted by the nightly run. @throws Fault */
    remove: async (tx: Db, named: Named): Promise<void> => {
      const { id } = await lock(tx, named);
      await tx.delete(coreWebhooks).where(eq(coreWebhooks.id, id));
    },

    /** Adds a secret; the one before remains valid for a time. @throws Fault */
    rotate: async (
      tx: Db,
      named: Named,
      overlapHours: number,
    ): Promise<{ webhook: CoreWebhook; secret: string }> => {
      const row = await lock(tx, named);
      const at = clock.now();
      const previousUntil = new Date(at.getTime() + overlapHours * hourMs);
      const secret = await addSecret(tx, secrets, row.id, { at, previousUntil });
      // A run has read the secrets at its start, and the previous one may have to end now.
      await update(tx, row, { claim: null, claimedUntil: null });
      return { webhook: await describe(tx, row, clock.now()), secret };
    },

    /** For a rotation of SECRETS_KEY. @returns how many secrets an older key had encrypted */
    encryptAgain: (tx: Db): Promise<number> => encryptSecretsAgain(tx, secrets),

    /** Sends events again. @throws Fault */
    replay: async (tx: Db, named: Named, what: Replay): Promise<CoreWebhook> => {
      const row = await lock(tx, named);
      return update(tx, row, await replayEvents(tx, row, what));
    },

    /** The log of deliveries, newest event first. @throws Fault */
    deliveries: async (
      db: Db,
      named: Named,
      {
        state,
        before,
        limit,
      }: { state?: DeliveryState | undefined; before?: number | undefined; limit: number },
    ): Promise<DeliveryRow[]> => {
      const table = coreWebhookDeliveries;
      const [webhook] = await db.select().from(coreWebhooks).where(isNamed(named));
      if (!webhook) throw new Fault('notFound');
      return db
        .select()
        .from(table)
        .where(
          and(
            eq(table.webhookId, webhook.id),
            state && eq(table.state, state),
            before === undefined ? undefined : lt(table.seq, before),
          ),
        )
        .orderBy(desc(table.seq))
        .limit(limit);
    },
  };
};
export type Webhooks = ReturnType<typeof createWebhooks>;
