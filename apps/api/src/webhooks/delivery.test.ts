import { auditEvents, coreWebhooks, type Database } from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { createSecrets } from '@hofn/service/secrets.ts';
import { desc, eq, sql } from 'drizzle-orm';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { exposeWebhooks } from './metrics.ts';
import { type Receiver, type StartedWebhooks, startReceiver, startWebhooks } from './testing.ts';

const day = 24 * 3600;
// A busy machine is no fault.
const patient = { timeout: patience(60_000) };

describeEachEngine('delivery to webhooks', (open) => {
  let database: Database;
  let system: StartedWebhooks;
  const receivers: Receiver[] = [];
  const receive = async () => {
    const receiver = await startReceiver();
    receivers.push(receiver);
    return receiver;
  };
  beforeAll(async () => {
    database = await open();
    system = await startWebhooks(database);
  });
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) receiver.stop();
    await system.clear();
    system.lines.length = 0;
  });
  afterAll(() => system.api.stop());

  /** Delivers at each time that a webhook names for its next attempt, until a time has passed. */
  const deliverFor = async (id: string, seconds: number, until = () => false): Promise<void> => {
    const end = system.clock.now().getTime() + seconds * 1000;
    for (;;) {
      await system.deliver();
      const [row] = await database.db.select().from(coreWebhooks).where(eq(coreWebhooks.id, id));
      const next = row?.nextAttemptAt;
      if (until() || !next || next.getTime() > end) return;
      system.clock.set(next.toISOString());
    }
  };
  const metrics = async (): Promise<string> => {
    const registry = new Registry();
    exposeWebhooks(registry, database.db);
    return registry.metrics();
  };
  const active = (receiver: Receiver) => ({ url: receiver.url, types: null, active: true });

  test('CORE-9: an event that fails holds up those after it, and is tried again after 5 s, 30 s, 2 min, 10 min and each hour', async () => {
    const [receiver, other] = [await receive(), await receive()];
    const { webhook } = await system.add(receiver);
    await system.add(other);
    receiver.answer = ({ event }) => (event.data.documentId === 'd2' ? 500 : 204);
    await system.record('d1', 'd2', 'd3');
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await system.deliver();
      const { nextAttemptAt } = await system.one(webhook.id);
      pauses.push((Date.parse(nextAttemptAt ?? '') - system.clock.now().getTime()) / 1000);
      // Not a moment earlier.
      system.pass((pauses.at(-1) ?? 0) - 1);
      await system.deliver();
      expect(receiver.received).toHaveLength(1 + attempt);
      system.pass(1);
    }
    expect(pauses).toEqual([5, 30, 120, 600, 3600, 3600]);
    expect(other.documents()).toEqual(['d1', 'd2', 'd3']);
    expect(await system.deliveries(webhook.id)).toMatchObject([
      { state: 'waiting', attempts: 6, status: 500, failure: 'status' },
      { state: 'delivered' },
    ]);
    receiver.answer = () => 200;
    await system.deliver();
    expect(receiver.documents()).toEqual(['d1', ...Array(7).fill('d2'), 'd3']);
    expect(new Set(receiver.received.slice(1, 8).map(({ id }) => id)).size).toBe(1);
  });

  test('CORE-9: a receiver that asks for more time with Retry-After gets it, up to an hour', async () => {
    const receiver = await receive();
    const { webhook } = await system.add(receiver);
    await system.record('d1');
    const pauseAfter = async (retryAfter: string) => {
      receiver.answer = () => ({ status: 503, headers: { 'retry-after': retryAfter } });
      await system.deliver();
      const { nextAttemptAt } = await system.one(webhook.id);
      const pause = Date.parse(nextAttemptAt ?? '') - system.clock.now().getTime();
      system.pass(pause / 1000);
      return pause / 1000;
    };
    expect(await pauseAfter('60')).toBe(60);
    expect(await pauseAfter('1')).toBe(30);
    expect(await pauseAfter(new Date(system.clock.now().getTime() + 600_000).toUTCString())).toBe(600);
    expect(await pauseAfter('never')).toBe(600);
    expect(await pauseAfter('99999')).toBe(3600);
  });

  test('CORE-9: a receiver that is down or answers 500 for two days loses nothing, and has all in order within an hour', async () => {
    const receiver = await receive();
    const { webhook } = await system.add(receiver);
    const begun = system.clock.now().getTime();
    const isUp = () => system.clock.now().getTime() - begun > 2 * day * 1000;
    receiver.answer = () => (isUp() ? 204 : 500);
    await system.record('d1');
    await deliverFor(webhook.id, day);
    await system.record('d2', 'd3');
    await deliverFor(webhook.id, 2 * day, isUp);
    expect(system.clock.now().getTime() - begun).toBeLessThan((2 * day + 3601) * 1000);
    const accepted = receiver.documents();
    expect(accepted.slice(-3)).toEqual(['d1', 'd2', 'd3']);
    expect(accepted.slice(0, -3).every((document) => document === 'd1')).toBe(true);
    expect(await system.one(webhook.id)).toMatchObject({ active: true, failures: 0, failingSince: null });
  });

  test('CORE-9: after three days an event is a dead letter and its webhook is paused with an alarm; active again it loses nothing', async () => {
    const receiver = await receive();
    const { webhook } = await system.add(receiver);
    receiver.answer = () => 500;
    await system.record('d1', 'd2');
    expect(await metrics()).toContain('core_webhooks{state="active"} 1');
    await deliverFor(webhook.id, 100);
    expect(await metrics()).toContain('core_webhooks{state="failing"} 1');
    // Three days of attempts, all but the last two.
    await database.db.update(coreWebhooks).set({ failures: 75, nextAttemptAt: null });
    await deliverFor(webhook.id, 4 * day);
    expect(await system.one(webhook.id)).toMatchObject({ active: false, paused: 'failing' });
    expect(await system.deliveries(webhook.id, 'state=dead')).toMatchObject([
      { status: 500, failure: 'status' },
    ]);
    const attempts = receiver.received.length;
    expect(system.lines.at(-1)).toMatchObject({
      level: 50,
      msg: 'webhook paused',
      webhook: webhook.id,
      why: 'failing',
      host: new URL(receiver.url).host,
    });
    expect(JSON.stringify(system.lines)).not.toContain('/hook');
    const alarmed = await metrics();
    expect(alarmed).toContain('core_webhooks{state="stopped"} 1');
    expect(alarmed).toContain('core_webhook_dead 1');
    const [paused] = await database.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
    expect(paused).toMatchObject({ action: 'core.actOnWebhook', details: { act: 'pause', why: 'failing' } });

    await system.record('d3');
    receiver.answer = () => 204;
    await system.deliver();
    expect(receiver.received).toHaveLength(attempts);
    await system.call('PUT', `/${webhook.id}`, { body: active(receiver) });
    await system.deliver();
    expect(receiver.documents().slice(attempts)).toEqual(['d1', 'd2', 'd3']);
    expect(await metrics()).toContain('core_webhook_dead 0');
  });

  test('CORE-9: an event that a receiver cannot process is left behind on request, and sent again on its own', async () => {
    const receiver = await receive();
    const { webhook } = await system.add(receiver);
    receiver.answer = ({ event }) => (event.data.documentId === 'd1' ? 422 : 204);
    await system.record('d1', 'd2');
    await system.deliver();
    const [waiting] = await system.deliveries(webhook.id);
    const replay = (body: object) => system.call('POST', `/${webhook.id}/replay`, { body, status: 202 });
    await replay({ skip: waiting?.event });
    await system.deliver();
    expect(receiver.documents()).toEqual(['d1', 'd2']);
    expect(await system.deliveries(webhook.id, 'state=dead')).toMatchObject([{ event: waiting?.event }]);
    receiver.answer = () => 204;
    await replay({ event: waiting?.event });
    await system.deliver();
    expect(receiver.documents()).toEqual(['d1', 'd2', 'd1']);
    expect(await system.deliveries(webhook.id, 'state=dead')).toEqual([]);
  });

  test('CORE-9: a receiver that hangs does not hold up the others', async () => {
    const [hanging, other] = [await receive(), await receive()];
    let release = () => {};
    hanging.answer = () => new Promise<number>((resolve) => (release = () => resolve(204)));
    const { webhook } = await system.add(hanging);
    await system.add(other);
    await system.record('d1');
    const run = system.deliver();
    await expect.poll(() => [hanging.documents(), other.documents()], patient).toEqual([['d1'], ['d1']]);
    await system.record('d2');
    await expect.poll(other.documents, patient).toEqual(['d1', 'd2']);
    expect(hanging.documents()).toEqual(['d1']);
    hanging.answer = () => 204;
    release();
    await run;
    await system.deliver();
    expect(hanging.documents()).toEqual(['d1', 'd2']);
    expect((await system.one(webhook.id)).failures).toBe(0);
  });

  test('CORE-9: a redirect is a failure and not followed, 410 pauses the webhook, and no response says why', async () => {
    const [receiver, target] = [await receive(), await receive()];
    const { webhook } = await system.add(receiver);
    await system.record('d1');
    const attempt = async () => {
      await system.deliver();
      system.pass(3600);
      return (await system.deliveries(webhook.id))[0];
    };
    receiver.answer = () => ({ status: 301, headers: { location: target.url } });
    expect(await attempt()).toMatchObject({ state: 'waiting', status: 301, failure: 'redirect' });
    expect(target.received).toEqual([]);
    receiver.answer = () => 410;
    expect(await attempt()).toMatchObject({ state: 'dead', status: 410 });
    expect(await system.one(webhook.id)).toMatchObject({ active: false, paused: 'gone' });
    receiver.stop();
    await system.call('PUT', `/${webhook.id}`, { body: active(receiver) });
    expect(await attempt()).toMatchObject({ state: 'waiting', status: null, failure: 'ECONNREFUSED' });
  });

  test('CORE-9: a name that resolves to this machine is not connected to unless the setting allows it', async () => {
    const receiver = await receive();
    const url = receiver.url.replace('127.0.0.1', 'localhost');
    const strict = await startWebhooks(database, { WEBHOOK_NETWORKS: [] });
    const { webhook } = await strict.add({ url });
    await strict.record('d1');
    await strict.deliver();
    expect(receiver.received).toEqual([]);
    expect(await strict.deliveries(webhook.id)).toMatchObject([
      { state: 'waiting', status: null, failure: 'address not allowed' },
    ]);
    await strict.api.stop();
  });

  test('HOLD-27: a webhook whose secret no key decrypts is reported as failing, and delivers when the key is back', async () => {
    const receiver = await receive();
    const { webhook } = await system.add(receiver);
    await system.record('d1');
    const otherKeys = await startWebhooks(database, {}, createSecrets([Buffer.alloc(32, 'other')]));
    otherKeys.clock.set(system.clock.now().toISOString());
    await otherKeys.deliver();
    expect(await system.one(webhook.id)).toMatchObject({
      active: true,
      failures: 1,
      failingSince: expect.any(String),
    });
    expect(await system.deliveries(webhook.id)).toMatchObject([
      { state: 'waiting', attempts: 1, status: null, failure: 'own fault' },
    ]);
    expect(await metrics()).toContain('core_webhooks{state="failing"} 1');
    expect(otherKeys.lines.at(-1)).toMatchObject({
      level: 50,
      msg: 'webhook delivery failed',
      webhook: webhook.id,
    });
    expect(receiver.received).toEqual([]);
    system.pass(60);
    await system.deliver();
    expect(receiver.documents()).toEqual(['d1']);
    expect(await system.one(webhook.id)).toMatchObject({ failures: 0, failingSince: null });
    await otherKeys.api.stop();
  });

  test('CORE-9: several replicas deliver each event once, in the order of the feed', async () => {
    const all = [await receive(), await receive(), await receive()];
    for (const receiver of all) await system.add(receiver);
    const documents = Array.from({ length: 40 }, (_, n) => `d${n}`);
    const never = new AbortController().signal;
    const runs = [await system.createRun(), await system.createRun(), await system.createRun()];
    await system.record(...documents.slice(0, 20));
    const first = runs.map((run) => run(never));
    await system.record(...documents.slice(20));
    await Promise.all(first);
    await Promise.all(runs.map((run) => run(never)));
    for (const receiver of all) expect(receiver.documents()).toEqual(documents);
  });

  test('CORE-9: a stop lets attempts under way end, records them, and begins no other', async () => {
    const receiver = await receive();
    const { webhook } = await system.add(receiver);
    await system.record('d1', 'd2');
    const stopping = new AbortController();
    receiver.answer = async () => {
      stopping.abort();
      return 204;
    };
    await system.deliver(stopping.signal);
    expect(receiver.documents()).toEqual(['d1']);
    expect(await system.deliveries(webhook.id)).toMatchObject([{ state: 'delivered' }]);
    await system.deliver();
    expect(receiver.documents()).toEqual(['d1', 'd2']);
  });

  test('CORE-9: a webhook whose next events have been deleted is paused with an alarm, and continues at the oldest', async () => {
    const receiver = await receive();
    const { webhook } = await system.add(receiver);
    await system.call('PUT', `/${webhook.id}`, { body: { ...active(receiver), active: false } });
    await system.record('d1', 'd2');
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`delete from core_events where seq < (select max(seq) from core_events)`);
      await tx.execute(sql`update core_events_head set forgotten = seq - 1`);
    });
    await system.call('PUT', `/${webhook.id}`, { body: active(receiver) });
    await system.deliver();
    expect(await system.one(webhook.id)).toMatchObject({ paused: 'expired' });
    expect(system.lines.at(-1)).toMatchObject({ msg: 'webhook paused', why: 'expired' });
    await system.call('PUT', `/${webhook.id}`, { body: active(receiver) });
    await system.deliver();
    expect(receiver.documents()).toEqual(['d2']);
  });
});
