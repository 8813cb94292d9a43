import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { EidRefused, EidUnavailable, httpEid } from './eid.ts';
import { serving } from './testing/serving.ts';

const json =
  (status: number, ...bodies: object[]): RequestListener =>
  (_request, response) => {
    const body = bodies.length > 1 ? bodies.shift() : bodies[0];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
const eidAt = (url: string, timeoutMs = 5_000) =>
  httpEid({
    url,
    clientId: 'hofn',
    clientSecret: 'leyndarmal',
    service: 'api_v202',
    redirectUri: 'https://hofn.example/',
    timeoutMs,
  });
const signingRequest = {
  method: 'app',
  called: '1402851489',
  message: 'Undirrita',
  sha256: Buffer.alloc(32),
} as const;
const callbacks = (count: number) => ({
  authId: 'a',
  callbacks: Array.from({ length: count }, () => ({ type: 'NameCallback', input: [{ value: '' }] })),
});
const reference = JSON.stringify(callbacks(1));

test('a service that never answers times out with EidSilent', async () => {
  const eid = eidAt(await serving(() => {}), 100);
  await expect(eid.call(signingRequest)).rejects.toBeInstanceOf(EidUnavailable);
  await expect(eid.state(reference)).rejects.toBeInstanceOf(EidUnavailable);
  await expect(eid.collect('session')).rejects.toBeInstanceOf(EidUnavailable);
});

test.each([
  ['an HTML page instead of JSON', (_request, response) => response.end('<html>')],
  ['unknown callbacks', json(200, callbacks(3))],
  ['an internal error', json(500, {})],
  ['a redirect elsewhere', (_request, response) => response.writeHead(302, { location: '/' }).end()],
] satisfies Array<[string, RequestListener]>)('%s is reported as EidSilent', async (_, answer) => {
  const eid = eidAt(await serving(answer));
  await expect(eid.call(signingRequest)).rejects.toBeInstanceOf(EidUnavailable);
  await expect(eid.collect('session')).rejects.toBeInstanceOf(EidUnavailable);
});

test('a code returned with a different state is not redeemed', async () => {
  const url = await serving((_request, response) =>
    response.writeHead(302, { location: 'https://hofn.example/?code=c&state=another' }).end(),
  );
  await expect(eidAt(url).collect('session')).rejects.toBeInstanceOf(EidUnavailable);
});

test('a refusal has its reason, and a refusal while polling means cancelled or expired', async () => {
  const refusing = async (errorCode: string | undefined) => {
    let isFirst = true;
    const url = await serving((request, response) => {
      const wasFirst = isFirst;
      isFirst = false;
      if (wasFirst) json(200, callbacks(9))(request, response);
      else json(401, errorCode === undefined ? {} : { detail: { errorCode } })(request, response);
    });
    const error = await eidAt(url)
      .call(signingRequest)
      .catch((caught: unknown) => caught);
    return error instanceof EidRefused ? error.code : error;
  };
  expect(await refusing('pinLocked')).toBe('eidPinLocked');
  expect(await refusing('noCertificate')).toBe('eidNoCertificate');
  expect(await refusing(undefined)).toBe('eidNoCertificate');
  const polled = async (body: object) => (await eidAt(await serving(json(401, body))).state(reference)).state;
  expect(await polled({})).toBe('cancelled');
  expect(await polled({ detail: { errorCode: 'expired' } })).toBe('expired');
});
