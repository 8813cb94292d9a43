import { signableList, signedDocumentList } from '@hofn/contracts';
import { type Database, documentsToSign, signedDocuments } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContents } from '../platform/contents.ts';
import { textOfPdf } from '../platform/pdf/testing.ts';
import { createIssuer, fillDatabase, fixedClock, startApi, temporaryFiles } from '../testing.ts';
import { fillSigning, waitingEid } from './testing/fill.ts';

const path = '/api/document/v1/signeddocuments';

describeWithDatabase('the list of signed documents', (open) => {
  const files = temporaryFiles();
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;
  let birgir: string;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillSigning(database, files);
    // A settlement that was signed later than the mandate, by phone.
    const { key } = await createContents({ db: database.db, files, clock: fixedClock() }).store(
      Buffer.from('%PDF-1.7 samkomulag'),
    );
    const [mandate] = await database.db.select().from(signedDocuments);
    if (!mandate) throw new Error('Anna has signed nothing');
    await database.db.insert(signedDocuments).values({
      ...mandate,
      id: 's2',
      file: key,
      method: 'mobile',
      signedAt: '2026-11-21T10:00:00Z',
    });
    const issuer = await createIssuer();
    api = await startApi(database, issuer, { files, eid: waitingEid });
    anna = await issuer.token('anna');
    birgir = await issuer.token('birgir');
  });
  afterAll(() => api.stop());

  const ask = (query: string, token = anna) => api.ask(`${path}?${query}`, { token });
  const list = async (query = '', token = anna) =>
    signedDocumentList.parse(await (await ask(query, token)).json());
  const idsOf = async (query = '') => (await list(query)).items.map(({ id }) => id);

  test('PORT-5: a document waits for its signature until the end of its last day', async () => {
    const lastDayOf = async (signBy: string) => {
      await database.db.update(documentsToSign).set({ signBy }).where(eq(documentsToSign.id, 's1'));
      const answer = await api.ask('/api/document/v2/signable', { token: anna });
      return signableList.parse(await answer.json()).items.find(({ id }) => id === 's1')?.state;
    };
    expect(await lastDayOf('2026-11-21')).toBe('waiting');
    expect(await lastDayOf('2026-11-20')).toBe('expired');
  });

  test('PORT-19, PORT-5: signed documents are searched, filtered by period, sorted and paged', async () => {
    expect(await idsOf()).toEqual(['s2', 's4']);
    expect(await idsOf('sort=oldest')).toEqual(['s4', 's2']);
    expect(await idsOf('search=SKULDFÆRSLU')).toEqual(['s4']);
    expect(await idsOf('search=profdottir')).toEqual(['s2', 's4']);
    expect(await idsOf('search=xyz')).toEqual([]);
    expect(await idsOf('from=2026-11-21')).toEqual(['s2']);
    expect(await idsOf('to=2026-11-20')).toEqual(['s4']);
    expect((await ask('from=2026-11-21&to=2026-11-20')).status).toBe(400);

    const first = await list('limit=1');
    expect(first).toMatchObject({ total: 2, items: [{ id: 's2' }] });
    expect(await list(`limit=1&cursor=${first.nextCursor}`)).toMatchObject({
      items: [{ id: 's4' }],
      nextCursor: null,
    });
    // A cursor is valid only for its own filters and customer.
    expect((await ask(`sort=oldest&cursor=${first.nextCursor}`)).status).toBe(400);
    expect((await ask(`cursor=${first.nextCursor}`, birgir)).status).toBe(400);
    expect((await list('', birgir)).items).toEqual([]);
  });

  test('PORT-19: the filtered list is exported as CSV and PDF', async () => {
    const file = (accept: string) =>
      api.ask(`${path}?search=skuldfærslu`, { token: anna, headers: { accept } });
    const csv = await file('text/csv');
    expect(csv.headers.get('content-disposition')).toContain('undirritud-skjol-2026-11-21.csv');
    expect((await csv.text()).trim().split('\r\n').slice(1)).toEqual([
      'Heimild til skuldfærslu;;2026-11-20T09:30:00.000Z;Anna Prófdóttir',
    ]);
    const pdf = await file('application/pdf');
    const text = await textOfPdf(new Uint8Array(await pdf.arrayBuffer()));
    expect(text).toContain('Heimild til skuldfærslu');
    expect(text).not.toContain('Samkomulag');
  });
});
