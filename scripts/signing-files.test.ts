import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CaseLine, problem, type StaffCase, signingStarted } from '@hofn/contracts';
import { contents, coreFiles, type Database, documentsToSign, mails } from '@hofn/database';
import { noteForTestReport, testDatabase } from '@hofn/database/testing.ts';
import { createLogger, listen, type Running } from '@hofn/service';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCore } from '../apps/api/src/core/testing-core.ts';
import { createContents } from '../apps/api/src/platform/contents.ts';
import { createMails } from '../apps/api/src/platform/mail/mails.ts';
import { writePdf } from '../apps/api/src/platform/pdf/pdf.ts';
import { readPdf } from '../apps/api/src/platform/pdf/testing.ts';
import { foreignPdfs, plainPdf, unsignablePdfs } from '../apps/api/src/platform/pdf/testing-files.ts';
import { defaultSettings } from '../apps/api/src/settings.ts';
import { createSigningNotices } from '../apps/api/src/signing/notices.ts';
import { verifySignedPdf } from '../apps/api/src/signing/testing/verify.ts';
import { fillDatabase, fillStaff, fixedClock, temporaryFiles } from '../apps/api/src/testing.ts';
import { trustFile } from '../apps/sandbox/src/eid/authority.ts';
import { createEid } from '../apps/sandbox/src/eid/eid.ts';

