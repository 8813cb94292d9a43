import { hash } from 'node:crypto';
import type { DocumentList, SignableDocument, SignableList } from '@hofn/contracts';
import {
  auditEvents,
  contents,
  coreFiles,
  coreRecords,
  customers,
  type Database,
  documents,
  documentsToSign,
  mails,
  signedDocuments,
} from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMails } from '../platform/mail/mails.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { textOfPdf } from '../platform/pdf/testing.ts';
import { createSigningNotices } from '../signing/notices.ts';
import { fillDatabase, fixedClock } from '../testing.ts';
import { forgetFiles } from './file-routes.ts';
import { startCore } from './testing-core.ts';

let database: Database;
let core: Awaited<ReturnType<typeof startCore>>;
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  core = await startCore(database);
  const record = { source: 'kerfi', version: 1, receivedAt: '2026-11-01T00:00:00Z' };
  await database.db.insert(coreRecords).values([
    { ...record, type: 'policies', key: 'P-1', id: 'p1', customerId: 'anna' },
    { ...record, type: 'claims', key: 'C-1', id: 'c1', customerId: 'anna' },
    { ...record, type: 'claims', key: 'C-2', id: 'c9', customerId: 'birgir' },
  ]);
  for (const text of ['Samningur um hús', 'Agreement on a house']) {
    const pdf = Buffer.from(
      await writePdf({ language: 'is', title: text, lead: [], blocks: [{ kind: 'text', text }] }, new Date()),
    );
    expect((await sendFile(pdf)).status).toBe(200);
    pdfs.push(pdf);
  }
  facts.files = { is: shaOf(pdfs[0]), en: shaOf(pdfs[1]) };
});
beforeEach(async () => {
  await database.db.delete(mails);
});
afterAll(async () => {
  await core.api.stop();
  await database.close();
});

const scopes = ['core.documents.write'] as const;
const pdfs: Buffer[] = [];
const shaOf = (content: Buffer | undefined) => hash('sha256', content ?? '');
const sendFile = async (content: Buffer, sha256 = shaOf(content)) =>
  core.api.ask(`/api/core/v1/files/${sha256}`, {
    method: 'PUT',
    token: await core.issuer.serviceToken(scopes),
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(content),
  });
const facts = {
  customer: '1402851489',
  title: { is: 'Samningur', en: 'Agreement' },
  policy: 'P-1',
  claim: 'C-1',
  issuedOn: '2026-11-20',
  signBy: '2026-12-10',
  files: { is: '', en: '' },
};
const put = (key: string, version: number, more: object = {}, rest: object = {}) =>
  core.put(`documents-to-sign/${key}`, { version, facts: { ...facts, ...more }, ...rest }, { scopes });
const sent = async () =>
  (await database.db.select().from(mails)).map(({ kind, language, about }) => [
    kind,
    language,
    about.documentId,
  ]);

test('CORE-2: a document to sign arrives as PDFs, and the customer reads title and PDF in both languages', async () => {
  const created = await put('a', 2);
  expect(created).toMatchObject({ status: 200, outcome: 'created', version: 2 });
  expect(await put('a', 2)).toMatchObject({ outcome: 'unchanged' });
  expect(await put('a', 1)).toMatchObject({ outcome: 'outdated', version: 2 });
  expect(await put('a', 3, { signBy: '2026-12-15' })).toMatchObject({ outcome: 'updated', version: 3 });
  const list = await core.read<SignableList>('anna', '/api/document/v2/signable');
  expect(list.items).toMatchObject([
    { id: created.id, title: 'Samningur', signBy: '2026-12-15', policy: { id: 'p1' }, claim: { id: 'c1' } },
  ]);
  for (const [index, language] of (['is', 'en'] as const).entries()) {
    const path = `/api/document/v2/signable/${created.id}`;
    const document = await core.read<SignableDocument>('anna', path, language);
    expect(document.file.sha256).toBe(shaOf(pdfs[index]));
    expect(document.title).toBe(facts.title[language]);
    const answer = await core.api.ask(`${path}/pdf`, { token: await core.issuer.token('anna'), language });
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdfs[index] ?? Buffer.of())).toBe(true);
  }
  const events = await database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'core.putDocumentToSign'));
  expect(events).toHaveLength(2);
});

