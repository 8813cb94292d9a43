import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignedDocument, SigningStarted } from '@hofn/contracts';
import { problem, signableDocument, signedDocument, signingStarted, signingStatus } from '@hofn/contracts';
import { type Database, signingTransactions } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { createLogger, listen, type Running } from '@hofn/service';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../apps/api/src/settings.ts';
import { fillSigning } from '../apps/api/src/signing/testing/fill.ts';
import { verifySignedPdf } from '../apps/api/src/signing/testing/verify.ts';
import { createIssuer, fillDatabase, fixedClock, type Issuer, startApi } from '../apps/api/src/testing.ts';
import { openAuthority, trustFile } from '../apps/sandbox/src/eid/authority.ts';
import { createEid } from '../apps/sandbox/src/eid/eid.ts';

// The API's half of signing against the stand-in's half: its service, its phones and its time stamps.
const anna = { ssn: '1402851489', name: 'Anna Prófdóttir', mobilePhone: '6150001' };
const birgir = { ssn: '0303831459', name: 'Birgir Prófsson', mobilePhone: '6150002' };
const secret = 'prufuleyndarmal-rafraenna-skilrikja';
const noon = '2026-11-21T12:00:00Z';

const folder = mkdtempSync(join(tmpdir(), 'hofn-signing-'));
const clock = fixedClock(noon);
let database: Database;
let issuer: Issuer;
let phones: Awaited<ReturnType<typeof createEid>>;
let eid: Running;
let settings: Settings;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  issuer = await createIssuer();
  phones = await createEid({
    settings: { EID_CLIENT_ID: 'hofn', EID_CLIENT_SECRET: secret, EID_FOLDER: folder, EID_SECONDS: 90 },
    logger: createLogger('eid', 'silent'),
    clock,
    people: [anna, birgir],
  });
  eid = await listen(phones.server, { port: 0, host: '127.0.0.1', setting: 'EID_PORT' });
  settings = {
    ...defaultSettings(),
    EID_URL: `${eid.url}/sso/`,
    TSA_URL: `${eid.url}/tsa`,
    EID_CLIENT_SECRET: secret,
    EID_TRUST_FILE: join(folder, trustFile),
    RATE_SIGN_IN: 1000,
  };
  api = await startApi(database, issuer, { clock, settings });
});
afterAll(async () => {
  await api.stop();
  await eid.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  clock.set(noon);
  await fillSigning(database);
  await database.db.delete(signingTransactions);
  api.sent.length = 0;
});

type Options = { token?: string; key?: string; language?: 'is' | 'en'; from?: typeof api };
const tokenOf = (sub: string, sid = 'session-1') => issuer.token(sub, { sid });
const get = async (path: string, { token, language = 'is', from = api }: Options = {}) =>
  from.ask(path, { token: token ?? (await tokenOf('anna')), language });
const post = async (path: string, body: object, options: Options = {}) => {
  const { token, key, language = 'is', from = api } = options;
  return from.ask(path, {
    method: 'POST',
    token: token ?? (await tokenOf('anna')),
    language,
    headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  });
};
const codeOf = async (answer: Response) => {
  const { status, errorCode } = problem.parse(await answer.json());
  return `${status} ${errorCode}`;
};
const start = async (
  body: object = { documentId: 's1' },
  options: Options & { method?: 'mobile' | 'app' } = {},
): Promise<SigningStarted> => {
  const answer = await post(`/api/document/v3/${options.method ?? 'mobile'}/start`, body, options);
  expect(answer.status).toBe(201);
  return signingStarted.parse(await answer.json());
};
const stateOf = async ({ transactionId, method }: SigningStarted, options: Options = {}) =>
  signingStatus.parse(
    await (await get(`/api/document/v3/${method}/status?transactionId=${transactionId}`, options)).json(),
  ).state;
const finish = ({ transactionId, method }: SigningStarted, options: Options = {}) =>
  post(`/api/document/v3/${method}/finish`, { transactionId }, options);
const finished = async (started: SigningStarted, options: Options = {}): Promise<SignedDocument> => {
  const answer = await finish(started, options);
  expect(answer.status).toBe(200);
  return signedDocument.parse(await answer.json());
};
const bytesOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());
const page = async () => (await fetch(`${eid.url}/?lang=is`)).text();
/** Presses a button on the phone, as its page does. */
const press = async (act: 'confirm' | 'refuse') => {
  const [, path = ''] = new RegExp(`action="(/requests/[^"]+/${act})`).exec(await page()) ?? [];
  return fetch(eid.url + path, { method: 'POST', redirect: 'manual' });
};

