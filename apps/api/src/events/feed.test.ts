import { readFileSync } from 'node:fs';
import { type CoreEventPage, coreScopeNames, type Problem } from '@hofn/contracts';
import { eventNames, eventTypeOf, eventTypes } from '@hofn/contracts/core/events.ts';
import { coreEvents, type Database, stampEvents } from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { recordEvents } from '../platform/events.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fixedClock, type Issuer, startApi, startJobs, temporaryFiles } from '../testing.ts';
import { openApiJobs } from '../work.ts';

describeEachEngine('reading the feed of events', (open) => {
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let issuer: Issuer;
  let token: string;
  let startAnother: () => ReturnType<typeof startApi>;
  beforeAll(async () => {
    database = await open();
    issuer = await createIssuer();
    startAnother = () => startApi(database, issuer);
    api = await startAnother();
    token = await issuer.serviceToken(coreScopeNames);
  });
  afterAll(() => api.stop());

  const path = '/api/core/v1/events';
  const ask = (query: string, server = api) => server.ask(`${path}?${query}`, { token });
  const read = async (query: string, server = api): Promise<CoreEventPage> => {
    const answer = await ask(query, server);
    expect([query, answer.status]).toEqual([query, 200]);
    return (await answer.json()) as CoreEventPage;
  };
  const refused = async (query: string): Promise<Problem> => (await ask(query)).json() as Promise<Problem>;
  const record = (...documents: string[]) =>
    recordEvents(
      database.db,
      documents.map((documentId) => ({ name: 'document.signed', subject: 'anna', data: { documentId } })),
    );
  const recordAndStamp = async (...documents: string[]) => {
    await record(...documents);
    await stampEvents(database.db);
  };
  const documentsOf = ({ events }: CoreEventPage) => events.map(({ data }) => data.documentId);
  let start = '';
  beforeEach(async () => {
    start = (await read('limit=1000')).next;
  });

  test('CORE-8: waiting for events that do not come leaves no line in the log, other reading does', async () => {
    const answered = () => api.lines.filter(({ msg, path: of }) => msg === 'answered' && of === path).length;
    const before = answered();
    expect((await read(`after=${start}&wait=1`)).events).toEqual([]);
    expect(answered()).toBe(before);
    await recordAndStamp('d0');
    expect((await read(`after=${start}&wait=1`)).events).toHaveLength(1);
    await vi.waitFor(() => expect(answered()).toBe(before + 1));
  });

  test('CORE-7, CORE-8: events are CloudEvents, oldest first, from a cursor or the beginning, in pages', async () => {
    await recordAndStamp('d1', 'd2', 'd3');
    const first = await read(`after=${start}&limit=2`);
    expect(first.events[0]).toEqual({
      specversion: '1.0',
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      source: expect.stringMatching(/^http/),
      type: 'hofn.document.signed',
      subject: 'anna',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      datacontenttype: 'application/json',
      data: { documentId: 'd1' },
    });
    expect(documentsOf(first)).toEqual(['d1', 'd2']);
    const second = await read(`after=${first.next}&limit=2`);
    expect(documentsOf(second)).toEqual(['d3']);
    expect(await read(`after=${second.next}`)).toEqual({ events: [], next: second.next });
    // The same cursor gives the same events, as often as they are needed.
    expect(await read(`after=${start}&limit=2`)).toEqual(first);
    expect(documentsOf(await read('limit=1000'))).toEqual(expect.arrayContaining(['d1', 'd2', 'd3']));
  });

  test('CORE-8: only the types that were asked for are returned, and the cursor passes the others', async () => {
    await recordAndStamp('d4');
    await recordEvents(database.db, [
      { name: 'offer.declined', subject: 'anna', data: { offerId: 'o1' } },
      { name: 'claim.messageSent', subject: 'anna', data: { claimId: 'c1', messageId: 'm1' } },
    ]);
    await stampEvents(database.db);
    const page = await read(`after=${start}&types=hofn.offer.declined,hofn.chat.ended`);
    expect(page.events.map(({ type }) => type)).toEqual(['hofn.offer.declined']);
    expect(await read(`after=${page.next}`)).toEqual({ events: [], next: page.next });
  });

  test('CORE-8: a cursor or type that does not exist gets 400 naming the parameter, a missing scope 403', async () => {
    for (const [query, field] of [
      ['after=nothing', 'after'],
      [`after=${start}x`, 'after'],
      ['types=hofn.nothing', 'types'],
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['wait=31', 'wait'],
    ] as const) {
      const { status, errors } = await refused(query);
      expect([query, status, Object.keys(errors ?? {})]).toEqual([query, 400, [field]]);
    }
    const other = await issuer.serviceToken(['core.policies.write']);
    expect((await api.ask(path, { token: other })).status).toBe(403);
  });

  test('CORE-8: a cursor before what is kept gets 410 with the oldest valid one', async () => {
    await recordAndStamp('d5', 'd6');
    const [, expired] = [start, (await read(`after=${start}&limit=1`)).next];
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`delete from ${coreEvents} where seq < (select max(seq) from ${coreEvents})`);
      await tx.execute(sql`update core_events_head set forgotten = (select max(seq) from ${coreEvents}) - 1`);
    });
    const answer = await ask(`after=${start}`);
    const { errorCode, errors } = (await answer.json()) as Problem;
    expect([answer.status, errorCode]).toEqual([410, 'cursorExpired']);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(errors?.oldest).toEqual([expired]);
    expect(documentsOf(await read(`after=${errors?.oldest?.[0]}`))).toEqual(['d6']);
    expect(documentsOf(await read(''))).toEqual(['d6']);
  });

  test('CORE-8: with wait a request is answered by the next event, or after that time without one', async () => {
    const waiting = Promise.all([read(`after=${start}&wait=30`), read(`after=${start}&wait=30`)]);
    await recordAndStamp('d7');
    expect((await waiting).map(documentsOf)).toEqual([['d7'], ['d7']]);
    const { next } = await read(`after=${start}`);
    const begun = performance.now();
    expect(await read(`after=${next}&wait=1`)).toEqual({ events: [], next });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(990);
    // An event of another type does not end the wait.
    const filtered = read(`after=${next}&wait=1&types=hofn.chat.ended`);
    await recordAndStamp('d8');
    expect((await filtered).events).toEqual([]);
    expect((await filtered).next).not.toBe(next);
  });

  test('CORE-8: a waiting reader gets an event within a second of its act, also when nothing else happens', async () => {
    const logger = createLogger('api', 'silent');
    const jobs = await openApiJobs(database, logger, testSecrets);
    const parts = { clock: fixedClock(), settings: defaultSettings(), files: temporaryFiles() };
    await startJobs({ database, logger, jobs, ...parts });
    const waiting = read(`after=${start}&wait=30`);
    await record('d9');
    const acted = performance.now();
    expect(documentsOf(await waiting)).toEqual(['d9']);
    expect(performance.now() - acted).toBeLessThan(patience(1_500));
    await jobs.stop();
    // The relay has stopped with the other work.
    await record('d10');
    const { next } = await read(`after=${start}`);
    expect((await read(`after=${next}&wait=1`)).events).toEqual([]);
  });

  test('CORE-15: the AsyncAPI document has every event type with its data, and docs/core/events.md lists them', async () => {
    const answer = await api.ask('/api/core/asyncapi.json');
    expect(answer.status).toBe(200);
    const document = (await answer.json()) as {
      asyncapi: string;
      components: {
        messages: Record<string, { name: string; payload: { allOf: [object, { properties: object }] } }>;
      };
    };
    expect(document.asyncapi).toBe('3.0.0');
    for (const [, name = ''] of JSON.stringify(document).matchAll(/"#\/components\/messages\/([^"]+)"/g))
      expect(document.components.messages).toHaveProperty([name]);
    expect(document).toMatchObject({
      channels: { webhook: { address: null } },
      operations: { deliverEvents: { channel: { $ref: '#/channels/webhook' } } },
    });
    const { messages } = document.components;
    expect(Object.keys(messages)).toEqual(eventNames);
    expect(messages['claim.filed']?.payload.allOf[1].properties).toMatchObject({
      type: { const: 'hofn.claim.filed' },
      data: { additionalProperties: false, properties: { claimId: { type: 'string' } } },
    });
    const listed = readFileSync(new URL('../../../../docs/core/events.md', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `hofn.'));
    expect(listed).toEqual(
      eventNames.map((name) => {
        const { subject, summary, data } = eventTypes[name];
        const fields = Object.keys(data.shape).map((field) => `\`${field}\``);
        return `| \`${eventTypeOf(name)}\` | ${subject} | ${summary} | ${fields.join(', ')} |`;
      }),
    );
  });

  test('CORE-8: a stop answers the requests that wait', async () => {
    const stopping = await startAnother();
    const waiting = read(`after=${start}&wait=30`, stopping);
    await expect
      .poll(async () => (await stopping.ask('/metrics')).text())
      .toMatch(/http_requests_under_way\S* 1\b/);
    const begun = performance.now();
    await stopping.stop();
    expect(await waiting).toEqual({ events: [], next: start });
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
