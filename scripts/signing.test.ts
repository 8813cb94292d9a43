import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignedDocument, SigningStarted } from '@hofn/contracts';
import {
  problem,
  signableDocument,
  signedDocument,
  signedDocumentList,
  signingStarted,
  signingStatus,
} from '@hofn/contracts';
import {
  auditEvents,
  claims,
  companyInvolvement,
  type Database,
  documentsToSign,
  signedDocuments,
  signingTransactions,
} from '@hofn/database';
import { describeWithDatabase, testDatabase } from '@hofn/database/testing.ts';
import { demoPeople } from '@hofn/demo';
import { createLogger, listen, type Running } from '@hofn/service';
import { EidUnavailable, eidFromSettings } from '@hofn/service/eid.ts';
import { serving } from '@hofn/service/testing/serving.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadDemo } from '../apps/api/src/core/import/load-demo.ts';
import { recordedEvents } from '../apps/api/src/events/testing.ts';
import { readPdf } from '../apps/api/src/platform/pdf/testing.ts';
import { defaultSettings, type Settings } from '../apps/api/src/settings.ts';
import { stampsOf } from '../apps/api/src/signing/services.ts';
import { fillSigning } from '../apps/api/src/signing/testing/fill.ts';
import { verifySignedPdf } from '../apps/api/src/signing/testing/verify.ts';
import {
  createIssuer,
  fillDatabase,
  fixedClock,
  type Issuer,
  startApi,
  temporaryFiles,
} from '../apps/api/src/testing.ts';
import { type Branch, openAuthority, trustFile } from '../apps/sandbox/src/eid/authority.ts';
import { oid, signCms } from '../apps/sandbox/src/eid/cms.ts';
import { createEid } from '../apps/sandbox/src/eid/eid.ts';
import { answerOcsp } from '../apps/sandbox/src/eid/status.ts';
import { signDemo } from './demo-signatures.ts';

// The API's signing code against the sandbox: its eID service, phones and time stamps.
const anna = { ssn: '1402851489', name: 'Anna Prófdóttir', mobilePhone: '6150001' };
const birgir = { ssn: '0303831459', name: 'Birgir Prófsson', mobilePhone: '6150002' };
const secret = 'prufuleyndarmal-rafraenna-skilrikja';
const noon = '2026-11-21T12:00:00Z';

const folder = mkdtempSync(join(tmpdir(), 'hofn-signing-'));
const clock = fixedClock(noon);
const files = temporaryFiles();
let database: Database;
let issuer: Issuer;
let phones: Awaited<ReturnType<typeof createEid>>;
let eid: Running;
let settings: Settings;
let api: Awaited<ReturnType<typeof startApi>>;
/** Paths of the electronic ID service that do not respond. */
let silent: string[] = [];
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
  phones.server.addHook('onRequest', async ({ url }, reply) => {
    if (silent.some((path) => url.startsWith(path))) return reply.code(503).send();
  });
  eid = await listen(phones.server, { port: 0, host: '127.0.0.1', setting: 'EID_PORT' });
  settings = {
    ...defaultSettings(),
    EID_URL: `${eid.url}/sso/`,
    TSA_URL: `${eid.url}/tsa`,
    EID_CLIENT_SECRET: secret,
    EID_TRUST_FILE: join(folder, trustFile),
    RATE_SIGN_IN: 1000,
    // Test people have made-up numbers.
    KENNITALA_CHECK_DIGIT: 'off',
  };
  api = await startApi(database, issuer, { clock, settings, files });
});
afterAll(async () => {
  await api.stop();
  await eid.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  clock.set(noon);
  silent = [];
  await fillSigning(database);
  await database.db.delete(signingTransactions);
  api.sent.length = 0;
});

type Options = { token?: string; key?: string; language?: 'is' | 'en'; from?: typeof api };
const tokenOf = (sub: string, sid = 'session-1') =>
  issuer.token(sub, { sid, exp: Date.parse(noon) / 1000 + 3600 });
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
/** Presses a button on the simulated phone. */
const press = async (act: 'confirm' | 'refuse' | 'revoke' | 'restore') => {
  const [, path = ''] = new RegExp(`action="(/requests/[^"]+/${act})`).exec(await page()) ?? [];
  return fetch(eid.url + path, { method: 'POST', redirect: 'manual' });
};

const references = async () =>
  (await database.db.select().from(signingTransactions)).map(({ reference }) => reference);

