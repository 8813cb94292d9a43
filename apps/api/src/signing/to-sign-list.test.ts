import { signableDocument, signableList, waiting } from '@hofn/contracts';
import { cases, type Database, documentsToSign } from '@hofn/database';
import { describeWithDatabase, inRoleOf } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOfPdf } from '../platform/pdf/testing.ts';
import {
  createIssuer,
  fillDatabase,
  fillStaff,
  fixedClock,
  type Issuer,
  startApi,
  temporaryFiles,
} from '../testing.ts';
import { signing } from './feature.ts';
import { fillSigning, waitingEid } from './testing/fill.ts';

const path = '/api/document/v2/signable';

describeWithDatabase('the list of documents to sign', (open) => {
  const files = temporaryFiles();
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let issuer: Issuer;
  let anna: string;
  let birgir: string;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillSigning(database, files);
    // Beside the mandate for a policy, the settlement of a claim, the expired one and the signed one: an agreement whose file
    // cannot be signed.
    await database.db.insert(documentsToSign).values({
      ...{ customerId: 'anna', id: 's6', titleIs: 'Húsfélagssamningur', titleEn: 'Housing agreement' },
      ...{
        terms: { kind: 'directDebit' as const, account: '0133-26-004821' },
        issuedOn: '2026-11-10',
        signBy: '2026-12-20',
      },
      unsignableAt: '2026-11-19T10:00:00Z',
    });
    await database.db
      .update(documentsToSign)
      .set({ issuedOn: '2026-11-20' })
      .where(eq(documentsToSign.id, 's2'));
    await fillStaff(database);
    issuer = await createIssuer();
    api = await startApi(database, issuer, { files, eid: waitingEid });
    anna = await issuer.token('anna');
    birgir = await issuer.token('birgir');
  });
  afterAll(() => api.stop());

  const ask = (query = '', accept = 'application/json', language: 'is' | 'en' = 'is') =>
    api.ask(`${path}?${query}`, { token: anna, language, headers: { accept } });
  const list = async (query = '', language: 'is' | 'en' = 'is') =>
    signableList.parse(await (await ask(query, 'application/json', language)).json());
  const idsOf = async (...asked: Parameters<typeof list>) => (await list(...asked)).items.map(({ id }) => id);

  test('PORT-19, PORT-5: documents to sign are searched, filtered by day of issue and state, and sorted', async () => {
    expect(await idsOf()).toEqual(['s3', 's2', 's1', 's6']);
    expect(await idsOf('sort=newest')).toEqual(['s2', 's3', 's1', 's6']);
    expect(await idsOf('sort=oldest')).toEqual(['s6', 's3', 's1', 's2']);
    expect(await idsOf('search=SAMKOMULAG')).toEqual(['s2']);
    expect(await idsOf('search=husfelags')).toEqual(['s6']);
    expect(await idsOf('search=1000001')).toEqual(['s1']);
    expect(await idsOf('search=mandate', 'en')).toEqual(['s3', 's1']);
    expect(await idsOf('search=xyz')).toEqual([]);
    expect(await idsOf('from=2026-11-19')).toEqual(['s2']);
    expect(await idsOf('to=2026-11-17')).toEqual(['s6']);
    expect(await idsOf('state=waiting')).toEqual(['s2', 's1']);
    expect(await idsOf('state=expired')).toEqual(['s3']);
    expect(await idsOf('state=unsignable')).toEqual(['s6']);
    expect((await list('search=samkomulag')).waiting).toBe(1);
    const other = await api.ask(path, { token: birgir });
    expect(await other.json()).toEqual({ items: [], waiting: 0 });
  });

  test.each([
    ['from=2026-11-21&to=2026-11-20', 'to'],
    ['from=today', 'from'],
    ['sort=largest', 'sort'],
    ['state=signed', 'state'],
  ])('PORT-19: the query %s is refused with the name of its field, %s', async (query, field) => {
    const answer = await ask(query);
    expect(answer.status).toBe(400);
    expect(Object.keys(((await answer.json()) as { errors: object }).errors)).toEqual([field]);
  });

  test('PORT-19: the filtered list is exported as CSV and PDF, in both languages', async () => {
    const csv = await ask('state=waiting', 'text/csv');
    expect(csv.headers.get('content-disposition')).toContain('skjol-til-undirritunar-2026-11-21.csv');
    const [headings, ...rows] = (await csv.text()).trim().split('\r\n');
    expect(headings).toContain('Undirrita í síðasta lagi');
    expect(rows).toEqual([
      expect.stringMatching(/^Samkomulag um bætur;.+;2026-11-20;2026-11-21;Bíður undirritunar$/),
      expect.stringMatching(
        /^Heimild til skuldfærslu;"?.+, 1000001"?;2026-11-18;2026-12-05;Bíður undirritunar$/,
      ),
    ]);
    const pdf = await ask('state=unsignable', 'application/pdf', 'en');
    expect(pdf.headers.get('content-disposition')).toContain('documents-to-sign-2026-11-21.pdf');
    const text = await textOfPdf(new Uint8Array(await pdf.arrayBuffer()));
    expect(text).toContain('Housing agreement');
    expect(text).toContain('Cannot be signed');
    expect(text).not.toContain('Settlement');
  });

  test('HOLD-25: a document that cannot be signed is not counted among those that await a signature', async () => {
    expect((await list()).waiting).toBe(2);
    const waits = await api.ask('/api/user/v1/waiting', { token: anna });
    expect(waiting.parse(await waits.json()).documents).toBe(2);
    const one = await api.ask(`${path}/s6`, { token: anna });
    expect(signableDocument.parse(await one.json()).state).toBe('unsignable');
  });

  test('DESK-14: a document that an earlier release has marked gets its case at night, once, also after staff have closed it', async () => {
    const { db } = await inRoleOf('api', database);
    const clock = fixedClock();
    const night = async () => {
      const job = signing.jobs.find(({ name }) => name === 'signing.findUnsignable');
      await job?.run({ db, clock } as never);
      return database.db.select().from(cases);
    };
    const [opened, ...more] = await night();
    expect(more).toEqual([]);
    expect(opened).toMatchObject({ problem: 'signing', customerId: 'anna', state: 'open' });
    const katrin = await issuer.token('employee|katrin', { actor_kind: 'employee' });
    const answer = await api.ask('/api/staff/v1/queue?kind=signing', { token: katrin });
    expect(await answer.json()).toMatchObject({ items: [{ kind: 'signing', about: 'Húsfélagssamningur' }] });
    await database.db.update(cases).set({ state: 'closed' });
    expect(await night()).toMatchObject([{ state: 'closed' }]);
  });
});
