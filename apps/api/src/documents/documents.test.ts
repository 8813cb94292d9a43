import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Claim,
  type ClaimOverview,
  type DocumentList,
  type DocumentMeta,
  documentKind,
  documentList,
  documentMeta,
  type Problem,
  type Upload,
} from '@hofn/contracts';
import { customers, type Database, documents, policies, transactions } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { type FileStore, openFolderStore } from '@hofn/files';
import { createLogger } from '@hofn/service';
import { compareIcelandic } from '@hofn/texts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemo } from '../core/import/load-demo.ts';
import { createContents } from '../platform/contents.ts';
import { readPdf, textOfPdf } from '../platform/pdf/testing.ts';
import { plainPdf } from '../platform/pdf/testing-files.ts';
import { createInspector } from '../platform/uploads/inspector.ts';
import { createScan } from '../platform/uploads/scan.ts';
import { createUploadStore } from '../platform/uploads/store.ts';
import { createUploadCheck } from '../platform/uploads/uploads.ts';
import { createIssuer, fixedClock, type Issuer, noon, startApi } from '../testing.ts';
import { forgetMemoDrafts } from './attachments.ts';
import { nextStatementOf } from './documents.ts';

const list = '/api/document/v1/edocuments';
const today = noon.slice(0, 10);

