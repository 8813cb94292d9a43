import { auditEvents, coreWebhookDeliveries, coreWebhookSecrets, type Database } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { desc } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { webhooks } from './feature.ts';
import { type Receiver, type StartedWebhooks, startReceiver, startWebhooks } from './testing.ts';

describeEachEngine('webhooks', (open) => {
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
  });
  afterAll(() => system.api.stop());

  test('CORE-9: a webhook gets the events of its types from then on, signed as Standard Webhooks; its library verifies them', async () => {
    await system.record('before');
    const [all, some] = [await receive(), await receive()];
    const { secret, webhook } = await system.add(all);
    const other = await system.add(some, { types: ['hofn.chat.ended'] });
    await system.record('d1', 'd2');
    await system.deliver();
    expect(all.documents()).toEqual(['d1', 'd2']);
    expect(some.received).toEqual([]);
    const [first, second] = all.received;
    if (!first || !second) throw new Error('nothing received');
    expect(first.event).toMatchObject({ specversion: '1.0', type: 'hofn.document.signed', subject: 'anna' });
    expect(first.headers).toMatchObject({
      'content-type': 'application/cloudevents+json',
      'webhook-id': first.event.id,
      'webhook-timestamp': String(system.clock.now().getTime() / 1000),
      'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/),
    });
    expect(system.isVerified(secret, first)).toBe(true);
    expect(system.isVerified(other.secret, first)).toBe(false);
    expect(system.isVerified(secret, { ...first, body: first.body.replace('d1', 'd9') })).toBe(false);
    expect(system.isVerified(secret, { ...first, headers: second.headers })).toBe(false);
    const [last, before] = await system.deliveries(webhook.id);
    expect(last).toMatchObject({
      event: second.id,
      state: 'delivered',
      attempts: 1,
      status: 204,
      failure: null,
    });
    expect(before?.event).toBe(first.id);
    // The other has passed them.
    expect((await system.one(other.webhook.id)).after).toBe((await system.one(webhook.id)).after);
    await system.deliver();
    expect(all.received).toHaveLength(2);
  });

  test('CORE-9: a secret is returned when it is created and never again, and is stored encrypted', async () => {
    const { secret } = await system.add(await receive());
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(JSON.stringify(await system.list())).not.toContain(secret.slice(6, 20));
    const stored = JSON.stringify(await database.db.select().from(coreWebhookSecrets));
    expect(stored).not.toContain(secret.slice(6, 20));
    expect(JSON.stringify(await database.db.select().from(auditEvents))).not.toContain(secret.slice(6, 20));
  });

  test('CORE-9: during a rotation both secrets sign, and afterwards the new one alone', async () => {
    const receiver = await receive();
    const { secret: first, webhook } = await system.add(receiver);
    const rotate = async (overlapHours: number) =>
      (
        await system.call<{ secret: string }>('POST', `/${webhook.id}/secrets`, {
          body: { overlapHours },
          status: 201,
        })
      ).secret;
    const verifiedBy = async (...secrets: string[]) => {
      await system.record('d');
      await system.deliver();
      const last = receiver.received.at(-1);
      return last && secrets.map((secret) => system.isVerified(secret, last));
    };
    const second = await rotate(24);
    expect(await verifiedBy(first, second)).toEqual([true, true]);
    expect((await system.one(webhook.id)).secrets).toMatchObject([
      { expiresAt: null },
      { expiresAt: expect.stringMatching(/^2026-11-22T12/) },
    ]);
    system.pass(24 * 3600);
    expect(await verifiedBy(first, second)).toEqual([false, true]);
    // The one before is never a third, and can end at once.
    const third = await rotate(24);
    const fourth = await rotate(24);
    expect(await verifiedBy(second, third, fourth)).toEqual([false, true, true]);
    const fifth = await rotate(0);
    expect(await verifiedBy(third, fourth, fifth)).toEqual([false, false, true]);
    system.clock.set('2026-11-21T12:00:00Z');
  });

  test('CORE-9: events are sent again from a cursor in their order, or one by one, with the same id', async () => {
    const receiver = await receive();
    const { webhook } = await system.add(receiver);
    await system.record('d1', 'd2', 'd3');
    await system.deliver();
    const replay = (body: object, status = 202) =>
      system.call('POST', `/${webhook.id}/replay`, { body, status });
    const [, second] = (await system.deliveries(webhook.id)).toReversed();
    await replay({ after: second?.after });
    await system.deliver();
    expect(receiver.documents()).toEqual(['d1', 'd2', 'd3', 'd2', 'd3']);
    expect(receiver.received[3]?.id).toBe(receiver.received[1]?.id);
    await replay({ event: second?.event });
    await system.deliver();
    expect(receiver.documents().slice(5)).toEqual(['d2']);
    expect((await system.deliveries(webhook.id)).map(({ attempts }) => attempts)).toEqual([2, 3, 1]);
    await replay({ event: '00000000-0000-7000-8000-000000000000' }, 400);
    await replay({ skip: second?.event }, 400);
    await replay({ after: 'nothing' }, 400);
    await system.deliver();
    expect(receiver.received).toHaveLength(6);
  });

  test('CORE-9: a new webhook can begin at a cursor of the feed', async () => {
    const [first, second] = [await receive(), await receive()];
    const { webhook } = await system.add(first);
    await system.record('d1', 'd2');
    await system.add(second, { after: webhook.after });
    await system.deliver();
    expect(second.documents()).toEqual(['d1', 'd2']);
  });

  test('CORE-9: a system manages the webhooks of its source alone, with their own scope, and every change is audited', async () => {
    const receiver = await receive();
    const { webhook } = await system.add(receiver);
    const path = `/${webhook.id}`;
    const change = { url: receiver.url, types: ['hofn.chat.ended'], active: false };
    const otherSystem = { source: 'annad', status: 404 };
    await system.call('PUT', path, { ...otherSystem, body: change });
    await system.call('DELETE', path, otherSystem);
    await system.call('GET', `${path}/deliveries`, otherSystem);
    await system.call('POST', `${path}/secrets`, { ...otherSystem, body: {} });
    await system.call('POST', `${path}/replay`, { ...otherSystem, body: { after: webhook.after } });
    expect(await system.call('GET', '', { source: 'annad' })).toEqual({ items: [] });
    const token = await system.issuer.serviceToken(['core.events.read']);
    expect((await system.api.ask('/api/core/v1/webhooks', { token })).status).toBe(403);

    expect(await system.call('PUT', path, { body: change })).toMatchObject({
      paused: 'asked',
      active: false,
    });
    await system.record('d1');
    await system.deliver();
    expect(receiver.received).toEqual([]);
    await system.call('DELETE', path, { status: 204 });
    expect(await system.list()).toEqual([]);
    const audited = await database.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(3);
    expect(audited.toReversed()).toMatchObject([
      { action: 'core.addWebhook', actorId: 'core-kerfi', object: `webhook ${webhook.id}` },
      { action: 'core.actOnWebhook', details: { act: 'change', active: false } },
      { action: 'core.actOnWebhook', details: { act: 'remove' } },
    ]);
  });

  test('CORE-9: an address that is not https or public, has a password, or is registered already is refused by name', async () => {
    const receiver = await receive();
    await system.add(receiver);
    const fieldsOf = async (body: object, at = system) =>
      at.call('POST', '', { body, status: 400 }).then((answer) => (answer as { errors: object }).errors);
    for (const url of [
      receiver.url,
      'ftp://receiver.example/',
      'https://user:password@receiver.example/',
      'https://receiver.example/#part',
      'https://10.0.0.1/',
      'https://[::ffff:10.0.0.1]/',
      'https://169.254.169.254/latest/meta-data/',
      'no address',
    ])
      expect([url, Object.keys(await fieldsOf({ url }))]).toEqual([url, ['url']]);
    const types = await fieldsOf({ url: 'https://receiver.example/', types: ['hofn.nothing'] });
    expect(Object.keys(types)).toEqual(['types.0']);
    const production = await startWebhooks(database, { NODE_ENV: 'production' });
    expect(await fieldsOf({ url: 'http://receiver.example/' }, production)).toEqual({
      url: ['It must start with https://'],
    });
    await production.api.stop();
  });

  test('CORE-9: the log of deliveries is kept for 90 days, and not after its webhook', async () => {
    const [receiver, ended] = [await receive(), await receive()];
    const { webhook } = await system.add(receiver);
    const removed = await system.add(ended);
    await system.record('old');
    await system.deliver();
    system.pass(90 * 24 * 3600 + 1);
    await system.record('new');
    await system.deliver();
    await system.call('DELETE', `/${removed.webhook.id}`, { status: 204 });
    expect(await database.db.$count(coreWebhookDeliveries)).toBe(4);
    const [job] = webhooks.jobs;
    await job.run({ db: database.db, sharedClock: system.clock });
    expect(await system.deliveries(webhook.id)).toHaveLength(1);
    expect(await database.db.$count(coreWebhookDeliveries)).toBe(1);
    system.clock.set('2026-11-21T12:00:00Z');
  });
});