test('DATA-7b, CORE-7: a document is signed by phone: listed, read, confirmed under the same code, listed as signed', async () => {
  const shown = signableDocument.parse(await (await get('/api/document/v2/signable/s1')).json());
  expect(shown).toMatchObject({ state: 'waiting', mobilePhone: '6150001', asksWhoSigns: false });
  const unsigned = await bytesOf('/api/document/v2/signable/s1/pdf');
  const started = await start({ documentId: 's1', shown: shown.file.sha256 });
  expect(started).toMatchObject({ expiresAt: '2026-11-21T12:01:30.000Z', seconds: 90 });
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
  const listed = (await (await get('/api/document/v1/signeddocuments')).json()) as object;
  expect(listed).toEqual({ items: [signed], total: 1, nextCursor: null });
  expect(await codeOf(await get('/api/document/v2/signable/s1'))).toBe('409 documentAlreadySigned');
  expect(api.sent.map(({ queue }) => queue)).toEqual(['mail.send']);
  expect(await recordedEvents(database)).toEqual([
    { type: 'hofn.document.signed', subject: 'anna', data: { documentId: 's1' } },
  ]);

  // The signed bytes are the ones shown.
  const pdf = await bytesOf('/api/document/v1/signeddocuments/s1/pdf');
  expect(pdf.subarray(0, unsigned.length).equals(unsigned)).toBe(true);
});

