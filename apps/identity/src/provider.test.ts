import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe('the OpenID provider', () => {
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
  });
  afterAll(() => identity.stop());

  const jwks = () => createRemoteJWKSet(new URL('/.well-known/jwks.json', identity.url));

  test('AUTH-10a, AUTH-1: a customer signs in with password and gets tokens', async () => {
    const tokens = await createVisitor(identity).tokens();
    const access = await jwtVerify(tokens.access_token, jwks(), {
      issuer: 'http://localhost:8081/',
      audience: testAudience,
      algorithms: ['RS256'],
      typ: 'at+jwt',
    });
    expect(access.payload).toMatchObject({ sub: people.customer.sub, actor_kind: 'customer' });
  });
});
