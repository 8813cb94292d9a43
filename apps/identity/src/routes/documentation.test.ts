import { type Call, calls } from '@hofn/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIdentity, type TestIdentity } from '../testing.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

test('CALL-4: every call of the identity service is in its OpenAPI document and has a route', async () => {
  const own = Object.entries<Call>(calls).filter(([, { service }]) => service === 'identity');
  const answer = await fetch(`${identity.url}/idm/openapi.json`);
  const document = (await answer.json()) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; responses: object; requestBody?: object }>>;
  };
  expect([answer.status, document.openapi]).toEqual([200, '3.1.0']);
  for (const [name, { path, method, status = 200 }] of own) {
    const described = document.paths[path]?.[method.toLowerCase()];
    expect(described?.operationId, name).toBe(name);
    expect(described?.responses, name).toHaveProperty(String(status));
    expect(described?.requestBody, name).toBeDefined();
    const empty = await fetch(`${identity.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect([empty.status, empty.headers.get('content-type')], name).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ]);
  }
  expect(Object.values(document.paths).flatMap((methods) => Object.keys(methods))).toHaveLength(own.length);
});