test('DATA-7b: a signed PDF verifies with independent software, which detects tampering', async () => {
  const started = await start();
  phones.confirm(anna.ssn);
  await finished(started);
  const pdf = await bytesOf('/api/document/v1/signeddocuments/s1/pdf');
  const root = readFileSync(join(folder, trustFile), 'utf8');
  expect(verifySignedPdf(pdf, root)).toEqual({
    problems: [],
    subject: expect.stringContaining('serialNumber=PNOIS-1402851489'),
    // Signer, issuer and root.
    certificates: 3,
    stampedAt: expect.stringMatching(/^20261121120000(\.0+)?Z$/),
    // Of signer, issuer and time stamp authority.
    validatedBy: { ocspResponses: 3, crls: 0 },
  });

  const changed = (at: number) => {
    const copy = Buffer.from(pdf);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return verifySignedPdf(copy, root).problems;
  };
  // Tamper with the document, after the signature, and with the signature.
  const [, after = 0, length = 0] = (
    /\/ByteRange \[0 +\d+ +(\d+) +(\d+)/.exec(pdf.toString('latin1')) ?? []
  ).map(Number);
  expect(changed(2000)).toContain('the content was changed');
  expect(changed(after + length - 20)).toContain('the content was changed');
  expect(changed(pdf.length - 20)).toContain('the signature does not cover the whole file');
  expect(verifySignedPdf(Buffer.concat([pdf, Buffer.from('%more\n')]), root).problems).toContain(
    'the signature does not cover the whole file',
  );
  /** The file with one hex digit of the signature changed, after the given hex sequence. */
  const otherwise = (piece: string, after: number) => {
    const text = pdf.toString('latin1');
    const place = text.indexOf(piece, text.lastIndexOf('/Contents <')) + after;
    const other = text[place] === '0' ? '1' : '0';
    return Buffer.from(`${text.slice(0, place)}${other}${text.slice(place + 1)}`, 'latin1');
  };
  const hexOf = (text: string) => Buffer.from(text).toString('hex');
  // Certificate, message digest and time.
  expect(verifySignedPdf(otherwise(hexOf('PNOIS-1402851489'), 31), root).problems).toContain(
    'the signed certificate is missing',
  );
  expect(verifySignedPdf(otherwise('06092a864886f70d010904', 40), root).problems).toEqual([
    'the content was changed',
    'the signature is invalid',
  ]);
  expect(verifySignedPdf(otherwise(hexOf('20261121120000'), 27), root).problems).toEqual([
    'time stamp: the content was changed',
  ]);
  // Not valid for verifiers that trust other authorities.
  const elsewhere = mkdtempSync(join(tmpdir(), 'hofn-signing-'));
  await openAuthority(elsewhere, clock);
  const otherRoot = readFileSync(join(elsewhere, trustFile), 'utf8');
  rmSync(elsewhere, { recursive: true });
  expect(verifySignedPdf(pdf, otherRoot).problems).toContain('the chain does not end in the root');
});

test('HOLD-17: a signed PDF whose proof that nothing was revoked was changed does not validate', async () => {
  const started = await start();
  phones.confirm(anna.ssn);
  const { file } = await finished(started);
  const pdf = await bytesOf('/api/document/v1/signeddocuments/s1/pdf');
  expect(hash('sha256', pdf)).toBe(file.sha256);
  const root = readFileSync(join(folder, trustFile), 'utf8');
  const [first = 0] = [...pdf.toString('latin1').matchAll(/\/Length \d+ >>\nstream\n/g)]
    .map(({ index }) => index)
    // The OCSP responses, which are the last streams.
    .slice(-3);
  const copy = Buffer.from(pdf);
  // Inside the signed part of the response.
  copy[first + 120] = (copy[first + 120] ?? 0) ^ 1;
  expect(verifySignedPdf(copy, root).problems).toEqual([
    expect.stringMatching(/^nothing proves that .+ was not revoked$/),
  ]);
  expect((await readPdf(pdf)).pages.join(' ')).toContain('0133-26-004821');
});

test('HOLD-17: a revoked electronic ID signs nothing, and signs again once it is valid', async () => {
  const started = await start();
  expect((await press('revoke')).status).toBe(303);
  expect(await page()).toContain('Skilríkin eru afturkölluð.');
  phones.confirm(anna.ssn);
  expect(await codeOf(await finish(started))).toBe('409 eidRevoked');
  expect(await database.db.select().from(signedDocuments)).toEqual([]);
  expect(await references()).toEqual(['']);
  expect(api.sent).toEqual([]);
  expect(await codeOf(await finish(started))).toBe('409 eidCancelled');
  expect((await get('/api/document/v2/signable/s1')).status).toBe(200);
  // A revocation list says the same.
  silent = ['/ocsp'];
  const byList = await start();
  phones.confirm(anna.ssn);
  expect(await codeOf(await finish(byList))).toBe('409 eidRevoked');

  const again = await start();
  await press('restore');
  phones.confirm(anna.ssn);
  await finished(again);
});

test('HOLD-17: while nobody says whether a certificate is revoked, the signing waits; lists do where responders are down', async () => {
  const started = await start();
  phones.confirm(anna.ssn);
  silent = ['/ocsp', '/crl'];
  const answer = await finish(started);
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(await codeOf(answer)).toBe('503 eidSilent');
  expect(await stateOf(started)).toBe('confirmed');
  expect(await database.db.select().from(signedDocuments)).toEqual([]);
  silent = ['/ocsp'];
  await finished(started);
  const pdf = await bytesOf('/api/document/v1/signeddocuments/s1/pdf');
  expect(verifySignedPdf(pdf, readFileSync(join(folder, trustFile), 'utf8'))).toMatchObject({
    problems: [],
    // Of the issuer, and of the root for the signer and for the time stamp.
    validatedBy: { ocspResponses: 0, crls: 3 },
  });
});

test('HOLD-17: only a valid response of an allowed host counts, and a certificate that it does not know is refused', async () => {
  type Answer = {
    branch?: Partial<Branch>;
    at?: string;
    send?: (ocsp: Buffer, response: ServerResponse) => void;
  };
  let answer: Answer = {};
  let asked = 0;
  const responder = await serving((request, response) => {
    asked += 1;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      if (request.method !== 'POST') return response.writeHead(404).end();
      const current: Answer = request.url === '/ocsp' ? answer : {};
      const { branch, at = noon, send = (ocsp) => response.end(ocsp) } = current;
      const ocsp = await answerOcsp(Buffer.concat(parts), { ...own, ...branch }, fixedClock(at));
      send(Buffer.from(ocsp), response);
    });
  });
  const own = await (await openAuthority(folder, clock)).at(responder.replace(/\/$/, ''));
  const real = eidFromSettings(settings);
  let sha256: Uint8Array = Buffer.alloc(32);
  const collect = async () => {
    const identity = await own.identityOf(anna);
    const cms = await signCms({ type: oid.data, sha256 }, identity, [identity.certificate, ...own.chain]);
    return { ssn: anna.ssn, cms: Buffer.from(cms.toSchema().toBER()) };
  };
  const call: typeof real.call = (request) => {
    sha256 = request.sha256;
    return real.call(request);
  };
  const allowing = (hosts: string[]) =>
    startApi(database, issuer, {
      clock,
      settings: { ...settings, REVOCATION_HOSTS: hosts },
      files,
      eid: { ...real, call, collect },
    });
  const [open, closed] = [await allowing([new URL(responder).host]), await allowing([])];
  const signWith = async (next: Answer, from = open) => {
    answer = next;
    await database.db.delete(signingTransactions);
    const started = await start({ documentId: 's1' }, { from });
    phones.confirm(anna.ssn);
    const finishing = await finish(started, { from });
    return finishing.ok ? 'signed' : codeOf(finishing);
  };
  expect(await signWith({}, closed)).toBe('503 eidSilent');
  expect(asked).toBe(0);
  const useless: Record<string, Answer> = {
    'a redirect': { send: (_, response) => response.writeHead(307, { location: '/elsewhere' }).end() },
    'too much': { send: (ocsp, response) => response.end(Buffer.concat([ocsp, Buffer.alloc(100_000)])) },
    later: { send: (_, response) => response.end(Buffer.from('30030a0103', 'hex')) },
    forged: {
      send: (ocsp, response) => {
        // The time at which it was made, which nothing but the signature protects.
        ocsp.write('1', ocsp.indexOf('20261121120000Z') + 13);
        response.end(ocsp);
      },
    },
    outdated: { at: '2026-11-21T10:54:59Z' },
    'from the future': { at: '2026-11-21T12:05:01Z' },
    'of another authority': {
      branch: { responders: { root: own.responders.root, issuer: own.responders.root } },
    },
    'of a responder that the authority did not appoint': {
      branch: { responders: { root: own.responders.root, issuer: await own.identityOf(birgir) } },
    },
  };
  for (const [name, next] of Object.entries(useless))
    expect(await signWith(next), name).toBe('503 eidSilent');
  expect(await database.db.select().from(signedDocuments)).toEqual([]);
  expect(await signWith({ branch: { issuedBy: async () => [] } })).toBe('409 eidRevoked');
  expect(await signWith({ at: '2026-11-21T10:55:00Z' })).toBe('signed');
  await Promise.all([open.stop(), closed.stop()]);
});

