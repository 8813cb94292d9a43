import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, listen, type Running } from '@hofn/service';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEid } from './eid.ts';

const person = { ssn: '1201741429', name: 'Guðrún <Helga>', mobilePhone: '6174821' };
const secret = 'leyndarmal';
let folder: string;
let now: Date;
let running: Running;

const open = async () => {
  const { server } = await createEid({
    settings: { EID_CLIENT_ID: 'hofn', EID_CLIENT_SECRET: secret, EID_FOLDER: folder, EID_SECONDS: 90 },
    logger: createLogger('eid', 'silent'),
    clock: { now: () => now },
    people: [person],
  });
  return listen(server, { port: 0, host: '127.0.0.1', setting: 'EID_PORT' });
};
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hofn-eid-'));
  now = new Date('2026-11-21T12:00:00Z');
  running = await open();
});
afterEach(async () => {
  await running.stop();
  rmSync(folder, { recursive: true });
});

const at = (path: string) => running.url + path;
const authenticate = (body: object) =>
  fetch(
    at('/sso/json/realms/root/realms/audkenni/authenticate?authIndexType=service&authIndexValue=api_v202'),
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  );
type Dialogue = { authId: string; callbacks: Array<{ type: string; input: Array<{ value: string }> }> };
const sha256 = hash('sha256', 'skjal', 'buffer');
/** Steps one and two; `changed` has prompt values by index. */
const call = async (changed: Record<number, string> = {}) => {
  const dialogue = (await (await authenticate({})).json()) as Dialogue;
  const values = [
    'hofn',
    '',
    'Höfn',
    '6174821',
    'Undirrita: <b>',
    'false',
    'true',
    sha256.toString('base64'),
    'sim',
  ];
  for (const [n, { input }] of dialogue.callbacks.entries())
    for (const field of input) field.value = changed[n] ?? values[n] ?? '';
  return authenticate(dialogue);
};
const page = async (language = 'is') =>
  (await fetch(at('/'), { headers: { 'accept-language': language } })).text();
const press = async (act: string, headers: Record<string, string> = {}) => {
  const [, id = ''] = /action="\/requests\/([^/]+)\//.exec(await page()) ?? [];
  return fetch(at(`/requests/${id}/${act}`), { method: 'POST', redirect: 'manual', headers });
};

test('a request is on the phone page with its code in both languages, and moves down when answered', async () => {
  expect(await page()).toContain('Enginn sími bíður eftir svari.');
  const mark = () => fetch(at('/mark')).then((answer) => answer.text());
  const before = await mark();
  expect((await call()).status).toBe(200);
  expect(await mark()).not.toBe(before);
  const icelandic = await page();
  const code = String(hash('sha256', sha256, 'buffer').readUInt16BE(30) % 10_000).padStart(4, '0');
  expect(icelandic).toContain(`<strong class="code">${code}</strong>`);
  expect(icelandic).toContain('Undirrita: &lt;b&gt;');
  expect(icelandic).toContain('Guðrún &lt;Helga&gt;');
  expect(icelandic).toContain('Rennur út kl.\u00a012.01');
  expect(await page('en')).toContain('Expires at 12:01');
  expect((await press('confirm', { 'sec-fetch-site': 'cross-site' })).status).toBe(404);
  expect((await press('anything')).status).toBe(404);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await press('refuse', form)).headers.get('location')).toBe('/?lang=is');
  expect(await page()).toContain(': Hafnað</span>');
  expect(await page()).not.toContain('<form');
});

test('an unanswered request expires and can no longer be confirmed', async () => {
  const dialogue = (await (await call()).json()) as Dialogue;
  expect(dialogue.callbacks.map(({ type }) => type)).toEqual(['PollingWaitCallback']);
  const html = await page();
  now = new Date('2026-11-21T12:01:30Z');
  const [, path = ''] = /action="(\/requests\/[^"]+\/confirm)/.exec(html) ?? [];
  await fetch(at(path), { method: 'POST', redirect: 'manual' });
  const answer = await authenticate(dialogue);
  expect([answer.status, await answer.json()]).toEqual([
    401,
    expect.objectContaining({ detail: { errorCode: 'expired' } }),
  ]);
  expect(await page()).toContain(': Rann út</span>');
});

test.each([
  ['another client', { 0: 'annar' }, 400],
  ['no message', { 4: '' }, 400],
  ['a hash of another length', { 7: 'AAAA' }, 400],
  ['an unknown phone', { 3: '6170000' }, 401],
  ['a kennitala instead of a phone', { 3: '1201741429' }, 401],
])('%s is refused', async (_, changed, status) => {
  expect((await call(changed)).status).toBe(status);
  expect(await page()).toContain('Enginn sími bíður eftir svari.');
});

