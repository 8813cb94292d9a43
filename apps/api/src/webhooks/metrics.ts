import { coreWebhookDeliveries, coreWebhooks, type Db } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';

type Figures = {
  active: number;
  failing: number;
  paused: number;
  stopped: number;
  dead: number;
  behind: number;
};

const readFigures = async (db: Db): Promise<Figures | undefined> => {
  const { rows } = (await db.execute(sql`
    select count(*) filter (where paused is null and failures = 0)::int as active,
      count(*) filter (where paused is null and failures > 0)::int as failing,
      count(*) filter (where paused = 'asked')::int as paused,
      count(*) filter (where paused <> 'asked')::int as stopped,
      (select count(*)::int from ${coreWebhookDeliveries} where state = 'dead') as dead,
      coalesce(max(extract(epoch from clock_timestamp() - (
        select occurred_at from core_events where seq > webhook.place and (webhook.types is null or type = any(webhook.types))
        order by seq limit 1))) filter (where paused is null), 0)::int as behind
    from ${coreWebhooks} as webhook`)) as unknown as { rows: Figures[] };
  return rows[0];
};

/** Adds how webhooks do to a server's metrics; omitted while the database does not answer. */
export const exposeWebhooks = (metrics: Registry, db: Db): void => {
  let reading: Promise<Figures | undefined> | undefined;
  // All gauges of one scrape share one query.
  const read = () => {
    reading ??= readFigures(db)
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const gauge = (name: string, help: string, set: (gauge: Gauge, figures: Figures) => void, label?: string) =>
    new Gauge({
      name,
      help,
      ...(label && { labelNames: [label] }),
      registers: [metrics],
      async collect() {
        const figures = await read();
        this.reset();
        if (figures) set(this, figures);
      },
    });
  gauge(
    'core_webhooks',
    'Webhooks by state: active, failing, paused by request, or stopped because of their receiver.',
    (all, { active, failing, paused, stopped }) => {
      for (const [state, count] of Object.entries({ active, failing, paused, stopped }))
        all.set({ state }, count);
    },
    'state',
  );
  gauge('core_webhook_dead', 'Deliveries that were given up.', (one, { dead }) => one.set(dead));
  gauge(
    'core_webhook_behind_seconds',
    'Age of the oldest event that an active webhook has not delivered.',
    (one, { behind }) => one.set(behind),
  );
};