describeWithDatabase('concurrent finishes', (open) => {
  test('DATA-7b, HOLD-14: concurrent and repeated finishes sign once, with one event, on any replica', async () => {
    const shared = await open();
    await fillDatabase(shared);
    await fillSigning(shared);
    const copy = () => startApi(shared, issuer, { clock, settings, files });
    const [one, other] = [await copy(), await copy()];
    const started = await start({ documentId: 's1' }, { method: 'app', from: one });
    phones.confirm(anna.ssn);
    const answers = await Promise.all([one, other, one, other].map((from) => finish(started, { from })));
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(await finished(started, { from: other })).toEqual(bodies[0]);
    expect([...one.sent, ...other.sent].map(({ queue }) => queue)).toEqual(['mail.send']);
    const signings = eq(auditEvents.action, 'document.sign');
    expect(await shared.db.$count(auditEvents, signings)).toBe(1);
    await Promise.all([one.stop(), other.stop()]);
  });
});

test('DATA-7b: a start repeated with its key calls the phone once', async () => {
  const body = { documentId: 's1' };
  const answers = await Promise.all([1, 2].map(() => start(body, { key: 'lykill-1' })));
  clock.set('2026-11-21T12:00:30.200Z');
  const again = await start(body, { key: 'lykill-1' });
  answers.push(again);
  // Seconds left, so that a device with a wrong clock can count down.
  expect(again.seconds).toBe(59);
  expect(new Set(answers.map(({ transactionId }) => transactionId)).size).toBe(1);
  expect((await page()).split('class="request"').length - 1).toBe(1);
  const otherBody = await post('/api/document/v3/mobile/start', { documentId: 's2' }, { key: 'lykill-1' });
  expect(await codeOf(otherBody)).toBe('409 conflict');
  // By default with the phone on file.
  const byDefault = await post('/api/document/v2/sign', body);
  expect(signingStarted.parse(await byDefault.json()).method).toBe('mobile');
  const byApp = await post('/api/document/v2/sign', { ...body, method: 'app' });
  expect(signingStarted.parse(await byApp.json()).method).toBe('app');
});

test('DATA-7b: after a refusal or expiry the document is unsigned and signing can be restarted', async () => {
  const refused = await start();
  await press('refuse');
  expect(await stateOf(refused)).toBe('cancelled');
  expect(await codeOf(await finish(refused))).toBe('409 eidCancelled');

  const late = await start();
  clock.set('2026-11-21T12:01:31Z');
  expect(await stateOf(late)).toBe('expired');
  expect(await codeOf(await finish(late))).toBe('409 eidTimeout');
  // Confirmed in the last second and polled after it.
  const just = await start();
  phones.confirm(anna.ssn);
  clock.set('2026-11-21T12:04:00Z');
  expect(await stateOf(just)).toBe('confirmed');
  expect((await finished(just)).signedAt).toBe('2026-11-21T12:04:00.000Z');
  // Confirmed while another signing of the same document finished.
  expect(await codeOf(await post('/api/document/v3/mobile/start', { documentId: 's1' }))).toBe(
    '409 documentAlreadySigned',
  );
});

