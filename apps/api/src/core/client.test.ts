import { coreScopeNames, defineCalls, type Problem, problem } from '@hofn/contracts';
import { auditEvents, coreClients, type Database } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { systemClock } from '@hofn/domain/clock.ts';
import { createLogger, createServer } from '@hofn/service';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createAuditStore } from '../audit/store.ts';
import { auditService } from '../platform/audit.ts';
import { errorResponses } from '../platform/error-responses.ts';
import { type Handler, registerCalls } from '../platform/registrar.ts';
import { defaultSettings } from '../settings.ts';
import { apiCalls, createIssuer, fillDatabase, fillStaff, type Issuer, noon, startApi } from '../testing.ts';

let database: Database;
let issuer: Issuer;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  await fillStaff(database);
  issuer = await createIssuer();
  api = await startApi(database, issuer);
});
afterAll(async () => {
  await api.stop();
  await database.close();
});

const path = '/api/core/v1/client';
const write = ['core.policies.write'];

test('CORE-1: a system reads its client id, source and scopes', async () => {
  const token = await issuer.serviceToken(['core.policies.write', 'core.events.read', 'unknown']);
  const answer = await api.ask(path, { token, headers: { origin: 'https://elsewhere.example' } });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await answer.json()).toEqual({
    clientId: 'core-kerfi',
    source: 'kerfi',
    scopes: ['core.policies.write', 'core.events.read'],
  });
});

test('CORE-1: an expired or foreign token, and a token of a person, get 401', async () => {
  const now = Date.parse(noon) / 1000;
  const foreign = await createIssuer();
  const core = { aud: 'https://core.hofn.example' };
  const refused: Record<string, string | undefined> = {
    'no token': undefined,
    expired: await issuer.serviceToken(write, { iat: now - 601, exp: now - 1 }),
    'valid for more than ten minutes': await issuer.serviceToken(write, { exp: now + 601 }),
    'of another provider': await foreign.serviceToken(write),
    'of another issuer': await issuer.serviceToken(write, { iss: 'https://elsewhere.example/' }),
    'for the audience of people': await issuer.serviceToken(write, { aud: 'https://api.hofn.example' }),
    'without a source': await issuer.serviceToken(write, { source: undefined }),
    'without a scope': await issuer.serviceToken([]),
    'a customer': await issuer.token('anna'),
    'an employee': await issuer.token('employee|katrin', { actor_kind: 'employee' }),
    'a customer with the audience of systems': await issuer.token('anna', core),
    'an employee with the audience and a scope of systems': await issuer.token('employee|katrin', {
      ...core,
      actor_kind: 'employee',
      scope: write[0],
      source: 'kerfi',
    }),
  };
  for (const [what, token] of Object.entries(refused)) {
    const answer = await api.ask(path, token === undefined ? {} : { token });
    expect([answer.status, problem.parse(await answer.json()).errorCode], what).toEqual([
      401,
      'unauthenticated',
    ]);
  }
});

test('CORE-1: a token of a system is refused by every call of customers and staff, with either audience', async () => {
  const most = 1000;
  const rates = { RATE_READ: most, RATE_WRITE: most, RATE_COSTLY: most, RATE_FORM: most };
  const settings = { ...defaultSettings(), ...rates, RATE_SIGN_IN: most, RATE_UPLOAD: most };
  const patient = await startApi(database, issuer, { settings });
  const tokens = [
    await issuer.serviceToken(coreScopeNames),
    await issuer.serviceToken(coreScopeNames, { aud: 'https://api.hofn.example' }),
  ];
  const others = apiCalls.filter(([, { who }]) => who.kind !== 'public' && who.kind !== 'service');
  expect(others.length).toBeGreaterThan(100);
  for (const [name, row] of others) {
    for (const token of tokens) {
      const answer = await patient.ask(row.path.replaceAll(/\{\w+\}/g, 'x'), { method: row.method, token });
      expect(answer.status, name).toBe(401);
      await answer.arrayBuffer();
    }
  }
  await patient.stop();
});

test('CORE-1: calls are limited by client', async () => {
  const limited = await startApi(database, issuer, { settings: { ...defaultSettings(), RATE_CORE: 2 } });
  const status = async (sub: string) =>
    (await limited.ask(path, { token: await issuer.serviceToken(write, { sub }) })).status;
  const statuses = [];
  for (const sub of ['core-a', 'core-a', 'core-a', 'core-b']) statuses.push(await status(sub));
  expect(statuses).toEqual([200, 200, 429, 200]);
  await limited.stop();
});

