import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createClient } from './client.ts';
import { newKey, sign, testOptions, testParts, testProvider, virtualTime } from './testing.ts';
import type { AuthOptions } from './types.ts';

// The clock is frozen, so that no second passes between creating and checking a token.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** Signs in by popup at a provider whose id token the test has changed. */
const signIn = async (
  change: (provider: Awaited<ReturnType<typeof testProvider>>, seconds: number) => void,
  options: Partial<AuthOptions> = {},
) => {
  const time = virtualTime();
  const provider = await testProvider(time);
  change(provider, Math.floor(time.now() / 1000));
  const { parts } = testParts(provider, time);
  const client = createClient({ ...testOptions, ...options }, parts);
  await client.loginWithPopup();
  return client;
};

/** Overrides claims of the id token; `undefined` removes one. */
const withClaims =
  (change: Record<string, unknown> | ((seconds: number) => Record<string, unknown>)) =>
  (provider: Awaited<ReturnType<typeof testProvider>>, seconds: number): void => {
    const claims = provider.claims;
    provider.claims = (nonce) => ({
      ...claims(nonce),
      ...(typeof change === 'function' ? change(seconds) : change),
    });
  };

test('a valid id token is accepted', async () => {
  const client = await signIn(() => undefined);
  expect(client.getUser()).toEqual({ sub: 'customer-1', name: 'Hafdís Prófa' });
});

const refusals: {
  reason: string;
  change: Parameters<typeof signIn>[0];
  options?: Partial<AuthOptions>;
  text: RegExp;
}[] = [
  {
    reason: 'not three dot-separated parts',
    change: (provider) => {
      provider.idToken = async () => 'two.parts';
    },
    text: /Invalid JWT/,
  },
  { reason: 'the issuer differs', change: withClaims({ iss: 'https://elsewhere.example/' }), text: /"iss"/ },
  {
    reason: 'the issuer lacks its slash',
    change: withClaims({ iss: 'https://identity.example' }),
    text: /"iss"/,
  },
  { reason: 'no subject', change: withClaims({ sub: undefined }), text: /"sub"/ },
  {
    reason: 'the algorithm is not RS256',
    change: (provider) => {
      provider.idToken = (nonce) =>
        sign(provider.claims(nonce), provider.key, { alg: 'PS256', kid: provider.key.kid });
    },
    text: /"alg"/,
  },
  {
    reason: 'there is no algorithm',
    change: (provider) => {
      provider.idToken = (nonce) => sign(provider.claims(nonce), provider.key, { alg: 'none' });
    },
    text: /"alg"/,
  },
  { reason: 'the audience is neither string nor array', change: withClaims({ aud: 7 }), text: /"aud"/ },
  { reason: 'the audience is another client', change: withClaims({ aud: 'other' }), text: /"aud"/ },
  { reason: 'the audiences lack the client', change: withClaims({ aud: ['a', 'b'] }), text: /"aud"/ },
  {
    reason: 'several audiences and azp is not the client',
    change: withClaims({ aud: [testOptions.clientId, 'other'], azp: 'other' }),
    text: /"azp"/,
  },
  {
    reason: 'several audiences and no azp',
    change: withClaims({ aud: [testOptions.clientId, 'other'] }),
    text: /"aud"/,
  },
  { reason: 'the nonce differs', change: withClaims({ nonce: 'another' }), text: /"nonce"/ },
  { reason: 'the nonce is missing', change: withClaims({ nonce: undefined }), text: /"nonce"/ },
  {
    reason: 'auth_time is not a number though max_age is set',
    change: withClaims({ auth_time: 'yesterday' }),
    options: { maxAge: 600 },
    text: /"auth_time"/,
  },
  {
    reason: 'auth_time is missing though max_age is set',
    change: withClaims({}),
    options: { maxAge: 600 },
    text: /"auth_time"/,
  },
  { reason: 'exp is not a number', change: withClaims({ exp: 'later' }), text: /"exp"/ },
  { reason: 'exp is missing', change: withClaims({ exp: undefined }), text: /"exp"/ },
  { reason: 'iat is not a number', change: withClaims({ iat: 'earlier' }), text: /"iat"/ },
  { reason: 'iat is missing', change: withClaims({ iat: undefined }), text: /"iat"/ },
  {
    reason: 'it expired more than 60 s ago',
    change: withClaims((now) => ({ exp: now - 60 })),
    text: /expiration is past/,
  },
  {
    reason: 'it becomes valid more than 60 s from now',
    change: withClaims((now) => ({ nbf: now + 61 })),
    text: /"nbf"/,
  },
  {
    reason: 'the sign-in is older than max_age by more than 60 s',
    change: withClaims((now) => ({ auth_time: now - 661 })),
    options: { maxAge: 600 },
    text: /too much time/,
  },
  {
    reason: 'it is signed with another key',
    change: (provider) => {
      const other = newKey(provider.key.kid);
      provider.idToken = async (nonce) => sign(provider.claims(nonce), await other);
    },
    text: /signature is refused: it does not verify/,
  },
  {
    reason: 'a claim was changed after it was signed',
    change: (provider) => {
      const make = provider.idToken;
      provider.idToken = async (nonce) => {
        const [header, , signature] = (await make(nonce)).split('.');
        const claims = JSON.stringify({ ...provider.claims(nonce), sub: 'customer-2' });
        return `${header}.${Buffer.from(claims).toString('base64url')}.${signature}`;
      };
    },
    text: /signature is refused: it does not verify/,
  },
  {
    reason: 'its key is not published',
    change: (provider) => {
      provider.keys = [];
    },
    text: /signature is refused: no published key fits/,
  },
  {
    reason: 'its key is published for something else',
    change: (provider) => {
      provider.keys = [{ ...provider.key.published, use: 'enc' }];
    },
    text: /signature is refused: no published key fits/,
  },
  {
    reason: 'its key is too short',
    change: (provider) => {
      const short = newKey('short', 1024);
      provider.idToken = async (nonce) => {
        provider.keys = [(await short).published];
        return sign(provider.claims(nonce), await short);
      };
    },
    text: /signature is refused: it does not verify/,
  },
];