test('DATA-7b: of two signings of one document the first to finish wins', async () => {
  const [one, two] = [await start(), await start({ documentId: 's1' }, { method: 'app' })];
  phones.confirm(anna.ssn);
  expect(await stateOf(one)).toBe('confirmed');
  const first = await finished(two);
  // The eID references of both signings are cleared as soon as they are not needed.
  expect(await stateOf(one)).toBe('confirmed');
  expect(await references()).toEqual(['', '']);
  expect(await codeOf(await finish(one))).toBe('409 documentAlreadySigned');
  expect(
    signedDocumentList.parse(await (await get('/api/document/v1/signeddocuments')).json()).items,
  ).toEqual([first]);
});

test('DATA-7b: only the customer, session and method that started a signing can continue it', async () => {
  const started = await start();
  phones.confirm(anna.ssn);
  for (const token of [await tokenOf('birgir'), await tokenOf('anna', 'session-2'), await tokenOf('felag')]) {
    expect(await codeOf(await finish(started, { token }))).toBe('404 notFound');
    const status = await get(`/api/document/v3/mobile/status?transactionId=${started.transactionId}`, {
      token,
    });
    expect(await codeOf(status)).toBe('404 notFound');
  }
  expect(await codeOf(await finish({ ...started, method: 'app' }))).toBe('404 notFound');
  expect(await codeOf(await get('/api/document/v2/signable/s5'))).toBe('404 notFound');
  for (const path of ['signable/s5/pdf', 'signable/nothing'])
    expect(await codeOf(await get(`/api/document/v2/${path}`))).toBe('404 notFound');
  expect(await codeOf(await post('/api/document/v3/app/start', { documentId: 's5' }))).toBe('404 notFound');
  await finished(started);
  const token = await tokenOf('birgir');
  expect(await codeOf(await get('/api/document/v1/signeddocuments/s1/pdf', { token }))).toBe('404 notFound');
  const none = await get('/api/document/v1/signeddocuments', { token });
  expect(await none.json()).toEqual({ items: [], total: 0, nextCursor: null });
});

test('DATA-7b: nobody signs with another’s electronic ID', async () => {
  const started = await start({ documentId: 's1', mobilePhone: birgir.mobilePhone });
  phones.confirm(birgir.ssn);
  expect(await stateOf(started)).toBe('confirmed');
  expect(await codeOf(await finish(started))).toBe('409 signerMismatch');
  expect(await codeOf(await finish(started))).toBe('409 eidCancelled');
  expect(await references()).toEqual(['']);
  expect((await get('/api/document/v2/signable/s1')).status).toBe(200);
});

test('DATA-7b: a company’s document is signed by a holder of its procuration', async () => {
  const token = await tokenOf('felag');
  const shown = await get('/api/document/v2/signable/s5', { token });
  expect(signableDocument.parse(await shown.json())).toMatchObject({ asksWhoSigns: true, mobilePhone: null });
  const errorsOf = async (path: string, body: object) =>
    problem.parse(await (await post(`/api/document/v3/${path}/start`, body, { token })).json()).errors;
  expect(await errorsOf('app', { documentId: 's5' })).toEqual({ ssn: ['Þetta vantar'] });
  expect(await errorsOf('app', { documentId: 's5', ssn: '651298-1489' })).toEqual({
    ssn: [expect.stringContaining('fyrirtækis')],
  });
  expect(await errorsOf('mobile', { documentId: 's5' })).toEqual({ mobilePhone: ['Þetta vantar'] });
  expect(await errorsOf('mobile', { documentId: 's5', mobilePhone: '12' })).toEqual({
    mobilePhone: [expect.stringContaining('sjö stafa')],
  });

  await database.db.insert(companyInvolvement).values({
    customerId: 'birgir',
    companyId: 'felag',
    involvement: 'procuration',
    registeredOn: '2024-01-01',
  });
  const otherSigner = await start({ documentId: 's5', mobilePhone: anna.mobilePhone }, { token });
  phones.confirm(anna.ssn);
  expect(await codeOf(await finish(otherSigner, { token }))).toBe('409 signerMismatch');
  const holder = await start({ documentId: 's5', ssn: birgir.ssn }, { token, method: 'app' });
  phones.confirm(birgir.ssn);
  expect((await finished(holder, { token })).signer.name).toBe('Birgir Prófsson');
});