test('CORE-1: a missing scope gets 403 that names it; the event of a write names the client and the scope', async () => {
  const scope = 'core.claims.write';
  const rows = defineCalls({
    putThing: {
      service: 'api',
      method: 'PUT',
      path: '/api/core/v1/things/{id}',
      who: { kind: 'service', scope },
      rate: 'core',
      summary: 'A thing.',
      params: z.object({ id: z.string() }),
      response: z.object({ source: z.string() }),
      audit: 'core.actOnClient',
    },
  });
  const { db } = database;
  const client = { clientId: 'core-kerfi', source: 'kerfi' };
  await db
    .insert(coreClients)
    .values({ id: 'core-kerfi', source: 'kerfi', scopes: [scope], addedAt: new Date() });
  const putThing: Handler<(typeof rows)['putThing']> = async ({ client: caller, request, params }) => {
    await db.transaction((tx) =>
      auditService(tx, request, caller, 'core.actOnClient', { scope, object: { thing: params.id } }),
    );
    return { source: caller.source };
  };
  let scopes: string[] = [];
  const server = createServer({
    name: 'test',
    logger: createLogger('test', 'silent'),
    clock: systemClock,
    faults: errorResponses,
  });
  registerCalls(server, rows, { putThing } as never, {
    authenticate: () => Promise.resolve({ kind: 'anonymous' }),
    authenticateService: () =>
      Promise.resolve({
        kind: 'service',
        ...client,
        scopes: coreScopeNames.filter((name) => scopes.includes(name)),
      }),
    recordStaffRead: () => Promise.resolve(),
    count: () => Promise.resolve(0),
    ownOrigin: () => false,
  });
  const put = () => server.inject({ method: 'PUT', url: '/api/core/v1/things/t1' });

  scopes = ['core.policies.write'];
  const refused = await put();
  const { errorCode, errors } = refused.json() as Problem;
  expect([refused.statusCode, errorCode, errors]).toEqual([403, 'scopeMissing', { scope: [scope] }]);
  expect(refused.headers['www-authenticate']).toBe(
    `Bearer realm="hofn", error="insufficient_scope", scope="${scope}"`,
  );
  expect(refused.headers['content-type']).toContain('application/problem+json');
  expect(await db.$count(auditEvents, eq(auditEvents.actorKind, 'service'))).toBe(0);

  scopes = [scope];
  expect((await put()).json()).toEqual({ source: 'kerfi' });
  expect(await createAuditStore(db).list({ actor: 'core-kerfi' }, { before: null, limit: 5 })).toMatchObject([
    {
      actor: { kind: 'service', id: 'core-kerfi', name: 'kerfi' },
      authority: 'clientScope',
      authorityDetail: scope,
      object: 'thing t1',
      details: { source: 'kerfi' },
    },
  ]);
  await server.close();
});

test('CORE-15: the document of the core connection has its calls alone, with their scopes, and a page', async () => {
  const document = (await (await api.ask('/api/core/openapi.json')).json()) as {
    paths: Record<string, Record<string, { security: object[]; description: string }>>;
    components: { schemas: object; securitySchemes: object };
  };
  const core = apiCalls.filter(([, { who }]) => who.kind === 'service');
  expect(Object.keys(document.paths).toSorted()).toEqual(
    [...new Set(core.map(([, row]) => row.path))].toSorted(),
  );
  expect(document.paths[path]?.get).toMatchObject({
    security: [{ core: [] }],
    description: 'Requires an access token with at least one scope.',
  });
  expect(document.components.securitySchemes).toMatchObject({
    core: {
      type: 'oauth2',
      flows: {
        clientCredentials: {
          tokenUrl: 'http://localhost:8081/oauth/token',
          scopes: { 'core.billing.write': 'Write instalments and ledger entries.' },
        },
      },
    },
  });
  expect(document.components.schemas).toHaveProperty('Problem');
  expect(document.components.schemas).not.toHaveProperty('Policy');
  const page = await api.ask('/api/core/docs/');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const script = await (await api.ask('/api/core/docs/static/swagger-initializer.js')).text();
  expect(script).toContain('/api/core/openapi.json');
  expect((await api.ask('/api/docs/')).status).toBe(200);
});

test('CORE-5: errors of core calls are in English unless the system names a language, as what is wrong with a fact is', async () => {
  const token = await issuer.serviceToken(['core.policies.write']);
  const messageFor = async (language?: 'is' | 'en') => {
    const answer = await api.ask('/api/core/v1/policies/p-1', {
      ...{
        method: 'PUT',
        token,
        body: '{"version": "one"}',
        headers: { 'content-type': 'application/json' },
      },
      ...(language && { language }),
    });
    return ((await answer.json()) as { message: string }).message;
  };
  expect(await messageFor()).toBe(await messageFor('en'));
  expect(await messageFor('is')).not.toBe(await messageFor('en'));
});