test('CORE-6: the customer is e-mailed once that there is something to sign, in their language; never when it is quiet', async () => {
  await database.db.update(customers).set({ language: 'en' }).where(eq(customers.id, 'anna'));
  const { id } = await put('b', 1);
  await put('b', 1);
  await put('b', 2, { signBy: '2026-12-11' });
  expect(await sent()).toEqual([['toSign', 'en', id]]);
  await put('c', 1, {}, { quiet: true });
  await put('c', 2, { signBy: '2026-12-11' });
  await put('d', 1, { issuedOn: '2026-10-01', signBy: '2026-10-30' });
  expect(await sent()).toHaveLength(1);
  // The daily job has nobody left to tell.
  const clock = fixedClock('2026-11-22T08:20:00Z');
  const outbox = { send: async () => {} };
  const written = createMails({ db: database.db, clock, outbox });
  await createSigningNotices({ db: database.db, clock, mails: written }).tell();
  expect(await sent()).toHaveLength(1);
  await database.db.update(customers).set({ language: 'is' }).where(eq(customers.id, 'anna'));
});

test('CORE-3: a document to sign can arrive as terms, from which we write it in both languages; a newer version is written again', async () => {
  const own = { policy: null, files: null };
  const terms = { kind: 'settlement', amount: 241_000, account: '0162-26-017069' };
  const { id } = await put('terms', 1, { ...own, terms });
  const path = `/api/document/v2/signable/${id}`;
  const token = await core.issuer.token('anna');
  const textIn = async (language: 'is' | 'en') => {
    const answer = await core.api.ask(`${path}/pdf`, { token, language });
    return textOfPdf(new Uint8Array(await answer.arrayBuffer()));
  };
  expect(await textIn('is')).toContain('241.000');
  expect(await textIn('en')).toContain('241,000');
  expect(await core.read<SignableDocument>('anna', path)).toMatchObject({ kind: 'settlement' });
  await put('terms', 2, { ...own, terms: { ...terms, amount: 250_000 } });
  expect(await textIn('en')).toContain('250,000');
});

test('CORE-2: what has been signed stays as it was signed', async () => {
  const { id = '' } = await put('e', 1);
  await database.db.insert(signedDocuments).values({
    customerId: 'anna',
    id,
    file: facts.files.is,
    language: 'is',
    method: 'mobile',
    signerName: 'Anna Prófdóttir',
    signerSsn: '1402851489',
    certificateIssuer: 'Prófunarskilríki',
    actorId: 'anna',
    signedAt: '2026-11-21T11:00:00Z',
  });
  const answer = await put('e', 2, { files: { is: facts.files.en, en: facts.files.en } });
  expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([400, ['key']]);
  expect(await put('e', 1)).toMatchObject({ outcome: 'unchanged' });
  const [row] = await database.db.select().from(documentsToSign).where(eq(documentsToSign.id, id));
  expect(row).toMatchObject({ fileIs: facts.files.is });
});

test('CORE-2: a letter arrives as PDFs and is read in both languages; once opened, no version changes it', async () => {
  const { signBy: _, ...letter } = facts;
  const send = (version: number, more: object = {}) =>
    core.put('documents/letter', { version, facts: { ...letter, ...more } }, { scopes });
  const { id, outcome } = await send(2);
  expect([outcome, (await send(2)).outcome, (await send(1)).outcome]).toEqual([
    ...['created', 'unchanged', 'outdated'],
  ]);
  expect(await send(3, { title: { is: 'Bréf', en: 'Letter' } })).toMatchObject({ outcome: 'updated' });
  for (const [index, language] of (['is', 'en'] as const).entries()) {
    const path = '/api/document/v1/edocuments?kind=letter';
    const { items } = await core.read<DocumentList>('anna', path, language);
    expect(items).toMatchObject([
      { id, kind: 'letter', title: ['Bréf', 'Letter'][index], policy: { id: 'p1' }, claim: { id: 'c1' } },
    ]);
    const token = await core.issuer.token('anna');
    const answer = await core.api.ask(`/api/document/v1/download/${id}`, { token, language });
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdfs[index] ?? Buffer.of())).toBe(true);
  }
  const refused = await send(4, { title: { is: 'Annað', en: 'Other' } });
  expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([400, ['key']]);
  expect(await send(3)).toMatchObject({ outcome: 'unchanged' });
  const [row] = await database.db
    .select()
    .from(documents)
    .where(eq(documents.id, id ?? ''));
  expect(row).toMatchObject({ kind: 'letter', titleIs: 'Bréf', fileIs: facts.files.is });
  expect(await sent()).toEqual([]);
});

