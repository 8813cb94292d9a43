import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createVisitor,
  people,
  startIdentity,
  type TestIdentity,
  type Tokens,
  testAudience,
  testCallback,
  testOrigin,
} from './testing.ts';

const partner = {
  client_id: 'partner',
  client_name: 'Samstarfsaðili',
  redirect_uris: [testCallback],
  logout_uris: [testOrigin],
};
const server = {
  ...partner,
  client_id: 'server',
  client_secret: 'a secret of at least thirty-two characters',
};

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity({ clients: [partner, server] });
});
afterAll(() => identity.stop());

const staff = { name: people.employee.username, password: people.employee.password };
const answerOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as { error?: string; error_description?: string }),
});

describe('discovery', () => {
  test('AUTH-1: lists issuer and endpoints at the URLs that Auth0-style clients expect', async () => {
    const response = await fetch(`${identity.url}/.well-known/openid-configuration`);
    const metadata = await response.json();
    // The issuer's addresses, whatever host the request names.
    const issuer = 'http://localhost:8081/';
    expect(metadata).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}authorize`,
      token_endpoint: `${issuer}oauth/token`,
      revocation_endpoint: `${issuer}oauth/revoke`,
      userinfo_endpoint: `${issuer}userinfo`,
      jwks_uri: `${issuer}.well-known/jwks.json`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
    });
    expect(metadata.response_modes_supported).toContain('web_message');
    expect(metadata.scopes_supported).toEqual(['openid', 'profile', 'email', 'offline_access']);
  });

  test('AUTH-14: only public keys are published', async () => {
    const { keys } = (await (await fetch(`${identity.url}/.well-known/jwks.json`)).json()) as {
      keys: object[];
    };
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig', kid: expect.any(String) });
    expect(keys[0]).not.toHaveProperty('d');
  });
});

describe('an authorization request', () => {
  const redirectedError = async (params: Record<string, string | undefined>) => {
    const visitor = createVisitor(identity);
    const response = await visitor.visit(visitor.request(params).path);
    return new URL(response.headers.get('location') ?? 'none:').searchParams;
  };

  test('AUTH-2a: code flow with PKCE S256 returns the state, and nonce and name in the id token', async () => {
    const visitor = createVisitor(identity);
    const { back, code, transaction } = await visitor.signIn();
    expect(`${back.origin}${back.pathname}`).toBe(testCallback);
    expect(back.searchParams.get('state')).toBe(transaction.state);
    expect(back.searchParams.get('iss')).toBe('http://localhost:8081/');
    const tokens = (await (await visitor.redeem(code, transaction)).json()) as Tokens;
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      iss: 'http://localhost:8081/',
      aud: 'hofn-web',
      sub: people.customer.sub,
      nonce: transaction.nonce,
      name: people.customer.fullName,
      email: people.customer.email,
      amr: ['pwd'],
    });
  });

  test('AUTH-2a: the audience makes the access token a JWT for the API, signed with RS256', async () => {
    const tokens = await createVisitor(identity).tokens();
    const jwks = createRemoteJWKSet(new URL('/.well-known/jwks.json', identity.url));
    const { payload } = await jwtVerify(tokens.access_token, jwks, {
      issuer: 'http://localhost:8081/',
      audience: testAudience,
      algorithms: ['RS256'],
      typ: 'at+jwt',
    });
    expect(payload).toMatchObject({
      sub: people.customer.sub,
      client_id: 'hofn-web',
      scope: 'openid profile email offline_access',
      actor_kind: 'customer',
      // Lets services bind what was started to one session.
      sid: expect.stringMatching(/^[\w-]{22}$/),
    });
    expect(payload.exp).toBe((payload.iat ?? 0) + tokens.expires_in);
    expect(JSON.stringify(payload)).not.toContain(people.customer.ssn);
  });

  test('HOLD-12: access tokens say when and how the user signed in, also renewed ones, until they sign in again', async () => {
    const visitor = createVisitor(identity);
    const first = await visitor.tokens();
    const signedIn = decodeJwt(first.access_token);
    expect(signedIn).toMatchObject({ amr: ['pwd'], auth_time: expect.any(Number) });
    // The library reads the system clock.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    const renewed = (await (await visitor.refresh(first.refresh_token)).json()) as Tokens;
    expect(decodeJwt(renewed.access_token)).toMatchObject({ amr: ['pwd'], auth_time: signedIn.auth_time });
    const again = decodeJwt((await visitor.tokens(undefined, { prompt: 'login' })).access_token);
    expect(Number(again.auth_time)).toBeGreaterThan(Number(signedIn.auth_time));
    // The session stays the same, and with it the customer that the user acts for.
    expect(again.sid).toBe(signedIn.sid);
  });

  test('AUTH-2a: without an audience the token is only valid for userinfo', async () => {
    const tokens = await createVisitor(identity).tokens(undefined, { audience: undefined });
    // The id token still has the profile: Auth0-style clients read it only from there.
    expect(decodeJwt(tokens.id_token)).toMatchObject({ name: people.customer.fullName });
    const { access_token: token } = tokens;
    const response = await fetch(`${identity.url}/userinfo`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await response.json()).toEqual({
      sub: people.customer.sub,
      name: people.customer.fullName,
      email: people.customer.email,
      locale: 'is',
    });
  });

  test.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['PKCE in plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another flow', { response_type: 'none' }, 'unsupported_response_type'],
    ['an unknown audience', { audience: 'https://other.example' }, 'invalid_target'],
    ['an unknown connection', { connection: 'facebook' }, 'invalid_request'],
    ['prompt=none without a session', { prompt: 'none' }, 'login_required'],
  ])('AUTH-2a: %s redirects an error to the client, with the state', async (_, params, error) => {
    const returned = await redirectedError({ state: 'abc', ...params });
    expect(Object.fromEntries(returned)).toMatchObject({ error, state: 'abc' });
  });

  test.each([
    ['a redirect address that is not registered', { redirect_uri: 'https://evil.example/' }],
    [
      'a registered one with something after it',
      { redirect_uri: `${testCallback}?next=https://evil.example` },
    ],
    ['an unknown client', { client_id: 'nobody' }],
  ])('AUTH-2a: %s shows an error page with 400 instead of redirecting', async (_, params) => {
    const visitor = createVisitor(identity);
    const response = await visitor.visit(visitor.request({ ui_locales: 'en', ...params }).path);
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(await response.text()).toContain('Contact the owner of the site you came from');
  });

  test('AUTH-2b: prompt=none answers by web_message, only to the redirect URI', async () => {
    const visitor = createVisitor(identity);
    await visitor.signIn();
    const { path, transaction } = visitor.request({ prompt: 'none', response_mode: 'web_message' });
    const response = await visitor.visit(path);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain("type: 'authorization_response'");
    expect(page).toContain(`"state":"${transaction.state}"`);
    expect(page).toContain(`"redirect_uri":"${testCallback}"`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/);
    expect(policy).not.toContain('frame-ancestors');
    expect(response.headers.get('x-frame-options')).toBeNull();
    expect(response.headers.get('cross-origin-opener-policy')).toBeNull();
  });

  test('AUTH-2b: login_required is sent by web_message too, without an error in the console', async () => {
    const visitor = createVisitor(identity);
    const { path } = visitor.request({ prompt: 'none', response_mode: 'web_message' });
    const response = await visitor.visit(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('"error":"login_required"');
  });

  test('AUTH-1: a confidential client needs its secret, but not PKCE', async () => {
    const visitor = createVisitor(identity, 'server');
    const { code, transaction } = await visitor.signIn(undefined, {
      code_challenge: undefined,
      code_challenge_method: undefined,
    });
    const without = await answerOf(await visitor.redeem(code, transaction, { code_verifier: undefined }));
    expect(without).toMatchObject({ status: 401, error: 'invalid_client' });
    const fields = { code_verifier: undefined, client_secret: server.client_secret };
    expect(await answerOf(await visitor.redeem(code, transaction, fields))).toMatchObject({ status: 200 });
  });
});

