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

// The provider reads `Date`, which stands still here and moves when told to.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
});
afterEach(() => {
  vi.useRealTimers();
});
const moveTo = (ms: number) => vi.setSystemTime(start + ms);

const refreshed = async (visitor: Visitor, token: string | undefined, fields?: Record<string, unknown>) => {
  const response = await visitor.refresh(token, fields);
  return { status: response.status, ...((await response.json()) as Partial<Tokens>) };
};

describe('refresh tokens', () => {
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
  });
  afterAll(() => identity.stop());

  const signedIn = async () => {
    const visitor = createVisitor(identity);
    return { visitor, first: await visitor.tokens() };
  };

  test('AUTH-14: rotate at each use, and the new tokens serve', async () => {
    const { visitor, first } = await signedIn();
    moveTo(60_000);
    const second = await refreshed(visitor, first.refresh_token);
    moveTo(120_000);
    const third = await refreshed(visitor, second.refresh_token);
    expect([second.status, third.status]).toEqual([200, 200]);
    expect(new Set([first, second, third].map((tokens) => tokens.refresh_token)).size).toBe(3);
    expect(new Set([first, second, third].map((tokens) => tokens.access_token)).size).toBe(3);
  });

  test('AUTH-14: one that comes again within 10 seconds gets the same successor, which still serves', async () => {
    const { visitor, first } = await signedIn();
    const second = await refreshed(visitor, first.refresh_token);
    moveTo(10_000);
    const again = await refreshed(visitor, first.refresh_token);
    expect(again).toMatchObject({ status: 200, refresh_token: second.refresh_token });
    moveTo(60_000);
    expect(await refreshed(visitor, second.refresh_token)).toMatchObject({ status: 200 });
  });

  test('AUTH-14: tabs that renew at once all get the same successor', async () => {
    const { visitor, first } = await signedIn();
    const all = await Promise.all(Array.from({ length: 6 }, () => refreshed(visitor, first.refresh_token)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(all.map((tokens) => tokens.refresh_token)).size).toBe(1);
  });

  test('AUTH-14: one that comes again later revokes the family', async () => {
    const { visitor, first } = await signedIn();
    const second = await refreshed(visitor, first.refresh_token);
    moveTo(10_001);
    const stolen = await refreshed(visitor, first.refresh_token);
    expect(stolen).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(identity.lines).toContainEqual(
      expect.objectContaining({ audit: 'tokens revoked', sub: people.customer.sub, client: 'hofn-web' }),
    );
    const rightful = await refreshed(visitor, second.refresh_token);
    // The words by which older clients know that they must ask again.
    expect(rightful).toMatchObject({
      status: 400,
      error: 'invalid_grant',
      error_description: 'unknown or invalid refresh token',
    });
  });

  test('AUTH-14: reuse in one browser leaves another browser of the same customer alone', async () => {
    const { visitor, first } = await signedIn();
    const other = await signedIn();
    await refreshed(visitor, first.refresh_token);
    moveTo(11_000);
    await refreshed(visitor, first.refresh_token);
    expect(await refreshed(other.visitor, other.first.refresh_token)).toMatchObject({ status: 200 });
  });

  test('AUTH-14: a forged and an expired one are refused', async () => {
    const { visitor, first } = await signedIn();
    expect(await refreshed(visitor, 'x'.repeat(43))).toMatchObject({ status: 400, error: 'invalid_grant' });
    moveTo(7 * day);
    const { refresh_token: young, status } = await refreshed(visitor, first.refresh_token);
    expect(status).toBe(200);
    // Rotation does not lengthen the life of a family.
    moveTo(14 * day + 1000);
    expect(await refreshed(visitor, young)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  test('AUTH-3: a scope beyond what was granted is refused, and costs the token nothing', async () => {
    const { visitor, first } = await signedIn();
    const answer = await refreshed(visitor, first.refresh_token, { scope: 'openid admin' });
    expect(answer).toMatchObject({ status: 400, error: 'invalid_scope' });
    expect(await refreshed(visitor, first.refresh_token)).toMatchObject({ status: 200 });
  });

  test('AUTH-3: a token of another client is refused', async () => {
    const { visitor, first } = await signedIn();
    const answer = await refreshed(visitor, first.refresh_token, { client_id: 'nobody' });
    expect(answer).toMatchObject({ status: 401, error: 'invalid_client' });
  });

  test('AUTH-11: logging out on their last day still ends them', async () => {
    const { visitor, first } = await signedIn();
    moveTo(13 * day);
    const second = await refreshed(visitor, first.refresh_token);
    await visitor.visit('/v2/logout?client_id=hofn-web');
    expect(await refreshed(visitor, second.refresh_token)).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    });
  });

  test('AUTH-14: a revoked one serves no more', async () => {
    const { visitor, first } = await signedIn();
    const body = { client_id: 'hofn-web', token: first.refresh_token, token_type_hint: 'refresh_token' };
    expect((await visitor.postJson('/oauth/revoke', body)).status).toBe(200);
    expect(await refreshed(visitor, first.refresh_token)).toMatchObject({ error: 'invalid_grant' });
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

    /** Renews with the refresh token and in the frame, and checks the token as the API would. */
    const look = async () => {
      await identity.upkeep();
      const url = new URL('/.well-known/jwks.json', identity.url);
      const { keys } = (await (await fetch(url)).json()) as { keys: object[] };
      tokens = await refreshed(visitor, tokens.refresh_token);
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
      await look();
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

  test('AUTH-14: a second copy on the same database signs with the same keys and knows the same sessions', async () => {
    const one = await startIdentity();
    const two = await startIdentity({ database: one.database });
    const visitor = createVisitor(one);
    const tokens = await visitor.tokens();
    const jwks = createRemoteJWKSet(new URL('/.well-known/jwks.json', two.url));
    await expect(jwtVerify(tokens.access_token, jwks)).resolves.toBeDefined();
    const there = await createVisitor(two).refresh(tokens.refresh_token);
    expect(there.status).toBe(200);
    await two.stop();
    await one.stop();
  });
});