test.each(refusals)('AUTH-5: an id token is refused when $reason', async ({ change, options, text }) => {
  const attempt = signIn(change, options);
  await expect(attempt).rejects.toMatchObject({
    code: 'invalid_token',
    message: expect.stringMatching(text),
  });
});

const allowances: { reason: string; change: Parameters<typeof signIn>[0]; options?: Partial<AuthOptions> }[] =
  [
    { reason: 'expired 59 s ago', change: withClaims((now) => ({ exp: now - 59 })) },
    { reason: 'becomes valid in 60 s', change: withClaims((now) => ({ nbf: now + 60 })) },
    {
      reason: 'is older than max_age by 60 s',
      change: withClaims((now) => ({ auth_time: now - 660 })),
      options: { maxAge: 600 },
    },
    {
      reason: 'names several audiences and the client as azp',
      change: withClaims({ aud: [testOptions.clientId, 'other'], azp: testOptions.clientId }),
    },
  ];

test.each(allowances)('AUTH-5: an id token is accepted that $reason', async ({ change, options }) => {
  await expect(signIn(change, options)).resolves.toBeDefined();
});

test.each([7200, -86_400])(
  'AUTH-5, AUTH-16: a token refused because the clock of the device is %d s ahead names the clock',
  async (ahead) => {
    const change = withClaims((now) => ({
      iat: now - ahead,
      nbf: now - ahead,
      exp: now - ahead + 900,
      auth_time: now - ahead,
    }));
    await expect(signIn(change)).rejects.toMatchObject({ code: 'clock_wrong', clockAheadSeconds: ahead });
  },
);

test('AUTH-5: the leeway is configurable', async () => {
  const late = withClaims((now) => ({ exp: now - 30 }));
  await expect(signIn(late, { leeway: 10 })).rejects.toMatchObject({ code: 'invalid_token' });
});

test('AUTH-5: keys are fetched again after a rotation, and only then', async () => {
  const time = virtualTime();
  const provider = await testProvider(time);
  const { parts } = testParts(provider, time);
  const client = createClient(testOptions, parts);
  const keyRequests = () => provider.requests.length - provider.tokenRequests().length;
  await client.loginWithPopup();
  await client.loginWithPopup();
  expect(keyRequests()).toBe(1);

  const next = await newKey('next');
  provider.keys = [next.published, provider.key.published];
  provider.idToken = (nonce) => sign(provider.claims(nonce), next);
  await client.loginWithPopup();
  expect(keyRequests()).toBe(2);
});

test('failing to fetch the keys is an error with the URL', async () => {
  const attempt = signIn((provider) => {
    const originalFetch = provider.fetch;
    provider.fetch = async (url, init) =>
      String(url).endsWith('jwks.json') ? new Response('down', { status: 503 }) : originalFetch(url, init);
  });
  await expect(attempt).rejects.toMatchObject({
    code: 'request_error',
    message: 'HTTP error. Unable to fetch https://identity.example/.well-known/jwks.json',
  });
});
