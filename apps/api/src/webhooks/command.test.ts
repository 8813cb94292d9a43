import { randomBytes } from 'node:crypto';
import { auditEvents, type Database } from '@hofn/database';
import { inRoleOf, testDatabase } from '@hofn/database/testing.ts';
import { systemClock } from '@hofn/domain';
import { createSecrets } from '@hofn/service/secrets.ts';
import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { commandDatabases, runCommand } from '../core/import/testing/command.ts';
import { feedCursor } from '../events/feed.ts';
import { readWebhookCommand } from './command.ts';
import { openSecrets } from './secrets.ts';
import { secretsKey, startReceiver, startWebhooks } from './testing.ts';
import { createWebhooks } from './webhooks.ts';

let secrets = createSecrets([secretsKey]);

/** Runs the command in this process, in the database role of the API. @returns what it prints */
const runOn = async (database: Database, ...words: string[]): Promise<string> => {
  const lines: string[] = [];
  const command = readWebhookCommand(words);
  if (typeof command === 'string') return command;
  const { db } = await inRoleOf('api', database);
  const targets = { allowsHttp: false, networks: [] };
  const webhooks = createWebhooks({ clock: systemClock, secrets, targets });
  await command((line) => lines.push(line), db, webhooks);
  return lines.join('\n');
};

test('CORE-9: as a program it adds a webhook whose secret verifies what is delivered', async () => {
  // PostgreSQL, where there is one.
  const create = commandDatabases.at(-1)?.[1];
  if (!create) throw new Error('There is no database engine.');
  const place = await create();
  const receiver = await startReceiver();
  onTestFinished(receiver.stop);
  const env = { ...place.env, SECRETS_KEY: secretsKey.toString('base64'), WEBHOOK_NETWORKS: '127.0.0.1' };
  const words = ['add', '--source', 'kerfi', '--url', receiver.url];
  const added = await runCommand('../../webhooks/webhook-command.ts', { ...place, env }, words);
  expect(added).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^[\da-f-]{36}\nwhsec_[\w+/]{43}=\n$/),
  });
  const [id = '', secret = ''] = added.out.split('\n');
  await place.use(async (database) => {
    const system = await startWebhooks(database);
    await system.record('d1');
    await system.deliver();
    expect(receiver.received.map((one) => system.isVerified(secret, one))).toEqual([true]);
    expect(await runOn(database, 'deliveries', id)).toMatch(
      / {2}delivered {2}\S+ {2}hofn.document.signed {2}204 {2}1× /,
    );
    await system.api.stop();
  });
});

describe('the command for webhooks', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  const webhook = (...words: string[]) => runOn(database, ...words);

  test('CORE-9: it adds, changes, pauses, resumes, rotates, replays and removes a webhook; each change is audited', async () => {
    expect(await webhook('list')).toBe('No webhooks.');
    const url = 'https://receiver.example/';
    const added = await webhook('add', '--source', 'kerfi', '--url', url, '--types', 'hofn.claim.filed');
    const [id = '', secret] = added.split('\n');
    expect(await webhook('list')).toMatch(
      new RegExp(`^${id}  kerfi  ${url}  active\n  types hofn.claim.filed  after \\S+\n  secret added \\S+$`),
    );
    expect(await webhook('change', id, '--types', 'all')).toContain('types all');
    expect(await webhook('pause', id)).toContain('paused (asked)');
    expect(await webhook('resume', id)).toContain('  active');
    const rotated = await webhook('rotate', id, '--overlap-hours', '1');
    expect(rotated).toMatch(/^whsec_/);
    expect(rotated).not.toBe(secret);
    expect(await webhook('list')).toMatch(/signs until /);
    const [, cursor = ''] = /after (\S+)/.exec(await webhook('list')) ?? [];
    expect(await webhook('replay', id, '--after', cursor)).toContain(`after ${cursor}`);
    expect(await webhook('deliveries', id)).toBe('No deliveries.');
    expect(await webhook('remove', id)).toBe('Removed.');

    const audited = await database.db.select().from(auditEvents).orderBy(asc(auditEvents.id));
    const by = 'npm run core:webhook';
    const details = audited.map((event) => event.details as { act?: string; by: string });
    expect(audited.map(({ action }) => action)).toEqual([
      'core.addWebhook',
      ...Array(6).fill('core.actOnWebhook'),
    ]);
    expect(details.map(({ act }) => act).slice(1)).toEqual([
      ...['change', 'pause', 'resume', 'rotate', 'replay', 'remove'],
    ]);
    expect(audited[0]).toMatchObject({
      actorKind: 'system',
      object: `webhook ${id}`,
      details: { source: 'kerfi', host: 'receiver.example', by },
    });
    expect(details.every((detail) => detail.by === by)).toBe(true);
    expect(JSON.stringify(audited)).not.toContain('whsec');
  });

  test('CORE-9: it replays after a cursor that begins with a hyphen', async () => {
    // One of the first hundred cursors begins with a hyphen.
    await database.db.execute(sql`update core_events_head set seq = greatest(seq, 100)`);
    const cursor = Array.from({ length: 100 }, (_, place) => feedCursor.write(place)).find((written) =>
      written.startsWith('-'),
    );
    if (cursor === undefined) throw new Error('No cursor begins with a hyphen.');
    const [id = ''] = (await webhook('add', '--source', 'kerfi', '--url', 'https://c.example/')).split('\n');
    expect(await webhook('replay', id, '--after', cursor)).toContain(`after ${cursor}`);
    expect(await webhook('remove', id)).toBe('Removed.');
  });

  test('CORE-9: when the key of the secrets is rotated, the command encrypts those of webhooks again', async () => {
    const [id = '', secret] = (
      await webhook('add', '--source', 'kerfi', '--url', 'https://b.example/')
    ).split('\n');
    expect(await webhook('encrypt')).toBe('Encrypted again: 0.');
    const next = randomBytes(32);
    secrets = createSecrets([next, secretsKey]);
    onTestFinished(() => {
      secrets = createSecrets([secretsKey]);
    });
    expect(await webhook('encrypt')).toBe('Encrypted again: 1.');
    const open = (key: Buffer) => openSecrets(database.db, createSecrets([key]), id, systemClock.now());
    expect(await open(next)).toEqual([secret]);
    await expect(open(secretsKey)).rejects.toThrow('SECRETS_KEY: no key decrypts core_webhook_secrets');
  });

  test.each([
    [['add', '--source', 'Kerfi', '--url', 'https://a.example/'], '--source must be'],
    [['add', '--source', 'kerfi'], '--url is missing'],
    [['add', '--source', 'kerfi', '--url', 'http://a.example/'], 'url: It must start with https://'],
    [
      ['add', '--source', 'kerfi', '--url', 'https://a.example/', '--types', 'hofn.no'],
      'no event type hofn.no',
    ],
    [['add', '--source', 'kerfi', '--url', 'https://a.example/', '--after', 'x'], 'after: '],
    [
      ['add', '--source', 'kerfi', '--url', 'https://a.example/', '--after', '-0123456789.MQ'],
      'after: is invalid.',
    ],
    [['pause', 'nothing'], 'There is no such webhook.'],
    [['pause'], 'The id of a webhook is missing'],
    [['replay', 'nothing'], 'Give --after with a cursor, or --event'],
    [['deliveries', 'nothing', '--state', 'lost'], '--state must be one of'],
    [['rotate', 'nothing', '--overlap-hours', '999'], '--overlap-hours must be'],
  ])('CORE-9: it refuses %j', async (words, message) => {
    await expect((async () => webhook(...words))()).rejects.toThrow(message);
  });
});