test.each([
  ['ended the day before', '2024-01-01', '2026-11-20', '409 signerMismatch'],
  ['begins the day after', '2026-11-22', null, '409 signerMismatch'],
  ['ends this very day', '2024-01-01', '2026-11-21', 'signed'],
  ['begins this very day', '2026-11-21', null, 'signed'],
])('DATA-7b: signing with a procuration that %s', async (_, registeredOn, endedOn, expected) => {
  const token = await tokenOf('felag');
  await database.db.delete(companyInvolvement).where(eq(companyInvolvement.companyId, 'felag'));
  await database.db.insert(companyInvolvement).values({
    customerId: 'birgir',
    companyId: 'felag',
    involvement: 'procuration',
    registeredOn,
    endedOn,
  });
  const started = await start({ documentId: 's5', ssn: birgir.ssn }, { token, method: 'app' });
  phones.confirm(birgir.ssn);
  const answer = await finish(started, { token });
  expect(answer.ok ? 'signed' : await codeOf(answer)).toBe(expected);
  const listed = await get('/api/document/v1/signeddocuments', { token });
  const { total } = signedDocumentList.parse(await listed.json());
  expect(total).toBe(expected === 'signed' ? 1 : 0);
});

test('DATA-7b: signed documents are listed newest first, across pages', async () => {
  // An order different from their numbers and deadlines.
  const order = ['s1', 's4', 's2'];
  for (const [index, documentId] of order.entries()) {
    clock.set(`2026-11-21T12:0${index}:00Z`);
    const started = await start({ documentId });
    phones.confirm(anna.ssn);
    await finished(started);
  }
  const pageOf = async (cursor?: string) =>
    signedDocumentList.parse(
      await (
        await get(`/api/document/v1/signeddocuments?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      ).json(),
    );
  const first = await pageOf();
  expect(first.items.map(({ id }) => id)).toEqual(['s2', 's4']);
  const last = await pageOf(first.nextCursor ?? '');
  expect(last.items.map(({ id }) => id)).toEqual(['s1']);
  expect(last.nextCursor).toBeNull();
});

test('DATA-7b: the signed version is the one shown, by its hash', async () => {
  const english = await get('/api/document/v2/signable/s2', { language: 'en' });
  const { file } = signableDocument.parse(await english.json());
  const wrong = { documentId: 's2', shown: '0'.repeat(64) };
  expect(await codeOf(await post('/api/document/v3/mobile/start', wrong))).toBe('409 documentChanged');
  // The customer has switched the page's language since.
  const started = await start({ documentId: 's2', shown: file.sha256 });
  expect(await page()).toContain('Sign: Settlement agreement');
  phones.confirm(anna.ssn);
  await finished(started);
  const signed = await bytesOf('/api/document/v1/signeddocuments/s2/pdf');
  const { pages, marked } = await readPdf(signed);
  expect(pages.join(' ')).toContain('ISK 358,400');
  expect(marked).toBe(true);
  // s2 was signed on its deadline; the deadline of s3 has passed.
  expect(await codeOf(await post('/api/document/v3/mobile/start', { documentId: 's3' }))).toBe(
    '409 signingExpired',
  );
});

test('DATA-7b: a phone is called at most five times in ten minutes', async () => {
  for (let n = 0; n < 5; n += 1) await start({ documentId: n % 2 === 0 ? 's1' : 's2' });
  const sixth = await post('/api/document/v3/mobile/start', { documentId: 's1' });
  expect(sixth.headers.get('retry-after')).toBe('600');
  expect(await codeOf(sixth)).toBe('429 tooManyRequests');
  clock.set('2026-11-21T12:10:00Z');
  await start();
});

test('DATA-7b: invalid input is refused by field, and the signable PDF supports ranges', async () => {
  for (const body of [{}, { documentId: '' }, { documentId: 's1', shown: 'abc' }]) {
    expect(await codeOf(await post('/api/document/v3/mobile/start', body))).toBe('400 validation');
  }
  expect(await codeOf(await get('/api/document/v3/mobile/status'))).toBe('400 validation');
  expect(await codeOf(await post('/api/document/v3/app/finish', { transactionId: 'none' }))).toBe(
    '404 notFound',
  );
  expect(await codeOf(await get('/api/document/v1/signeddocuments?cursor=none'))).toBe('400 validation');
  const token = await tokenOf('anna');
  const part = await api.ask('/api/document/v2/signable/s1/pdf', { token, headers: { range: 'bytes=0-3' } });
  expect([part.status, await part.text()]).toEqual([206, '%PDF']);
});

test('DATA-7b: a missing electronic ID or an unavailable service leaves the document signable', async () => {
  const unknown = { documentId: 's1', mobilePhone: '6159999' };
  expect(await codeOf(await post('/api/document/v3/mobile/start', unknown, { key: 'a' }))).toBe(
    '409 eidNoCertificate',
  );
  expect(await codeOf(await post('/api/document/v3/mobile/start', unknown, { key: 'a' }))).toBe(
    '409 eidNoCertificate',
  );
  let away = { eid: true, tsa: true };
  const [real, stamps] = [eidFromSettings(settings), stampsOf(settings)];
  const unless = <Value>(gone: boolean, ask: () => Promise<Value>) =>
    gone ? Promise.reject(new EidUnavailable('away')) : ask();
  const shaky = await startApi(database, issuer, {
    clock,
    settings,
    files,
    eid: {
      call: (request) => unless(away.eid, () => real.call(request)),
      state: (reference) => unless(away.eid, () => real.state(reference)),
      collect: (reference) => unless(away.eid, () => real.collect(reference)),
    },
    stamps: { stamp: (data, now) => unless(away.tsa, () => stamps.stamp(data, now)) },
  });
  const from = { from: shaky };
  const silent = await post('/api/document/v3/mobile/start', { documentId: 's1' }, { key: 'b', ...from });
  expect(silent.headers.get('retry-after')).toBe('5');
  expect(await codeOf(silent)).toBe('503 eidSilent');
  away = { eid: false, tsa: true };
  const started = await start({ documentId: 's1' }, { key: 'b', ...from });
  phones.confirm(anna.ssn);
  away = { eid: true, tsa: true };
  // Clients keep polling.
  expect(await stateOf(started, from)).toBe('waiting');
  away = { eid: false, tsa: true };
  expect(await codeOf(await finish(started, from))).toBe('503 eidSilent');
  away = { eid: true, tsa: false };
  expect(await codeOf(await finish(started, from))).toBe('503 eidSilent');
  expect((await get('/api/document/v2/signable/s1', from)).status).toBe(200);
  away = { eid: false, tsa: false };
  await finished(started, from);
  await shaky.stop();
});

test('DATA-7b: a signature over other data, by an unknown issuer or of another person is refused', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'hofn-signing-'));
  const otherSigner = await (await openAuthority(elsewhere, clock)).at(eid.url);
  rmSync(elsewhere, { recursive: true });
  const own = await (await openAuthority(folder, clock)).at(eid.url);
  const real = eidFromSettings(settings);
  const signed = async (authority: typeof own, sha256: Uint8Array, by: string) => {
    const identity = await authority.identityOf({ ssn: by, name: 'Anna Prófdóttir', mobilePhone: null });
    const cms = await signCms({ type: oid.data, sha256 }, identity, [
      identity.certificate,
      ...authority.chain,
    ]);
    return Buffer.from(cms.toSchema().toBER());
  };
  let sha256: Uint8Array = Buffer.alloc(32);
  const bad: Record<string, () => Promise<{ ssn: string; cms: Uint8Array }>> = {
    something: async () => ({ ssn: anna.ssn, cms: await signed(own, Buffer.alloc(32, 7), anna.ssn) }),
    unknown: async () => ({ ssn: anna.ssn, cms: await signed(otherSigner, sha256, anna.ssn) }),
    other: async () => ({ ssn: birgir.ssn, cms: await signed(own, sha256, anna.ssn) }),
    nothing: async () => ({ ssn: anna.ssn, cms: Buffer.from('not a signature') }),
  };
  for (const [name, collect] of Object.entries(bad)) {
    const from = await startApi(database, issuer, {
      clock,
      settings,
      files,
      eid: {
        ...real,
        call: (request) => {
          sha256 = request.sha256;
          return real.call(request);
        },
        collect,
      },
    });
    const started = await start({ documentId: 's1' }, { from, method: name === 'other' ? 'app' : 'mobile' });
    phones.confirm(anna.ssn);
    expect(await codeOf(await finish(started, { from })), name).toBe('503 eidSilent');
    expect(
      from.lines.some(({ msg }) => msg === 'signature not taken'),
      name,
    ).toBe(true);
    await from.stop();
  }
  expect((await get('/api/document/v2/signable/s1')).status).toBe(200);
});

test('DATA-7b: a time stamp more than five minutes off is refused', async () => {
  const stamperClock = fixedClock('2026-11-21T12:05:01Z');
  const stampers = await createEid({
    settings: { EID_CLIENT_ID: 'hofn', EID_CLIENT_SECRET: secret, EID_FOLDER: folder, EID_SECONDS: 90 },
    logger: createLogger('eid', 'silent'),
    clock: stamperClock,
    people: [],
  });
  const service = await listen(stampers.server, { port: 0, host: '127.0.0.1', setting: 'EID_PORT' });
  const from = await startApi(database, issuer, {
    clock,
    settings: { ...settings, TSA_URL: `${service.url}/tsa` },
    files,
  });
  const started = await start({ documentId: 's1' }, { from });
  phones.confirm(anna.ssn);
  expect(await codeOf(await finish(started, { from }))).toBe('503 eidSilent');
  stamperClock.set('2026-11-21T11:54:59Z');
  expect(await codeOf(await finish(started, { from }))).toBe('503 eidSilent');
  stamperClock.set('2026-11-21T12:05:00Z');
  expect((await finished(started, { from })).signedAt).toBe('2026-11-21T12:05:00.000Z');
  await Promise.all([from.stop(), service.stop()]);
});

test('DATA-7b: signed documents and what they depend on cannot be deleted', async () => {
  const started = await start({ documentId: 's2' });
  phones.confirm(anna.ssn);
  await finished(started);
  const gone = database.db.delete(claims).where(and(eq(claims.customerId, 'anna'), eq(claims.id, 'c1')));
  await expect(gone).rejects.toMatchObject({
    cause: { constraint: expect.stringContaining('documents_to_sign') },
  });
  const unlisted = database.db.delete(documentsToSign).where(eq(documentsToSign.id, 's2'));
  await expect(unlisted).rejects.toMatchObject({
    cause: { constraint: expect.stringContaining('signed_documents') },
  });
});

test('anybody can verify a signed document by its hash, and learns nothing about others', async () => {
  const { file } = await (async () => {
    const started = await start();
    phones.confirm(anna.ssn);
    return finished(started);
  })();
  const check = async (sha256: string, language: 'is' | 'en' = 'is') =>
    (
      await api.ask('/api/public/v1/signaturecheck', {
        method: 'POST',
        language,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sha256 }),
      })
    ).json();
  expect(hash('sha256', await bytesOf('/api/document/v1/signeddocuments/s1/pdf'))).toBe(file.sha256);
  expect(await check(file.sha256.toUpperCase(), 'en')).toEqual({
    valid: true,
    document: {
      title: 'Direct debit mandate',
      signedAt: noon.replace('Z', '.000Z'),
      signer: 'Anna Prófdóttir',
      certificateIssuer: 'Prufuskilríki Hafnar',
    },
  });
  expect(await check('f'.repeat(64))).toEqual({ valid: false, document: null });
  expect(await check('kennitala')).toMatchObject({ status: 400, errors: { sha256: [expect.any(String)] } });
});

test('the demo’s signed document is signed once, however often the product starts', async () => {
  const demo = await testDatabase();
  await loadDemo(demo, '2026-11-21');
  const demoPhones = await createEid({
    settings: { EID_CLIENT_ID: 'hofn', EID_CLIENT_SECRET: secret, EID_FOLDER: folder, EID_SECONDS: 90 },
    logger: createLogger('eid', 'silent'),
    clock,
    people: demoPeople(),
  });
  const service = await listen(demoPhones.server, { port: 0, host: '127.0.0.1', setting: 'EID_PORT' });
  const own = { ...settings, EID_URL: `${service.url}/sso/`, TSA_URL: `${service.url}/tsa` };
  const parts = { database: demo, clock, logger: createLogger('demo', 'silent'), settings: own, files };
  for (const _ of [1, 2]) await signDemo({ ...parts, confirm: demoPhones.confirm });
  const signed = await demo.db.select().from(signedDocuments);
  expect(signed).toMatchObject([{ signerName: 'Marta Kowalczyk', language: 'en', method: 'app' }]);
  await service.stop();
  await demo.close();
});
