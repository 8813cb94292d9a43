import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createVisitor,
  startIdentity,
  type TestIdentity,
  type Tokens,
  testCallback,
  testOrigin,
} from '../testing.ts';

const partner = { client_id: 'partner', redirect_uris: [testCallback], logout_uris: [testOrigin] };
const noRefresh = { ...partner, client_id: 'no-refresh', refresh_tokens: false };

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity({ clients: [partner, noRefresh] });
});
afterAll(() => identity.stop());

const answerOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as { error?: string; error_description?: string }),
});

describe('the token endpoint', () => {
  test('AUTH-3: accepts JSON and form bodies', async () => {
    const visitor = createVisitor(identity);
    const json = await visitor.signIn();
    expect((await visitor.redeem(json.code, json.transaction)).status).toBe(200);
    const form = await createVisitor(identity).signIn();
    const response = await fetch(`${identity.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'hofn-web',
        code: form.code,
        code_verifier: form.transaction.verifier,
        redirect_uri: testCallback,
      }),
    });
    expect(await answerOf(response)).toMatchObject({ status: 200, token_type: 'Bearer' });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['malformed JSON', '{"grant_type":', 'the body is not JSON'],
    ['JSON that is not an object', '[1]', 'the body must be a JSON object'],
    ['a field that is not a string', '{"code":{"$ne":1}}', 'code must be a string'],
  ])('AUTH-3: %s answers 400 with a description', async (_, body, description) => {
    const response = await createVisitor(identity).postJson('/oauth/token', body);
    expect(await answerOf(response)).toEqual({
      status: 400,
      error: 'invalid_request',
      error_description: description,
    });
    expect(response.headers.get('access-control-allow-origin')).toBe(testOrigin);
  });

  test('AUTH-3: a body that is too large answers 413', async () => {
    const body = { grant_type: 'refresh_token', refresh_token: 'x'.repeat(20_000) };
    const answer = await answerOf(await createVisitor(identity).postJson('/oauth/token', body));
    expect(answer).toMatchObject({ status: 413, error_description: 'the body is too large' });
  });

  test('AUTH-3: an unknown client is refused', async () => {
    const visitor = createVisitor(identity);
    const { code, transaction } = await visitor.signIn();
    const answer = await answerOf(await visitor.redeem(code, transaction, { client_id: 'nobody' }));
    expect(answer).toMatchObject({ status: 401, error: 'invalid_client' });
  });

  test('AUTH-3: a code redeemed eight times at once yields exactly one set of tokens', async () => {
    const visitor = createVisitor(identity);
    const { code, transaction } = await visitor.signIn();
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => answerOf(await visitor.redeem(code, transaction))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.flatMap(({ error }) => error ?? []))).toEqual(new Set(['invalid_grant']));
  });

  test('AUTH-3: reusing a code revokes the tokens issued for it', async () => {
    const visitor = createVisitor(identity);
    const { code, transaction } = await visitor.signIn();
    const tokens = (await (await visitor.redeem(code, transaction)).json()) as Tokens;
    expect(await answerOf(await visitor.redeem(code, transaction))).toMatchObject({ error: 'invalid_grant' });
    expect(await answerOf(await visitor.refresh(tokens.refresh_token))).toMatchObject({
      error: 'invalid_grant',
    });
  });

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['another redirect address', { redirect_uri: `${testOrigin}/` }],
    ['another client', { client_id: 'partner' }],
    ['an unknown code', { code: 'x'.repeat(43) }],
  ])('AUTH-2a: redeeming a code with %s is refused', async (_, fields) => {
    const visitor = createVisitor(identity);
    const { code, transaction } = await visitor.signIn();
    const answer = await answerOf(await visitor.redeem(code, transaction, fields));
    expect(answer).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  test('AUTH-17: a refresh token is issued for offline_access, to a client that may have one', async () => {
    const visitor = createVisitor(identity);
    expect(await visitor.tokens()).toHaveProperty('refresh_token');
    const plain = await createVisitor(identity).tokens(undefined, { scope: 'openid profile email' });
    expect(plain).not.toHaveProperty('refresh_token');
    expect(plain.scope).toBe('openid profile email');
    expect(await createVisitor(identity, 'no-refresh').tokens()).not.toHaveProperty('refresh_token');
  });

  test('AUTH-3: only the client’s origins may read the response', async () => {
    const preflight = await fetch(`${identity.url}/oauth/token`, {
      method: 'OPTIONS',
      headers: {
        origin: testOrigin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'auth0-client,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('auth0-client,content-type');
    const visitor = createVisitor(identity);
    const { code, transaction } = await visitor.signIn();
    const body = {
      grant_type: 'authorization_code',
      client_id: 'hofn-web',
      code,
      code_verifier: transaction.verifier,
      redirect_uri: testCallback,
    };
    const foreign = await visitor.postJson('/oauth/token', body, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(400);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    const own = await visitor.postJson('/oauth/token', body);
    expect(own.headers.get('access-control-allow-origin')).toBe(testOrigin);
  });
});

describe('the discovery document', () => {
  const documentFor = (path: string, headers: Record<string, string>) =>
    new Promise<{ cacheControl: string | undefined; text: string }>((resolve, reject) => {
      get(`${identity.url}${path}`, { headers }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ cacheControl: response.headers['cache-control'], text }));
      }).on('error', reject);
    });

  test.each([
    ['/.well-known/openid-configuration', { host: 'evil.example' }],
    ['/.well-known/openid-configuration', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' }],
    ['/.well-known/oauth-authorization-server', { host: 'evil.example' }],
  ])('AUTH-1: %s for %o has the addresses of the issuer alone, and may be cached', async (path, headers) => {
    const { cacheControl, text } = await documentFor(path, headers);
    const own = await (await fetch(identity.url + path)).json();
    const { issuer, ...addresses } = JSON.parse(text) as Record<string, unknown>;
    expect({ issuer, ...addresses }).toEqual(own);
    expect(issuer).toBe('http://localhost:8081/');
    for (const [name, address] of Object.entries(addresses))
      if (/_endpoint$|_uri$/.test(name)) expect(address, name).toMatch(/^http:\/\/localhost:8081\//);
    expect(cacheControl).toBe('public, max-age=300');
  });
});