describeEachEngine('electronic documents', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let folder: string;
  let files: FileStore;
  let gudrun: string;
  let katla: string;
  let marta: string;
  let adalheidur: string;
  let demo: Awaited<ReturnType<typeof loadDemo>>;
  const clock = fixedClock();
  const customerOf = (name: string) =>
    demo.find((person) => person.name.startsWith(name))?.customerId ?? 'nobody';

  beforeAll(async () => {
    database = await open();
    demo = await loadDemo(database, today);
    folder = mkdtempSync(join(tmpdir(), 'hofn-documents-'));
    files = openFolderStore(folder);
    issuer = await createIssuer();
    api = await startApi(database, issuer, { files, clock });
    gudrun = await issuer.token(customerOf('Guðrún'));
    katla = await issuer.token(customerOf('Katla'));
    adalheidur = await issuer.token(customerOf('Aðalheiður'));
    marta = await issuer.token(customerOf('Marta'));
  });
  afterAll(async () => {
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = async (query = '', token = gudrun, language: 'is' | 'en' = 'is'): Promise<DocumentList> => {
    const answer = await api.ask(list + query, { token, language });
    expect(answer.status, query).toBe(200);
    return (await answer.json()) as DocumentList;
  };
  const meta = async (id: string, token = gudrun, language: 'is' | 'en' = 'is') =>
    (await (await api.ask(`/api/document/v2/document/${id}`, { token, language })).json()) as DocumentMeta;
  const download = (id: string, options: Parameters<typeof api.ask>[1] = {}) =>
    api.ask(`/api/document/v1/download/${id}`, { token: gudrun, ...options });
  const firstOf = async (kind: string, token = gudrun): Promise<string> => {
    const [item] = (await get(`?kind=${kind}`, token)).items;
    if (!item) throw new Error(`No document of the kind ${kind}`);
    return item.id;
  };

  test('PORT-4, PORT-19: filtered by year, kind, policy, read state and search, newest or oldest first', async () => {
    const all = await get('?limit=100');
    expect(documentList.parse(all)).toEqual(all);
    expect(all.total).toBe(all.items.length);
    expect(all.total).toBeGreaterThan(15);
    const dates = all.items.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect((await get('?limit=100&sort=oldest')).items.map(({ date }) => date)).toEqual(dates.toSorted());

    const expectMatches = async (
      query: string,
      matches: (item: DocumentList['items'][number]) => boolean,
    ) => {
      const found = (await get(`?limit=100&${query}`)).items.map(({ id }) => id);
      expect(found.length, query).toBeGreaterThan(0);
      expect(found, query).toEqual(all.items.filter(matches).map(({ id }) => id));
      expect(found.length, query).toBeLessThan(all.total);
    };
    const [year] = all.years.slice(-1);
    await expectMatches(`year=${year}`, ({ date }) => date.startsWith(String(year)));
    await expectMatches('kind=invoice', ({ kind }) => kind === 'invoice');
    await expectMatches('read=unread', ({ readAt }) => readAt === null);
    await expectMatches('read=read', ({ readAt }) => readAt !== null);
    const firstPolicy = all.policies[0];
    await expectMatches(`policy=${firstPolicy?.id}`, ({ policy }) => policy?.id === firstPolicy?.id);
    await expectMatches('search=KASKOTRYGG', ({ title }) => title.includes('Kaskótrygging'));
    await expectMatches('search=2041188', ({ policy }) => policy?.number === '2041188');
    expect(all.unread).toBe(all.items.filter(({ readAt }) => readAt === null).length);
    expect((await get('?search=%25')).items).toEqual([]);
  });

  test('PORT-19: pages of either order continue where the last one ended, and the choices of each filter are in order', async () => {
    for (const sort of ['newest', 'oldest']) {
      const whole = await get(`?limit=100&sort=${sort}`);
      const ids: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: DocumentList = await get(`?limit=4&sort=${sort}${cursor && `&cursor=${cursor}`}`);
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(ids, sort).toEqual(whole.items.map(({ id }) => id));
    }
    const { years, kinds, policies: named, bills } = await get();
    expect(years).toEqual([2026, 2025]);
    expect(bills.map(({ year }) => year)).toEqual([2026, 2025]);
    expect(kinds).toEqual(documentKind.options.filter((kind) => kinds.includes(kind)));
    expect(named.map(({ name }) => name)).toEqual(named.map(({ name }) => name).toSorted(compareIcelandic));
    expect(named.length).toBeGreaterThan(3);
  });

  test('LIFE-28: the kinds that exist are named, and bills can be left out of the list and are counted by year', async () => {
    const all = await get('?limit=100');
    expect(new Set(all.kinds)).toEqual(new Set(all.items.map(({ kind }) => kind)));
    expect(all.kinds.length).toBeGreaterThan(2);
    const bills = all.items.filter(({ kind }) => kind === 'invoice');
    const apart = await get('?limit=100&without=invoice');
    expect(apart.items.map(({ id }) => id)).toEqual(
      all.items.filter(({ kind }) => kind !== 'invoice').map(({ id }) => id),
    );
    expect(apart.total).toBe(apart.items.length);
    expect(apart.bills).toEqual(all.bills);
    expect(apart.bills.reduce((sum, { count }) => sum + count, 0)).toBe(bills.length);
    expect(apart.bills.reduce((sum, { unread }) => sum + unread, 0)).toBe(
      bills.filter(({ readAt }) => readAt === null).length,
    );
    expect(all.policies.map(({ insured }) => insured)).toContain('Toyota RAV4, NB X42');
    const [newest] = apart.bills;
    expect((await get(`?limit=100&kind=invoice&year=${newest?.year}`)).total).toBe(newest?.count);
    // Counts follow the other filters.
    expect((await get('?limit=100&without=invoice&read=unread')).bills).toEqual(
      (await get('?limit=100&kind=invoice&read=unread')).bills,
    );
    expect((await get('?kind=certificate')).bills).toEqual([]);
    expect(all.nextStatement).toEqual({ year: 2026, on: '2027-01-15' });
    expect(nextStatementOf('2027-01-14')).toEqual({ year: 2026, on: '2027-01-15' });
    expect(nextStatementOf('2027-01-15')).toEqual({ year: 2027, on: '2028-01-15' });
  });

  test('LIFE-28: no annual statement is promised without an entry in its year, or before the first day for documents', async () => {
    const promised = async () => (await get('?limit=1', gudrun)).nextStatement;
    const promisedFrom = async (documentsFrom: string | null) => {
      await database.db
        .update(customers)
        .set({ documentsFrom })
        .where(eq(customers.id, customerOf('Guðrún')));
      return promised();
    };
    expect(await promisedFrom('2027-01-16')).toBeNull();
    expect(await promisedFrom('2027-01-15')).toEqual({ year: 2026, on: '2027-01-15' });
    await promisedFrom(null);
    const booked = await database.db
      .select({ id: transactions.id, bookedOn: transactions.bookedOn })
      .from(transactions)
      .where(eq(transactions.customerId, customerOf('Guðrún')));
    const move = async (to: (bookedOn: string) => string) => {
      for (const { id, bookedOn } of booked)
        await database.db
          .update(transactions)
          .set({ bookedOn: to(bookedOn) })
          .where(and(eq(transactions.customerId, customerOf('Guðrún')), eq(transactions.id, id)));
    };
    await move((bookedOn) => bookedOn.replace('2026-', '2024-'));
    expect(await promised()).toBeNull();
    await move((bookedOn) => bookedOn);
    expect(await promised()).toEqual({ year: 2026, on: '2027-01-15' });
  });

  test('LANG-6: titles and policies are in the reader’s language', async () => {
    const { items } = await get('?kind=certificate&search=comprehensive', gudrun, 'en');
    expect(items.map(({ title }) => title)).toEqual(['Certificate: Comprehensive motor insurance']);
    expect(items[0]?.policy?.name).toBe('Comprehensive motor insurance');
  });

  test('pages have no gaps; a tampered cursor, or one of another list, is a validation error that names it', async () => {
    const all = (await get('?limit=100')).items.map(({ id }) => id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await get(`?limit=7${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? '';
    } while (cursor);
    expect(seen).toEqual(all);
    const { nextCursor } = await get('?limit=3');
    for (const [query, token] of [
      [`?cursor=${nextCursor}x`, gudrun],
      [`?cursor=${nextCursor}&kind=invoice`, gudrun],
      [`?cursor=${nextCursor}`, marta],
      ['?cursor=a.b', gudrun],
    ] as const) {
      const answer = await api.ask(list + query, { token });
      expect(answer.status, query).toBe(400);
      expect(Object.keys(((await answer.json()) as Problem).errors ?? {}), query).toEqual(['cursor']);
    }
  });

  test('DATA-7a: another customer’s documents are not found, nor is a list by another customer’s policy', async () => {
    const id = await firstOf('certificate');
    expect((await meta(id)).id).toBe(id);
    for (const path of [`/api/document/v2/document/${id}`, `/api/document/v1/download/${id}`]) {
      const answer = await api.ask(path, { token: katla });
      expect(answer.status, path).toBe(404);
      expect(await answer.text()).not.toContain('Kasko');
    }
    const [policy] = (await get()).policies;
    expect((await api.ask(`${list}?policy=${policy?.id}`, { token: katla })).status).toBe(404);
    const [row] = await database.db.select().from(documents).where(eq(documents.id, id));
    expect(row?.fileIs).toBeNull();
  });

  test('PORT-18: a document’s metadata has its policy, period and file name', async () => {
    const id = await firstOf('renewal');
    const renewal = await meta(id);
    expect(documentMeta.parse(renewal)).toEqual(renewal);
    expect(renewal.period?.from).toBe('2026-12-12');
    expect(renewal.file.name).toBe('Endurnýjun Lögboðin ökutækjatrygging 1987342 2026-11-11.pdf');
  });

  test('DATA-7a: every kind is a tagged PDF in the reader’s language, rendered once and never changed', async () => {
    const says = {
      certificate: { is: 'Skírteini', en: 'Certificate' },
      renewal: { is: 'Ársiðgjald frá 12. desember 2026', en: 'Why the premium changes' },
      invoice: { is: 'Eindagi', en: 'Final due date' },
      transactionOverview: { is: 'Staða í upphafi', en: 'Opening balance' },
      policyOverview: { is: 'Yfirlit yfir tryggingar', en: 'overview' },
      annualStatement: { is: 'Iðgjöld eftir tryggingum', en: 'Premiums by policy' },
    };
    for (const [kind, words] of Object.entries(says)) {
      // Guðrún's account has entries of this year only.
      const [name, token] =
        kind === 'annualStatement' ? ['Aðalheiður', adalheidur] : ['Guðrún Helga Þorsteinsdóttir', gudrun];
      const id = await firstOf(kind, token);
      for (const language of ['is', 'en'] as const) {
        const what = `${kind} ${language}`;
        const answer = await download(id, { language, token });
        expect(answer.status, what).toBe(200);
        expect(answer.headers.get('content-type')).toBe('application/pdf');
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''\S+\.pdf$/);
        const bytes = new Uint8Array(await answer.arrayBuffer());
        expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
        const pdf = await readPdf(bytes);
        expect(pdf.marked, what).toBe(true);
        expect(pdf.conformance, what).toBe('1');
        expect(pdf.language, what).toBe(language === 'is' ? 'is-IS' : 'en-GB');
        expect(pdf.roles[0]?.slice(0, 3), what).toEqual(['Document', 'Figure', 'H1']);
        const text = await textOfPdf(bytes);
        expect(text, what).toContain(name);
        expect(text.toLowerCase(), what).toContain(words[language].toLowerCase());
      }
    }
    const id = await firstOf('certificate');
    const before = await (await download(id)).text();
    await database.db
      .update(policies)
      .set({ insuredIs: 'Annar bíll' })
      .where(eq(policies.customerId, customerOf('Guðrún')));
    clock.set('2026-11-21T12:05:00Z');
    expect(await (await download(id)).text()).toBe(before);
    clock.set(noon);
  });

  test('a claim decision states the decision, its reasons, and how to appeal', async () => {
    const { items } = await get('?kind=claimDecision&limit=100', katla);
    expect(items.length).toBeGreaterThanOrEqual(3);
    const texts: string[] = [];
    for (const { id } of items) {
      const bytes = new Uint8Array(await (await download(id, { token: katla })).arrayBuffer());
      texts.push(await textOfPdf(bytes));
    }
    expect(texts.filter((text) => text.includes('Tryggingin bætir þetta tjón ekki.')).length).toBeGreaterThan(
      0,
    );
    expect(texts.filter((text) => text.includes('samþykkt að bæta hluta')).length).toBeGreaterThan(0);
    expect(texts.every((text) => text.includes('Úrskurðarnefndar í vátryggingamálum'))).toBe(true);
  });

  test('DATA-5: a claim lists its decision letters', async () => {
    const [letter] = (await get('?kind=claimDecision', katla, 'en')).items;
    const claim = (await (
      await api.ask(`/api/claim/v1/getclaim/${letter?.claim?.id ?? ''}`, { token: katla, language: 'en' })
    ).json()) as Claim;
    expect(claim.letters.at(-1)).toEqual({ id: letter?.id, title: letter?.title, date: letter?.date });
    expect(claim.number).toBe(letter?.claim?.number);
    const open = (await (
      await api.ask('/api/claim/v1?state=open', { token: gudrun })
    ).json()) as ClaimOverview;
    const other = (await (
      await api.ask(`/api/claim/v1/getclaim/${open.items[0]?.id ?? ''}`, { token: gudrun })
    ).json()) as Claim;
    const decided = other.timeline.some(
      ({ step, state }) => state !== 'next' && /pproved|rejected/.test(step),
    );
    expect(other.letters.length > 0).toBe(decided);
  });

  test('a document is unread until its content is opened, and read from then on', async () => {
    const { items, unread } = await get('?read=unread&kind=invoice');
    const id = items[0]?.id ?? '';
    expect((await meta(id)).readAt).toBeNull();
    await (await download(id, { method: 'HEAD' })).arrayBuffer();
    expect((await meta(id)).readAt).toBeNull();
    await (await download(id)).arrayBuffer();
    expect((await meta(id)).readAt).toBe('2026-11-21T12:00:00.000Z');
    clock.set('2026-11-21T12:05:00Z');
    await (await download(id)).arrayBuffer();
    expect((await meta(id)).readAt).toBe('2026-11-21T12:00:00.000Z');
    clock.set(noon);
    expect((await get()).unread).toBe(unread - 1);
  });

  test('a range request gets that range, 416 outside the document, and the whole document when it has changed', async () => {
    const id = await firstOf('certificate');
    const whole = new Uint8Array(await (await download(id)).arrayBuffer());
    const part = await download(id, { headers: { range: 'bytes=5-9' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 5-9/${whole.length}`);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(whole.slice(5, 10));
    const outside = await download(id, { headers: { range: `bytes=${whole.length}-` } });
    expect(outside.status).toBe(416);
    expect(outside.headers.get('content-range')).toBe(`bytes */${whole.length}`);
    expect(((await outside.json()) as Problem).errorCode).toBe('rangeNotSatisfiable');
    const changed = await download(id, { headers: { range: 'bytes=5-9', 'if-range': '"other"' } });
    expect(changed.status).toBe(200);
    expect((await changed.arrayBuffer()).byteLength).toBe(whole.length);
  });

  test('content that is damaged in the file store is an error 500, and is never sent', async () => {
    const id = await firstOf('transactionOverview');
    await (await download(id)).arrayBuffer();
    const [row] = await database.db.select().from(documents).where(eq(documents.id, id));
    const key = row?.fileIs ?? '';
    const path = join(folder, key.slice(0, 2), key);
    const bytes = readFileSync(path);
    bytes[bytes.length - 20] = 0;
    writeFileSync(path, bytes);
    const answer = await download(id);
    expect(answer.status).toBe(500);
    expect(((await answer.json()) as Problem).errorCode).toBe('unknownError');
    expect(readdirSync(folder)).toContain(key.slice(0, 2));
  });

  test('PORT-19: the filtered list is exported as CSV and as a tagged PDF', async () => {
    const csv = await api.ask(`${list}?kind=certificate`, { token: gudrun, headers: { accept: 'text/csv' } });
    const lines = (await csv.text()).trim().split('\r\n');
    expect(lines).toHaveLength(1 + (await get('?kind=certificate&limit=100')).total);
    expect(lines[1]).toMatch(/;Skírteini;/);
    const pdf = await api.ask(list, {
      token: gudrun,
      language: 'en',
      headers: { accept: 'application/pdf' },
    });
    const read = await readPdf(new Uint8Array(await pdf.arrayBuffer()));
    expect(read.title).toBe('Documents');
    expect(read.marked).toBe(true);
  });

  test('DATA-7a: a message is stored as a document with the customer’s own words, once for each key', async () => {
    const text = 'Ég er flutt að Ægisgötu 7.\n\nViltu breyta <heimilisfanginu> & senda staðfestingu?';
    const send = (body: object, token = marta, key = 'memo-1') =>
      api.ask('/api/document/v1/memo', {
        method: 'POST',
        token,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
      });
    const [{ id: policyId } = { id: 'none' }] = (await get('', marta)).policies;
    const memo = { subject: 'Nýtt heimilisfang', text, policyId };
    const written = await send(memo);
    expect(written.status).toBe(201);
    const document = documentMeta.parse(await written.json());
    expect(document).toMatchObject({ kind: 'memo', title: 'Nýtt heimilisfang', date: today });
    expect(document.policy?.id).toBe(policyId);
    expect(((await (await send(memo)).json()) as DocumentMeta).id).toBe(document.id);
    expect((await get('?kind=memo', marta)).total).toBe(1);
    const bytes = new Uint8Array(await (await download(document.id, { token: marta })).arrayBuffer());
    const read = await textOfPdf(bytes);
    expect(read).toContain('Ég er flutt að Ægisgötu 7.');
    expect(read).toContain('<heimilisfanginu> & senda');
    expect((await api.ask(`/api/document/v2/document/${document.id}`, { token: gudrun })).status).toBe(404);

    expect((await send({ ...memo, policyId: (await get()).policies[0]?.id }, marta, 'memo-2')).status).toBe(
      404,
    );
    const empty = await send({ subject: ' ', text: '' }, marta, 'memo-3');
    expect(empty.status).toBe(400);
    expect(Object.keys(((await empty.json()) as Problem).errors ?? {})).toEqual(['subject', 'text']);
    expect((await get('?kind=memo', marta)).total).toBe(1);
    expect(api.lines.filter(({ event }) => event === 'document.memo').length).toBeGreaterThan(0);
  });

  test('DATA-7a: a message has the files sent with it, which its sender can download and nobody can delete', async () => {
    const json = { 'content-type': 'application/json' };
    const post = (path: string, body: object, token = marta) =>
      api.ask(path, { method: 'POST', token, body: JSON.stringify(body), headers: json });
    const content = plainPdf;
    const announce = async (draft: string) =>
      (await (
        await post('/api/document/v1/memo/attachments', {
          draft,
          name: 'teikning.pdf',
          bytes: content.length,
        })
      ).json()) as Upload;
    const { id, sender } = await announce('draft-1');
    expect(sender).toMatch(/^Marta/);
    const memo = { subject: 'Teikning', text: 'Hún fylgir.', draft: 'draft-1', files: [id] };
    const errorsOf = async (body: object, token = marta) => {
      const answer = await post('/api/document/v1/memo', body, token);
      expect(answer.status).toBe(400);
      return Object.keys(((await answer.json()) as Problem).errors ?? {});
    };
    expect(await errorsOf(memo)).toEqual(['files']);
    await api.ask(`/api/upload/v1/${id}/content?offset=0`, {
      method: 'POST',
      token: marta,
      body: new Uint8Array(content),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const contents = createContents({ db: database.db, files, clock });
    const work = createUploadCheck({
      db: database.db,
      contents,
      inspector: createInspector(),
      scan: createScan(undefined),
      logger: createLogger('api', 'silent'),
    });
    await work({ id });
    // Another customer’s draft with the same name does not have the file.
    expect(await errorsOf(memo, gudrun)).toEqual(['files']);
    const written = documentMeta.parse(await (await post('/api/document/v1/memo', memo)).json());
    expect(written.attachments).toMatchObject([{ id, name: 'teikning.pdf', state: 'clean' }]);
    expect((await meta(written.id, marta)).attachments.map((file) => file.id)).toEqual([id]);
    const fetched = await api.ask(`/api/document/v1/attachments/${id}`, { token: marta });
    expect(Buffer.from(await fetched.arrayBuffer())).toEqual(content);
    expect((await api.ask(`/api/document/v1/attachments/${id}`, { token: gudrun })).status).toBe(404);
    expect((await api.ask(`/api/upload/v1/${id}`, { method: 'DELETE', token: marta })).status).toBe(404);

    // Files that were never sent are deleted after a day; sent ones stay.
    const left = await announce('draft-2');
    const later = new Date(Date.parse(noon) + 25 * 3_600_000);
    await forgetMemoDrafts({ uploads: { store: createUploadStore(database.db) }, now: later });
    expect((await api.ask(`/api/upload/v1/${left.id}`, { token: marta })).status).toBe(404);
    expect((await api.ask(`/api/upload/v1/${id}`, { token: marta })).status).toBe(200);
  });

  test('a customer without documents has an empty list; a company has its own', async () => {
    const nobody = await get('', await issuer.token(customerOf('Birta')));
    expect(nobody).toEqual({
      items: [],
      nextCursor: null,
      total: 0,
      unread: 0,
      years: [],
      policies: [],
      kinds: [],
      bills: [],
      nextStatement: null,
    });
    const company = await get('?kind=certificate', await issuer.token(customerOf('Netagerðin')));
    expect(company.total).toBeGreaterThan(5);
  });
});
