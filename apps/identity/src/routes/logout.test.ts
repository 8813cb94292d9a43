import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createVisitor, people, startIdentity, type TestIdentity, testOrigin } from '../testing.ts';

describe('logout', () => {
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
  });
  afterAll(() => identity.stop());

  const registered = `${testOrigin}/arsskyrsla/`;
  const logout = (params: Record<string, string>) => `/v2/logout?${new URLSearchParams(params)}`;
  const isSignedIn = async (visitor: ReturnType<typeof createVisitor>) => {
    const silent = await visitor.visit(visitor.request({ prompt: 'none' }).path);
    return silent.headers.get('location')?.includes('code=');
  };

  test('AUTH-11, AUTH-4: ends the session with everything issued under it, then redirects', async () => {
    const visitor = createVisitor(identity);
    const tokens = await visitor.tokens();
    const response = await visitor.visit(
      logout({ client_id: 'hofn-web', returnTo: registered, federated: '' }),
    );
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(registered);
    expect([...visitor.jar.keys()].filter((name) => name.includes('session'))).toEqual([]);
    expect(await isSignedIn(visitor)).toBe(false);
    expect((await visitor.refresh(tokens.refresh_token)).status).toBe(400);
    expect(identity.lines).toContainEqual(
      expect.objectContaining({ audit: 'logout', sub: people.customer.sub, client: 'hofn-web' }),
    );
  });

  test('AUTH-11: a saved cookie does not work after logout', async () => {
    const visitor = createVisitor(identity);
    await visitor.signIn();
    const saved = new Map(visitor.jar);
    await visitor.visit(logout({ client_id: 'hofn-web' }));
    for (const [name, cookie] of saved) visitor.jar.set(name, cookie);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('AUTH-4: without returnTo it redirects to the first registered URL', async () => {
    const response = await createVisitor(identity).visit(logout({ client_id: 'hofn-web' }));
    expect(response.headers.get('location')).toBe(registered);
  });

  test.each([
    ['an unregistered URL', { client_id: 'hofn-web', returnTo: 'https://evil.example/' }],
    ['a registered URL with something appended', { client_id: 'hofn-web', returnTo: `${registered}?x=1` }],
    ['an unknown client', { client_id: 'nobody', returnTo: registered }],
    ['no client', { returnTo: registered }],
  ])('AUTH-4: %s answers 400, without redirecting or signing out', async (_, params) => {
    const visitor = createVisitor(identity);
    await visitor.signIn();
    const response = await visitor.visit(logout(params as unknown as Record<string, string>));
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(await response.text()).toContain('Innskráningin þín er óbreytt');
    expect(await isSignedIn(visitor)).toBe(true);
  });
});