// Documents to sign that a core system sends as files of other producers, signed at the sandbox's electronic ID service.
const noon = '2026-11-21T12:00:00Z';
const anna = { ssn: '1402851489', name: 'Anna Prófdóttir', mobilePhone: '6150001' };
const secret = 'prufuleyndarmal-rafraenna-skilrikja';
const folder = mkdtempSync(join(tmpdir(), 'hofn-signing-files-'));
const clock = fixedClock(noon);
const files = temporaryFiles();
let database: Database;
let core: Awaited<ReturnType<typeof startCore>>;
let phones: Awaited<ReturnType<typeof createEid>>;
let eid: Running;
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  await fillStaff(database);
  phones = await createEid({
    settings: { EID_CLIENT_ID: 'hofn', EID_CLIENT_SECRET: secret, EID_FOLDER: folder, EID_SECONDS: 90 },
    logger: createLogger('eid', 'silent'),
    clock,
    people: [anna],
  });
  eid = await listen(phones.server, { port: 0, host: '127.0.0.1', setting: 'EID_PORT' });
  const settings = {
    ...defaultSettings(),
    EID_URL: `${eid.url}/sso/`,
    TSA_URL: `${eid.url}/tsa`,
    EID_CLIENT_SECRET: secret,
    EID_TRUST_FILE: join(folder, trustFile),
    EID_CALLS: 1000,
    RATE_SIGN_IN: 1000,
    RATE_WRITE: 1000,
    KENNITALA_CHECK_DIGIT: 'off' as const,
  };
  core = await startCore(database, { clock, settings, files });
});
afterAll(async () => {
  await core.api.stop();
  await eid.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const scopes = ['core.documents.write'] as const;
const shaOf = (content: Uint8Array) => hash('sha256', content);
const sendFile = async (content: Buffer) =>
  core.api.ask(`/api/core/v1/files/${shaOf(content)}`, {
    method: 'PUT',
    token: await core.issuer.serviceToken(scopes),
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(content),
  });
const factsOf = (pdf: Buffer) => ({
  customer: anna.ssn,
  title: { is: 'Samningur', en: 'Agreement' },
  issuedOn: '2026-11-20',
  signBy: '2026-12-10',
  files: { is: shaOf(pdf), en: shaOf(pdf) },
});
const sendDocument = (key: string, pdf: Buffer, version = 1) =>
  core.put(`documents-to-sign/${key}`, { version, facts: factsOf(pdf) }, { scopes });
const token = () => core.issuer.token('anna', { sid: 'session-1', exp: Date.parse(noon) / 1000 + 3600 });
const post = async (path: string, body: object, language: 'is' | 'en' = 'is') =>
  core.api.ask(path, {
    method: 'POST',
    token: await token(),
    language,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const begin = (documentId: string, language: 'is' | 'en' = 'is') =>
  post('/api/document/v3/mobile/start', { documentId }, language);
/** Signs a document. @returns the signed PDF */
const sign = async (documentId: string): Promise<Buffer> => {
  const answer = await begin(documentId);
  expect(answer.status).toBe(201);
  const { transactionId } = signingStarted.parse(await answer.json());
  phones.confirm(anna.ssn);
  const finished = await post('/api/document/v3/mobile/finish', { transactionId });
  expect(finished.status, await finished.clone().text()).toBe(200);
  const pdf = await core.api.ask(`/api/document/v1/signeddocuments/${documentId}/pdf`, {
    token: await token(),
  });
  return Buffer.from(await pdf.arrayBuffer());
};
/** What an employee reads. */
const staff = async <Answer>(path: string) => {
  const token = await core.issuer.token('employee|katrin', { actor_kind: 'employee' });
  return (await (await core.api.ask(`/api/staff/v1/${path}`, { token, language: 'en' })).json()) as Answer;
};
const root = () => readFileSync(join(folder, trustFile), 'utf8');

/** What a program reports about a file; undefined if it is not installed. */
const run = (program: string, pdf: Buffer, options: readonly string[] = []): string | undefined => {
  const path = join(folder, 'checked.pdf');
  writeFileSync(path, pdf);
  const { stdout, stderr, error } = spawnSync(program, [...options, path], { encoding: 'utf8' });
  if (!error) return stdout + stderr;
  noteForTestReport(`Signed PDFs were not checked with ${program}: it is not installed on this machine.`);
  return undefined;
};

/** Signs a file as a document of its own, and checks what comes of it. */
const signAndCheck = async (key: string, pdf: Buffer, signatures = 1): Promise<Buffer> => {
  expect((await sendFile(pdf)).status).toBe(200);
  const { status, errors, id = '' } = await sendDocument(key, pdf);
  expect([status, errors]).toEqual([200, undefined]);
  const signed = await sign(id);
  expect(signed.subarray(0, pdf.length).equals(pdf)).toBe(true);
  expect(verifySignedPdf(signed, root()).problems).toEqual([]);
  expect((await readPdf(signed)).pages).toEqual((await readPdf(pdf)).pages);
  const report = run('pdfsig', signed, ['-nocert']);
  if (report !== undefined)
    expect(report.match(/Signature Validation: Signature is Valid/g), report).toHaveLength(signatures);
  const structure = run('qpdf', signed, ['--check']);
  if (structure !== undefined) expect(structure).toContain('No syntax or stream encoding errors found');
  return signed;
};

test.each(Object.keys(foreignPdfs))(
  'HOLD-25: a document that another producer wrote with %s can be signed, and the signature verifies',
  async (kind) => {
    await signAndCheck(`f${Object.keys(foreignPdfs).indexOf(kind)}`, foreignPdfs[kind] ?? Buffer.of());
  },
);

test('HOLD-25: a document that is signed already can be signed again, by any kind of section, and both signatures stay valid', async () => {
  for (const [key, kind] of [
    ['again-table', 'a form'],
    ['again-stream', 'object streams'],
  ] as const) {
    const once = await signAndCheck(`${key}-1`, foreignPdfs[kind] ?? Buffer.of());
    const twice = await signAndCheck(`${key}-2`, once, 2);
    expect(twice.toString('latin1').match(/\/Type \/Sig /g)).toHaveLength(2);
  }
});

test('HOLD-25: our own PDF, and one that qpdf has compressed or linearized, can be signed', async () => {
  const text = 'Samningur um hús';
  const own = Buffer.from(
    await writePdf(
      { language: 'is', title: text, lead: [], blocks: [{ kind: 'text', text }] },
      new Date(noon),
    ),
  );
  await signAndCheck('own', own);
  const folderOfQpdf = mkdtempSync(join(tmpdir(), 'hofn-qpdf-'));
  const [from, to] = [join(folderOfQpdf, 'from.pdf'), join(folderOfQpdf, 'to.pdf')];
  writeFileSync(from, own);
  for (const [key, ...options] of [
    ['compressed', '--object-streams=generate'],
    ['linearized', '--linearize'],
    ['both', '--linearize', '--object-streams=generate'],
  ] as const) {
    const { error } = spawnSync('qpdf', [...options, from, to]);
    if (error) {
      noteForTestReport('PDFs of qpdf were not signed: it is not installed on this machine.');
      break;
    }
    await signAndCheck(key, readFileSync(to));
  }
  rmSync(folderOfQpdf, { recursive: true });
});

test.each(Object.keys(unsignablePdfs))(
  'HOLD-25: a document to sign with %s is refused to its sender by field and reason, and nothing of it is stored',
  async (kind) => {
    const [pdf, why] = unsignablePdfs[kind] ?? [Buffer.of(), ''];
    const { db } = database;
    const before = [await db.$count(documentsToSign), await db.$count(mails)];
    const sent = await sendFile(pdf);
    const key = `u${Object.keys(unsignablePdfs).indexOf(kind)}`;
    const errors =
      sent.status === 200 ? (await sendDocument(key, pdf)).errors : problem.parse(await sent.json()).errors;
    expect(JSON.stringify(errors)).toContain(why);
    expect(Object.keys(errors ?? {})).toEqual(
      sent.status === 200 ? ['facts.files.is', 'facts.files.en'] : ['file'],
    );
    expect([await db.$count(documentsToSign), await db.$count(mails)]).toEqual(before);
  },
);

test('HOLD-25, DESK-14: a document stored before files were checked tells the customer what happens next, gives staff a case, and is replaced by a newer version, which closes the case', async () => {
  const { db } = database;
  const [broken] = unsignablePdfs['a wrong place of its table'] ?? [];
  if (!broken) throw new Error('there is no such PDF');
  const { key } = await createContents({ db, files, clock }).store(broken);
  await db.insert(coreFiles).values({ source: 'kerfi', file: key, sentAt: noon }).onConflictDoNothing();
  await db.update(coreFiles).set({ unsignable: null }).where(eq(coreFiles.file, key));
  const { id = '' } = await sendDocument('old', broken);
  const row = async () =>
    (
      await db
        .select()
        .from(documentsToSign)
        .where(and(eq(documentsToSign.customerId, 'anna'), eq(documentsToSign.id, id)))
    )[0];
  for (const [language, words] of [
    ['is', 'sendum við þér nýtt skjal'],
    ['en', 'will send you a new one'],
  ] as const) {
    const answer = await begin(id, language);
    const fault = problem.parse(await answer.json());
    expect([answer.status, fault.errorCode]).toEqual([409, 'documentUnsignable']);
    expect(fault.message).toContain(words);
  }
  expect((await row())?.unsignableAt).not.toBeNull();
  // Trying twice is one case, which names the document and its customer, and is closed only with a note.
  const lines = (await staff<{ items: CaseLine[] }>('queue?kind=signing')).items;
  expect(lines).toMatchObject([{ kind: 'signing', about: 'Agreement', sender: anna.name, known: true }]);
  const caseId = lines[0]?.id ?? '';
  const opened = await staff<StaffCase>(`cases/${caseId}`);
  expect(opened.matter).toMatchObject({
    ...{ kind: 'signing', documentId: id, title: 'Agreement', unsignableSince: '2026-11-21' },
  });
  expect(opened).toMatchObject({ undecided: false, noteToClose: true, messages: [] });
  await db.delete(mails);
  clock.set('2026-12-08T08:20:00Z');
  const letters = createMails({ db, clock, outbox: { send: async () => {} } });
  await createSigningNotices({ db, clock, mails: letters }).tell();
  clock.set(noon);
  const about = (await db.select().from(mails)).map(({ about: { documentId } }) => documentId);
  expect(about).not.toContain(id);

  expect((await sendFile(plainPdf)).status).toBe(200);
  expect(await sendDocument('old', plainPdf, 2)).toMatchObject({ outcome: 'updated' });
  expect((await row())?.unsignableAt).toBeNull();
  expect(await staff<StaffCase>(`cases/${caseId}`)).toMatchObject({
    ...{ state: 'closed', matter: { kind: 'signing', unsignableSince: null } },
  });
  expect(verifySignedPdf(await sign(id), root()).problems).toEqual([]);
  expect(await db.$count(contents, eq(contents.key, key))).toBe(1);
});