test('DATA-7b: a document is signed by phone: listed, read, confirmed under the same code, listed as signed', async () => {
  const shown = signableDocument.parse(await (await get('/api/document/v2/signable/s1')).json());
  expect(shown).toMatchObject({ state: 'waiting', mobilePhone: '6150001', asksWhoSigns: false });
  const unsigned = await bytesOf('/api/document/v2/signable/s1/pdf');
  const started = await start({ documentId: 's1', shown: shown.file.sha256 });
  expect(started.expiresAt).toBe('2026-11-21T12:01:30.000Z');
  expect(await stateOf(started)).toBe('waiting');
  expect(await codeOf(await finish(started))).toBe('409 eidNotConfirmed');

  const phone = await page();
  expect(phone).toContain(`<strong class="code">${started.challengeCode}</strong>`);
  expect(phone).toContain(`Öryggistala ${started.challengeCode}. Undirrita: Heimild til skuldfærslu`);
  expect((await press('confirm')).status).toBe(303);
  expect(await stateOf(started)).toBe('confirmed');
  const signed = await finished(started);
  expect(signed).toMatchObject({
    id: 's1',
    title: 'Heimild til skuldfærslu',
    signedAt: '2026-11-21T12:00:00.000Z',
    signer: { name: 'Anna Prófdóttir', method: 'mobile', certificateIssuer: 'Prufuskilríki Hafnar' },
  });

  const waiting = (await (await get('/api/document/v2/signable')).json()) as { items: { id: string }[] };
  expect(waiting.items.map(({ id }) => id)).toEqual(['s3', 's2', 's4']);
  const listed = (await (await get('/api/document/v1/signeddocuments')).json()) as { items: unknown[] };
  expect(listed.items).toEqual([signed]);
  expect(await codeOf(await get('/api/document/v2/signable/s1'))).toBe('409 documentAlreadySigned');
  expect(api.sent.map(({ queue }) => queue)).toEqual(['mail.send']);

  // What was read is what was signed, to the byte.
  const pdf = await bytesOf('/api/document/v1/signeddocuments/s1/pdf');
  expect(pdf.subarray(0, unsigned.length).equals(unsigned)).toBe(true);
});

test('DATA-7b: a signed PDF verifies with a program that shares no code with ours, and shows tampering', async () => {
  const started = await start();
  phones.confirm(anna.ssn);
  await finished(started);
  const pdf = await bytesOf('/api/document/v1/signeddocuments/s1/pdf');
  const root = readFileSync(join(folder, trustFile), 'utf8');
  expect(verifySignedPdf(pdf, root)).toEqual({
    problems: [],
    subject: expect.stringContaining('serialNumber=PNOIS-1402851489'),
    // Who signed, who vouches for them, and the root.
    certificates: 3,
    stampedAt: expect.stringMatching(/^20261121120000(\.0+)?Z$/),
  });

  const changed = (at: number) => {
    const copy = Buffer.from(pdf);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return verifySignedPdf(copy, root).problems;
  };
  // In the document, after the signature, and in the signature itself.
  expect(changed(2000)).toContain('the content was changed');
  expect(changed(pdf.length - 20)).toContain('the content was changed');
  expect(verifySignedPdf(Buffer.concat([pdf, Buffer.from('%more\n')]), root).problems).toContain(
    'the signature is not over the whole file',
  );
  /** The same file with one figure of the signature changed, `after` a piece of it that is found by its hex. */
  const otherwise = (piece: string, after: number) => {
    const text = pdf.toString('latin1');
    const place = text.indexOf(piece, text.lastIndexOf('/Contents <')) + after;
    const other = text[place] === '0' ? '1' : '0';
    return Buffer.from(`${text.slice(0, place)}${other}${text.slice(place + 1)}`, 'latin1');
  };
  const hexOf = (text: string) => Buffer.from(text).toString('hex');
  // Whose certificate it is, what was signed, and when.
  expect(verifySignedPdf(otherwise(hexOf('PNOIS-1402851489'), 31), root).problems).toContain(
    'the signed certificate is not there',
  );
  expect(verifySignedPdf(otherwise('06092a864886f70d010904', 40), root).problems).toEqual([
    'the content was changed',
    'the signature does not hold',
  ]);
  expect(verifySignedPdf(otherwise(hexOf('20261121120000'), 27), root).problems).toEqual([
    'time stamp: the content was changed',
  ]);
  // Nor is it anyone's signature for someone who trusts other authorities.
  const elsewhere = mkdtempSync(join(tmpdir(), 'hofn-signing-'));
  await openAuthority(elsewhere, clock);
  const otherRoot = readFileSync(join(elsewhere, trustFile), 'utf8');
  rmSync(elsewhere, { recursive: true });
  expect(verifySignedPdf(pdf, otherRoot).problems).toContain('the chain does not end in the root');
});