describe('connections', () => {
  test('AUTH-10c: the employee connection gives a token with actor_kind employee', async () => {
    const tokens = await createVisitor(identity).tokens(staff, { connection: 'employee' });
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      sub: people.employee.sub,
      actor_kind: 'employee',
    });
    expect(decodeJwt(tokens.id_token)).toMatchObject({ name: people.employee.fullName });
  });

  test('AUTH-10c: a session never satisfies the other connection, neither silently nor on the page', async () => {
    for (const [own, foreign, who] of [
      ['employee', 'customer', staff],
      ['customer', 'employee', undefined],
    ] as const) {
      const visitor = createVisitor(identity);
      await visitor.signIn(who, { connection: own });
      const silent = visitor.request({ connection: foreign, prompt: 'none' });
      expect((await visitor.visit(silent.path)).headers.get('location')).toContain('error=login_required');
      const { page } = await visitor.openSignIn({ connection: foreign });
      expect(page).toMatch(/^\/interaction\//);
      const again = visitor.request({ connection: own, prompt: 'none' });
      expect((await visitor.visit(again.path)).headers.get('location')).toContain('code=');
    }
  });

  test('AUTH-10c: a client without the employee connection cannot request it', async () => {
    const visitor = createVisitor(identity, 'partner');
    const response = await visitor.visit(visitor.request({ connection: 'employee' }).path);
    expect(response.headers.get('location')).toContain('error=invalid_request');
  });

  test('AUTH-11, AUTH-20: signing in with another account ends the first session and its tokens', async () => {
    const visitor = createVisitor(identity);
    const first = await visitor.tokens();
    const { page, transaction } = await visitor.openSignIn({ prompt: 'login' });
    const { ssn: name, password } = people.other;
    const back = await visitor.followToClient(await visitor.send(page, { name, password }));
    const tokens = await visitor.redeem(back.searchParams.get('code') ?? '', transaction);
    expect(decodeJwt(((await tokens.json()) as Tokens).id_token).sub).toBe(people.other.sub);
    expect((await visitor.refresh(first.refresh_token)).status).toBe(400);
    const silent = await visitor.visit(visitor.request({ prompt: 'none' }).path);
    expect(silent.headers.get('location')).toContain('code=');
  });
});