test('the signature needs session, secret, verifier and a single-use code', async () => {
  const dialogue = (await (await call({ 3: person.ssn, 8: 'app' })).json()) as Dialogue;
  await press('confirm');
  const { tokenId } = (await (await authenticate(dialogue)).json()) as { tokenId: string };
  const oauth = '/sso/oauth2/realms/root/realms/audkenni';
  const redirect = 'https://hofn.example/';
  const verifier = 'v'.repeat(43);
  const authorize = async (session: string) => {
    const query = new URLSearchParams({
      client_id: 'hofn',
      response_type: 'code',
      scope: 'openid profile signature',
      redirect_uri: redirect,
      state: 'state',
      code_challenge: hash('sha256', verifier, 'base64url'),
      code_challenge_method: 'S256',
    });
    const headers = { cookie: `audssossotoken=${session}` };
    const answer = await fetch(at(`${oauth}/authorize?${query}`), { headers, redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '').searchParams;
  };
  expect((await authorize('another')).get('error')).toBe('login_required');
  const redeem = async (code: string, changed: Record<string, string> = {}) => {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'hofn',
      client_secret: secret,
      code,
      code_verifier: verifier,
      redirect_uri: redirect,
      ...changed,
    });
    return fetch(at(`${oauth}/access_token`), { method: 'POST', body });
  };
  const code = (await authorize(tokenId)).get('code') ?? '';
  expect((await redeem(code, { client_secret: 'annad' })).status).toBe(401);
  expect((await redeem(code, { code_verifier: 'w'.repeat(43) })).status).toBe(400);
  const next = (await authorize(tokenId)).get('code') ?? '';
  const { access_token: token } = (await (await redeem(next)).json()) as { access_token: string };
  expect((await redeem(next)).status).toBe(400);
  const userInfo = (bearer: string) =>
    fetch(at(`${oauth}/userinfo`), { headers: { authorization: `Bearer ${bearer}` } });
  expect((await userInfo('another')).status).toBe(401);
  expect(await (await userInfo(token)).json()).toMatchObject({
    name: person.name,
    nationalRegisterId: person.ssn,
    certificate: expect.stringMatching(/^MI/),
    signature: expect.stringMatching(/^MI/),
  });
});

test('certificates are created once and kept, with private key files', async () => {
  const root = readFileSync(join(folder, 'ca.pem'), 'utf8');
  expect(statSync(join(folder, 'root.json')).mode & 0o777).toBe(0o600);
  await running.stop();
  running = await open();
  expect(readFileSync(join(folder, 'ca.pem'), 'utf8')).toBe(root);
  // As if stopped between writing the two files.
  await running.stop();
  rmSync(join(folder, 'ca.pem'));
  running = await open();
  expect(readFileSync(join(folder, 'ca.pem'), 'utf8')).toBe(root);
});

test('HOLD-17: a root of an earlier release stays trusted, since documents are signed under it', async () => {
  await running.stop();
  const earlier = readFileSync(join(folder, 'ca.pem'), 'utf8');
  rmSync(join(folder, 'root.json'));
  writeFileSync(join(folder, 'authority.json'), '{}');
  running = await open();
  const trusted = readFileSync(join(folder, 'ca.pem'), 'utf8');
  expect(trusted.endsWith(earlier)).toBe(true);
  expect(trusted.split('BEGIN CERTIFICATE')).toHaveLength(3);
});

test('HOLD-17: an electronic ID is revoked and restored on the page, and no other site can do that', async () => {
  await call();
  expect((await press('revoke', { 'sec-fetch-site': 'cross-site' })).status).toBe(404);
  expect(await page()).not.toContain('Skilríkin eru afturkölluð.');
  await press('revoke');
  expect(await page('en')).toContain('The electronic ID is revoked. Signatures with it are refused.');
  await press('restore');
  expect(await page()).not.toContain('Skilríkin eru afturkölluð.');
});

test('HOLD-17: what is not an OCSP request is answered as malformed, as in RFC 6960', async () => {
  const answer = await fetch(at('/ocsp'), {
    method: 'POST',
    headers: { 'content-type': 'application/ocsp-request' },
    body: 'not a request',
  });
  expect(answer.headers.get('content-type')).toBe('application/ocsp-response');
  expect(Buffer.from(await answer.arrayBuffer()).toString('hex')).toBe('30030a0101');
});

test('a time stamp request for anything but SHA-256 is rejected as in RFC 3161', async () => {
  const requestStamp = async (body: string) => {
    const answer = await fetch(at('/tsa'), {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body,
    });
    expect(answer.headers.get('content-type')).toBe('application/timestamp-reply');
    return Buffer.from(await answer.arrayBuffer()).toString('hex');
  };
  // PKIStatus rejection, and no token.
  expect(await requestStamp('not a request')).toBe('300530030201' + '02');
});
