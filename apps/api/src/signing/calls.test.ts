import { problem, signingStarted } from '@hofn/contracts';
import { type Database, signingTransactions } from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { type EidCall, EidRefused, EidUnavailable } from '@hofn/service/eid.ts';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fixedClock, type Issuer, startApi, temporaryFiles } from '../testing.ts';
import { createCallStore } from './call-store.ts';
import { fillSigning, waitingEid } from './testing/fill.ts';
import { createSigningTransactionStore } from './transaction-store.ts';

const files = temporaryFiles();
const noon = '2026-11-21T12:00:00Z';
const strangersPhone = '6159999';
const signing = {
  customerId: 'anna',
  documentId: 's1',
  actorId: 'anna',
  session: '',
  method: 'mobile',
  called: '6150001',
  own: true,
  language: 'is',
  hash: '0'.repeat(64),
  reference: 'reference',
  startedAt: noon,
  expiresAt: '2026-11-21T12:01:30Z',
} as const;

describeEachEngine('calls to phones', (open) => {
  const clock = fixedClock(noon);
  const settings = { ...defaultSettings(), RATE_SIGN_IN: 1000, KENNITALA_CHECK_DIGIT: 'off' } as const;
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let calls: EidCall[];
  let refusal: Error | undefined;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    issuer = await createIssuer();
    const call = async (eidCall: EidCall) => {
      calls.push(eidCall);
      if (refusal) throw refusal;
      return 'reference';
    };
    api = await startApi(database, issuer, {
      clock,
      settings,
      files,
      eid: { ...waitingEid, call },
    });
    return () => api.stop();
  });
  beforeEach(async () => {
    clock.set(noon);
    await fillSigning(database);
    calls = [];
    refusal = undefined;
    api.lines.length = 0;
  });

  type Body = { documentId?: string; mobilePhone?: string; ssn?: string };
  const start = async (
    body: Body = {},
    { key, method = 'mobile', sub = 'anna' } = {} as { key?: string; method?: string; sub?: string },
  ) =>
    api.ask(`/api/document/v3/${method}/start`, {
      method: 'POST',
      token: await issuer.token(sub, { sid: 'session-1', exp: Date.parse(noon) / 1000 + 3600 }),
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      body: JSON.stringify({ documentId: sub === 'felag' ? 's5' : 's1', ...body }),
    });
  /** Status of a response, with the error code. */
  const answerOf = async (response: Promise<Response>) => {
    const answer = await response;
    if (answer.ok) return `${answer.status}`;
    const { status, errorCode } = problem.parse(await answer.json());
    return `${status} ${errorCode}`;
  };
  const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);
  const answersOf = async (count: number, ask: () => Promise<Response>) => {
    const answers: string[] = [];
    for (let n = 0; n < count; n += 1) answers.push(await answerOf(ask()));
    return answers;
  };

  test('DATA-7b: retries of a start while the service is down count against the same call limit', async () => {
    refusal = new EidUnavailable('away');
    const again = () => start({}, { key: 'silent' });
    expect(await answersOf(9, again)).toEqual([
      ...times(5, '503 eidSilent'),
      ...times(4, '429 tooManyRequests'),
    ]);
    expect(calls).toHaveLength(5);
    // So do another document, and the same one with another key.
    expect(await answerOf(start({ documentId: 's2' }))).toBe('429 tooManyRequests');
    expect(calls).toHaveLength(5);
    clock.set('2026-11-21T12:10:00Z');
    refusal = undefined;
    expect(await answerOf(start())).toBe('201');
  });

  test('DATA-7b: a start retried after it has expired is a timeout error, and calls nobody', async () => {
    refusal = new EidUnavailable('away');
    expect(await answerOf(start({}, { key: 'late' }))).toBe('503 eidSilent');
    refusal = undefined;
    clock.set('2026-11-21T12:01:30Z');
    expect(await answerOf(start({}, { key: 'late' }))).toBe('409 eidTimeout');
    expect(calls).toHaveLength(1);
    expect(await answerOf(start({}, { key: 'late-2' }))).toBe('201');
  });

  test('DATA-7b: of twelve concurrent starts five call', async () => {
    const answers = await Promise.all(times(12, 0).map(() => answerOf(start())));
    expect(answers.toSorted()).toEqual([...times(5, '201'), ...times(7, '429 tooManyRequests')]);
    expect(calls).toHaveLength(5);
  });

  test('DATA-7b: a start counts calls that its actor made while it waited for the lock', async () => {
    const transactions = createSigningTransactionStore(database.db);
    let waiting: Promise<string> | undefined;
    await database.db.transaction(async (tx) => {
      await createCallStore(database.db).lockCalls(tx, 'anna');
      for (let n = 0; n < 5; n += 1) await transactions.add(tx, { ...signing, id: `w${n}` });
      let answered = false;
      waiting = answerOf(start()).finally(() => {
        answered = true;
      });
      // The embedded engine has one connection, which this transaction uses.
      if (database.engine === 'embedded') return;
      await vi.waitFor(async () => {
        const { rows } = await tx.execute(
          sql`select 1 from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`,
        );
        expect(answered || rows.length > 0).toBe(true);
      }, patience(20_000));
    });
    expect(await waiting).toBe('429 tooManyRequests');
    expect(calls).toEqual([]);
  });

  test('DATA-7b: nobody can block another person’s signing by phone, and calls to other people’s phones are limited', async () => {
    const company = (mobilePhone: string) => () => start({ mobilePhone }, { sub: 'felag' });
    expect(await answersOf(5, company('6150001'))).toEqual(times(5, '201'));
    expect(await answerOf(company(strangersPhone)())).toBe('429 tooManyRequests');
    const itsApp = start({ ssn: '0303831459' }, { sub: 'felag', method: 'app' });
    expect(await answerOf(itsApp)).toBe('429 tooManyRequests');

    expect(await answersOf(6, () => start())).toEqual([...times(5, '201'), '429 tooManyRequests']);
    expect(await answerOf(start({ mobilePhone: '615 0001' }))).toBe('429 tooManyRequests');
    expect(await answerOf(start({}, { method: 'app' }))).toBe('201');
    expect(await answersOf(6, () => start({ mobilePhone: strangersPhone }))).toEqual([
      ...times(5, '201'),
      '429 tooManyRequests',
    ]);
  });

  test('DATA-7b: two starts of one document in the same second have different hashes; a retry keeps the hash of its start', async () => {
    const read = async (response: Promise<Response>) => signingStarted.parse(await (await response).json());
    const one = await read(start({}, { key: 'one' }));
    const two = await read(start({}, { key: 'two' }));
    expect(await read(start({}, { key: 'one' }))).toEqual(one);
    expect(two.transactionId).not.toBe(one.transactionId);
    const rows = await database.db.select().from(signingTransactions);
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
    expect(new Set(calls.map(({ sha256 }) => Buffer.from(sha256).toString('hex')))).toEqual(
      new Set(rows.map(({ hash }) => hash)),
    );
  });

  test('a start that reveals something about another person’s electronic ID is logged, even if it fails', async () => {
    refusal = new EidRefused('eidPinLocked');
    expect(await answerOf(start({ mobilePhone: strangersPhone }))).toBe('409 eidPinLocked');
    const [row] = await database.db.select().from(signingTransactions);
    expect(api.lines).toContainEqual(
      expect.objectContaining({
        event: 'document.startSigning',
        actor: 'anna',
        document: 's1',
        signing: row?.id,
      }),
    );
  });
});
