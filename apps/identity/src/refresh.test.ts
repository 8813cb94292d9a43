import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createVisitor,
  people,
  startIdentity,
  type TestIdentity,
  type Tokens,
  testAudience,
  type Visitor,
} from './testing.ts';

const start = Date.parse('2026-11-21T12:00:00Z');
const hour = 60 * 60_000;
const day = 24 * hour;

// oidc-provider reads `Date`, so fake it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
});
afterEach(() => {
  vi.useRealTimers();
});
const moveTo = (ms: number) => vi.setSystemTime(start + ms);

const refresh = async (visitor: Visitor, token: string | undefined, fields?: Record<string, unknown>) => {
  const response = await visitor.refresh(token, fields);
  return { status: response.status, ...((await response.json()) as Partial<Tokens>) };
};

describe('refresh tokens', () => {
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
  });
  afterAll(() => identity.stop());

  const signIn = async () => {
    const visitor = createVisitor(identity);
    return { visitor, first: await visitor.tokens() };
  };

  test('AUTH-14: rotate at each use, and the new tokens work', async () => {
    const { visitor, first } = await signIn();
    moveTo(60_000);
    const second = await refresh(visitor, first.refresh_token);
    moveTo(120_000);
    const third = await refresh(visitor, second.refresh_token);
    expect([second.status, third.status]).toEqual([200, 200]);
    expect(new Set([first, second, third].map((tokens) => tokens.refresh_token)).size).toBe(3);
    expect(new Set([first, second, third].map((tokens) => tokens.access_token)).size).toBe(3);
  });

  test('AUTH-14: reuse within 10 seconds gives the same successor, which still works', async () => {
    const { visitor, first } = await signIn();
    const second = await refresh(visitor, first.refresh_token);
    moveTo(10_000);
    const again = await refresh(visitor, first.refresh_token);
    expect(again).toMatchObject({ status: 200, refresh_token: second.refresh_token });
    moveTo(60_000);
    expect(await refresh(visitor, second.refresh_token)).toMatchObject({ status: 200 });
  });

  test('AUTH-14: tabs that refresh at once all get the same successor', async () => {
    const { visitor, first } = await signIn();
    const all = await Promise.all(Array.from({ length: 6 }, () => refresh(visitor, first.refresh_token)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(all.map((tokens) => tokens.refresh_token)).size).toBe(1);
  });

  test('AUTH-14: later reuse revokes the token family', async () => {
    const { visitor, first } = await signIn();
    const second = await refresh(visitor, first.refresh_token);
    moveTo(10_001);
    const stolen = await refresh(visitor, first.refresh_token);
    expect(stolen).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(identity.lines).toContainEqual(
      expect.objectContaining({ audit: 'tokens revoked', sub: people.customer.sub, client: 'hofn-web' }),
    );
    const rightful = await refresh(visitor, second.refresh_token);
    // Older clients match this text to fall back to silent sign-in.
    expect(rightful).toMatchObject({
      status: 400,
      error: 'invalid_grant',
      error_description: 'unknown or invalid refresh token',
    });
  });

  test('AUTH-14: reuse in one browser leaves another browser of the same customer alone', async () => {
    const { visitor, first } = await signIn();
    const other = await signIn();
    await refresh(visitor, first.refresh_token);
    moveTo(11_000);
    await refresh(visitor, first.refresh_token);
    expect(await refresh(other.visitor, other.first.refresh_token)).toMatchObject({ status: 200 });
  });

  test('AUTH-14: forged and expired tokens are refused', async () => {
    const { visitor, first } = await signIn();
    expect(await refresh(visitor, 'x'.repeat(43))).toMatchObject({ status: 400, error: 'invalid_grant' });
    moveTo(7 * day);
    const { refresh_token: rotated, status } = await refresh(visitor, first.refresh_token);
    expect(status).toBe(200);
    // Rotation does not extend the lifetime of a token family.
    moveTo(14 * day + 1000);
    expect(await refresh(visitor, rotated)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  test('AUTH-3: a scope that was not granted is refused without consuming the token', async () => {
    const { visitor, first } = await signIn();
    const answer = await refresh(visitor, first.refresh_token, { scope: 'openid admin' });
    expect(answer).toMatchObject({ status: 400, error: 'invalid_scope' });
    expect(await refresh(visitor, first.refresh_token)).toMatchObject({ status: 200 });
  });

  test('AUTH-3: a token of another client is refused', async () => {
    const { visitor, first } = await signIn();
    const answer = await refresh(visitor, first.refresh_token, { client_id: 'nobody' });
    expect(answer).toMatchObject({ status: 401, error: 'invalid_client' });
  });

  test('AUTH-11: logout on their last day still revokes them', async () => {
    const { visitor, first } = await signIn();
    moveTo(13 * day);
    const second = await refresh(visitor, first.refresh_token);
    await visitor.visit('/v2/logout?client_id=hofn-web');
    expect(await refresh(visitor, second.refresh_token)).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    });
  });

  test('AUTH-14: a revoked token no longer works', async () => {
    const { visitor, first } = await signIn();
    const body = { client_id: 'hofn-web', token: first.refresh_token, token_type_hint: 'refresh_token' };
    expect((await visitor.postJson('/oauth/revoke', body)).status).toBe(200);
    expect(await refresh(visitor, first.refresh_token)).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('keys', () => {
  const environment = {
    KEY_ROTATION_DAYS: '2',
    KEY_PUBLISH_HOURS: '24',
    SESSION_HOURS: '240',
  };

  test('AUTH-14: rotate without signing anyone out', async () => {
    const identity = await startIdentity({ environment });
    const visitor = createVisitor(identity);
    let tokens: Partial<Tokens> = await visitor.tokens();
    const seen: { keys: number; signedBy: string | undefined }[] = [];
    const before = tokens.access_token ?? '';

    /** Refreshes by token and silently in a frame, and verifies the access token like the API. */
    const refreshAndRecord = async () => {
      await identity.upkeep();
      const url = new URL('/.well-known/jwks.json', identity.url);
      const { keys } = (await (await fetch(url)).json()) as { keys: object[] };
      tokens = await refresh(visitor, tokens.refresh_token);
      const { protectedHeader } = await jwtVerify(tokens.access_token ?? '', createRemoteJWKSet(url), {
        audience: testAudience,
      });
      const silent = await visitor.visit(visitor.request({ prompt: 'none' }).path);
      expect(silent.headers.get('location')).toContain('code=');
      seen.push({ keys: keys.length, signedBy: protectedHeader.kid });
    };
    const first = decodeProtectedHeader(before).kid;
    for (const ms of [hour, day, 2 * day - 1000, 2 * day, 2 * day + 2 * hour]) {
      moveTo(ms);
      await refreshAndRecord();
    }
    const second = seen[3]?.signedBy;
    expect(second).not.toBe(first);
    expect(seen).toEqual([
      { keys: 1, signedBy: first },
      { keys: 2, signedBy: first },
      { keys: 2, signedBy: first },
      { keys: 2, signedBy: second },
      { keys: 1, signedBy: second },
    ]);
    await identity.stop();
  });

  test('AUTH-14: a second replica on the same database shares keys and sessions', async () => {
    const first = await startIdentity();
    const second = await startIdentity({ database: first.database });
    const visitor = createVisitor(first);
    const tokens = await visitor.tokens();
    const jwks = createRemoteJWKSet(new URL('/.well-known/jwks.json', second.url));
    await expect(jwtVerify(tokens.access_token, jwks)).resolves.toBeDefined();
    const refreshedThere = await createVisitor(second).refresh(tokens.refresh_token);
    expect(refreshedThere.status).toBe(200);
    await second.stop();
    await first.stop();
  });
});