test('CORE-5: a file that is cut off, no PDF, or a PDF with active content is refused and not stored', async () => {
  const stored = () => database.db.$count(contents);
  const before = await stored();
  const [pdf = Buffer.of()] = pdfs;
  const harmful = Buffer.from(
    '%PDF-1.7\n1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >> endobj',
  );
  const answers = {
    cutOff: await sendFile(pdf.subarray(0, pdf.length - 100), shaOf(pdf)),
    text: await sendFile(Buffer.from('Samningur')),
    picture: await sendFile(Buffer.from([0xff, 0xd8, 0xff, 0xe0])),
    harmful: await sendFile(harmful),
  };
  for (const [what, answer] of Object.entries(answers)) expect(answer.status, what).toBe(400);
  expect(await stored()).toBe(before);
});

const none = '0'.repeat(64);
const bad: Array<[field: string, facts: () => object]> = [
  ['facts.customer', () => ({ customer: '0101701239', policy: null, claim: null })],
  ['facts.policy', () => ({ policy: 'P-9' })],
  ['facts.claim', () => ({ claim: 'C-9' })],
  // Another customer's claim.
  ['facts.claim', () => ({ claim: 'C-2' })],
  ['facts.title.en', () => ({ title: { is: 'Samningur' } })],
  ['facts.files.en', () => ({ files: { is: facts.files.is, en: none } })],
  ['facts.files.en', () => ({ files: { is: facts.files.is } })],
  ['facts.files.is', () => ({ files: { is: 'JVBERi0=', en: facts.files.en } })],
  ['facts.files', () => ({ files: null })],
  ['facts.files', () => ({ terms: { kind: 'directDebit', account: '0133-26-004410' } })],
  ['facts.terms.account', () => ({ files: null, terms: { kind: 'directDebit', account: '4410' } })],
  ['facts.terms.kind', () => ({ files: null, terms: { kind: 'agreement' } })],
  [
    'facts.claim',
    () => ({ files: null, claim: null, terms: { kind: 'settlement', amount: 1, account: '0133-26-004410' } }),
  ],
  ['facts.signBy', () => ({ signBy: '2026-11-19' })],
  ['facts.issuedOn', () => ({ issuedOn: 'today' })],
  ['facts.colour', () => ({ colour: 'red' })],
];
test.each(bad)(
  'CORE-5: a document to sign with a wrong %s is refused by name, and nothing of it is stored',
  async (field, wrong) => {
    const { db } = database;
    const counts = async () => [
      await db.$count(documentsToSign),
      await db.$count(coreRecords),
      await db.$count(mails),
    ];
    const before = await counts();
    const answer = await put('bad', 1, wrong());
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.errors ?? {})).toContain(field);
    expect(await counts()).toEqual(before);
  },
);

test('CORE-1: documents need the scope of documents', async () => {
  const answer = await core.put(
    'documents-to-sign/x',
    { version: 1, facts },
    { scopes: ['core.claims.write'] },
  );
  expect(answer.status).toBe(403);
  const row = and(eq(coreRecords.type, 'documents-to-sign'), eq(coreRecords.key, 'x'));
  expect(await database.db.$count(coreRecords, row)).toBe(0);
});

test('CORE-2: a document names only files that its own source has sent, whatever other files are stored', async () => {
  const pdf = Buffer.from(
    await writePdf({ language: 'is', title: 'Einkamál', lead: [], blocks: [] }, new Date()),
  );
  // A customer's own file, whose hash the source knows.
  const key = shaOf(pdf);
  await database.db.insert(contents).values({ key, putAt: '2026-11-21T12:00:00Z' });
  const refused = await put('annarra', 1, { files: { is: key, en: key } });
  expect(refused).toMatchObject({
    status: 400,
    errors: { 'facts.files.is': ['There is no such file. Send the file first.'] },
  });
  // Neither does a file that another source has sent.
  await database.db.insert(coreFiles).values({ source: 'annad', file: key, sentAt: '2026-11-21T12:00:00Z' });
  expect((await put('annarra', 1, { files: { is: key, en: key } })).status).toBe(400);
  expect((await sendFile(pdf)).status).toBe(200);
  expect((await put('annarra', 1, { files: { is: key, en: key } })).status).toBe(200);
});

test('CORE-2: records of files that are no longer stored are forgotten', async () => {
  const { db } = database;
  await db.insert(coreFiles).values({ source: 'kerfi', file: 'horfin', sentAt: '2026-11-21T12:00:00Z' });
  const before = await db.$count(coreFiles);
  await forgetFiles(db);
  expect(await db.$count(coreFiles)).toBe(before - 1);
});
