import { auditEvents, employees, oidcRecords, signInAttempts } from '@hofn/database';
import { and, eq, gt, isNotNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createEmployeeBrowser, startFederation } from '../federation/testing.ts';
import { lastEvent, people } from '../testing.ts';

const { employee } = people;
const token = 'q3Jr8ZxW1nVb6TyK0pLs4HdGfC7mXe2A';

let federation: Awaited<ReturnType<typeof startFederation>>;
beforeAll(async () => {
  federation = await startFederation({ SCIM_TOKEN: `aBcD3fGh1jKlMn0pQrStUvWxYz123456,${token}` });
});
afterAll(async () => {
  await federation.identity.stop();
  await federation.insurer.stop();
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') });
  for (const { database } of [federation.identity, federation.insurer]) {
    await database.db.delete(oidcRecords);
    await database.db.delete(signInAttempts);
  }
  const { db } = federation.identity.database;
  await db.delete(employees).where(isNotNull(employees.issuer));
  await federation.insurer.database.db
    .update(employees)
    .set({ roles: ['agent', 'admin'] })
    .where(eq(employees.id, employee.sub));
});
afterEach(() => {
  vi.useRealTimers();
});
const advance = (ms: number) => vi.setSystemTime(Date.now() + ms);

type User = { id: string; userName: string; active: boolean; displayName: string; emails: object[] };
type Body = User & {
  Resources: User[];
  totalResults: number;
  itemsPerPage: number;
  scimType?: string;
  status: string;
};
const scim = async (
  method: string,
  path: string,
  body?: object,
  { bearer = token, type = 'application/scim+json' } = {},
) => {
  const answer = await fetch(new URL(`/scim/v2${path}`, federation.identity.url), {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': type }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (text !== '') expect(answer.headers.get('content-type')).toContain('application/scim+json');
  return { status: answer.status, headers: answer.headers, body: JSON.parse(text || '{}') as Body };
};

/** Sigrún as Entra sends her; `externalId` is her subject at the insurer's provider. */
const sigrun = {
  schemas: [
    'urn:ietf:params:scim:schemas:core:2.0:User',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  ],
  externalId: employee.sub,
  userName: 'Sigrun@Hofn.example',
  active: true,
  displayName: 'Sigrún Jónsdóttir',
  emails: [{ primary: true, type: 'work', value: 'sigrun.jons@hofn.example' }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Sigrún Jónsdóttir', familyName: 'Jónsdóttir', givenName: 'Sigrún' },
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Tjón' },
};
const add = async (changes: object = {}): Promise<User> => {
  const added = await scim('POST', '/Users', { ...sigrun, ...changes });
  expect(added.status).toBe(201);
  return added.body;
};
const patch = (id: string, ...Operations: object[]) =>
  scim('PATCH', `/Users/${id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations,
  });
const signIn = () => createEmployeeBrowser(federation).signIn();
const administrates = async (bearer: string) =>
  (
    await fetch(new URL('/idm/v1/employees', federation.identity.url), {
      headers: { authorization: `Bearer ${bearer}` },
    })
  ).status;
const rowOf = async (id: string) =>
  (
    await federation.identity.database.db
      .select()
      .from(employees)
      .where(eq(employees.id, `employee|${id}`))
  )[0];

test('HOLD-11: only the user directory’s token is accepted', async () => {
  const refused = await scim('GET', '/Users', undefined, { bearer: 'wrong' });
  expect([refused.status, refused.headers.get('www-authenticate'), refused.body.status]).toEqual([
    401,
    'Bearer',
    '401',
  ]);
  expect((await scim('POST', '/Users', sigrun, { bearer: `${token}x` })).status).toBe(401);
  expect((await scim('GET', '/Groups', undefined, { bearer: '' })).status).toBe(401);
  expect((await scim('GET', '/Groups')).status).toBe(404);
  for (const bearer of [token, 'aBcD3fGh1jKlMn0pQrStUvWxYz123456'])
    expect((await scim('GET', '/ServiceProviderConfig', undefined, { bearer })).body).toMatchObject({
      patch: { supported: true },
      filter: { supported: true },
    });
});

test('HOLD-11, HOLD-14: as Entra does it: added, found, and signed out at the next call by active "False"', async () => {
  const search = (filter: string) => scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
  expect((await search('userName eq "sigrun@hofn.example"')).body).toMatchObject({
    totalResults: 0,
    Resources: [],
  });
  const { id } = await add();
  expect(await lastEvent(federation.identity)).toMatchObject({
    action: 'staff.addEmployee',
    actorKind: 'system',
    object: `employee|${id}`,
    details: { by: 'scim', active: true },
  });
  for (const filter of ['userName eq "SIGRUN@hofn.example"', `externalId eq "${employee.sub}"`])
    expect((await search(filter)).body).toMatchObject({
      totalResults: 1,
      Resources: [{ id, externalId: employee.sub, userName: 'sigrun@hofn.example', active: true }],
    });
  expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({
    displayName: 'Sigrún Jónsdóttir',
    emails: [{ value: 'sigrun.jons@hofn.example', type: 'work', primary: true }],
  });
  // The roles come from the claim, at the first sign-in.
  expect(await rowOf(id)).toMatchObject({ roles: [] });
  const { tokens } = await signIn();
  expect(await rowOf(id)).toMatchObject({ roles: ['agent', 'admin'] });
  expect(await administrates(tokens?.access_token ?? '')).toBe(200);

  advance(2000);
  const ended = await patch(id, { op: 'Replace', path: 'active', value: 'False' });
  expect([ended.status, ended.body.active]).toEqual([200, false]);
  expect(await administrates(tokens?.access_token ?? '')).toBe(403);
  const { here } = createEmployeeBrowser(federation);
  expect((await here.refresh(tokens?.refresh_token)).status).toBe(400);
  expect((await signIn()).answer.status).toBe(403);
  const events = await federation.identity.database.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.object, `employee|${id}`), gt(auditEvents.id, 0)));
  expect(events.map(({ details }) => details)).toContainEqual({ act: 'dismiss', by: 'scim' });

  expect((await patch(id, { op: 'Add', path: 'active', value: 'True' })).body.active).toBe(true);
  // Restoring revives no earlier sign-in.
  expect(await administrates(tokens?.access_token ?? '')).toBe(403);
  expect((await signIn()).answer.status).toBe(303);
});

test('HOLD-11: as Okta does it: paged lists, PUT with every attribute, and PATCH without a path', async () => {
  const okta = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'sigrun@hofn.example',
    name: { givenName: 'Sigrún', familyName: 'Jónsdóttir' },
    emails: [{ primary: true, value: 'sigrun@hofn.example', type: 'work' }],
    displayName: '',
    locale: 'is-IS',
    externalId: employee.sub,
    groups: [],
    password: 'not kept',
    active: true,
  };
  const added = await scim('POST', '/Users', okta, { type: 'application/json' });
  expect([added.status, added.body.displayName]).toEqual([201, 'Sigrún Jónsdóttir']);
  const { id } = added.body;
  expect(added.headers.get('location')).toBe(`http://localhost:8081/scim/v2/Users/${id}`);
  const page = await scim('GET', '/Users?startIndex=2&count=1');
  // The other one signs in with a password and a phone.
  expect([page.body.totalResults, page.body.itemsPerPage]).toEqual([2, 1]);
  expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 2, Resources: [] });

  const put = (changes: object) => scim('PUT', `/Users/${id}`, { ...okta, ...changes });
  expect((await put({ displayName: 'Sigrún J.', active: false })).body).toMatchObject({
    displayName: 'Sigrún J.',
    active: false,
  });
  expect((await put({ active: true })).body.active).toBe(true);
  expect((await patch(id, { op: 'replace', value: { active: false } })).body.active).toBe(false);
});

test('HOLD-11: a deleted user is unknown to the directory and refused here, and is the same employee when added again', async () => {
  const { id } = await add();
  expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
  expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
  expect((await scim('DELETE', `/Users/${id}`)).status).toBe(404);
  expect((await patch(id, { op: 'replace', path: 'active', value: true })).status).toBe(404);
  expect((await scim('GET', '/Users?filter=userName%20eq%20%22sigrun%40hofn.example%22')).body).toMatchObject(
    {
      totalResults: 0,
    },
  );
  expect((await signIn()).answer.status).toBe(403);
  expect(await rowOf(id)).toMatchObject({ active: false, subject: employee.sub });
  expect((await add({ displayName: 'Sigrún Ný', name: undefined })).id).toBe(id);
  expect(await rowOf(id)).toMatchObject({ active: true, fullName: 'Sigrún Ný' });
});

test('HOLD-11: the directory cannot reactivate an employee dismissed by an administrator', async () => {
  const { id } = await add();
  const { db } = federation.identity.database;
  await db
    .update(employees)
    .set({ active: false, inactiveBy: 'staff' })
    .where(eq(employees.id, `employee|${id}`));
  const restored = await scim('PUT', `/Users/${id}`, sigrun);
  expect([restored.status, restored.body.scimType]).toEqual([400, 'mutability']);
  expect(await rowOf(id)).toMatchObject({ active: false });
});

test('HOLD-11: an employee who exists already is linked by their external id, and signs in there from then on', async () => {
  const { db } = federation.identity.database;
  await db.insert(employees).values({
    id: 'employee|ari',
    username: 'ari@hofn.example',
    fullName: 'Ari Prófsson',
    email: 'ari@hofn.example',
    roles: ['agent'],
  });
  const found = await scim('GET', '/Users?filter=userName%20eq%20%22ari%40hofn.example%22');
  expect(found.body.Resources).toMatchObject([{ id: 'ari' }]);
  expect(found.body.Resources[0]).not.toHaveProperty('externalId');
  expect((await patch('ari', { op: 'Add', path: 'externalId', value: employee.sub })).status).toBe(200);
  expect((await signIn()).answer.status).toBe(303);
  expect(await rowOf('ari')).toMatchObject({ subject: employee.sub, roles: ['agent', 'admin'] });
});

test('HOLD-11: what cannot be kept is refused with the keyword that the standard has for it', async () => {
  const { id } = await add();
  const keywordOf = async (answer: ReturnType<typeof scim>) => {
    const { status, body } = await answer;
    return [status, body.scimType];
  };
  expect(await keywordOf(scim('POST', '/Users', sigrun))).toEqual([409, 'uniqueness']);
  expect(await keywordOf(scim('POST', '/Users', { ...sigrun, externalId: 'other' }))).toEqual([
    409,
    'uniqueness',
  ]);
  const { externalId: _, ...withoutId } = sigrun;
  expect(await keywordOf(scim('POST', '/Users', { ...withoutId, userName: 'x' }))).toEqual([
    400,
    'invalidValue',
  ]);
  expect(await keywordOf(patch(id, { op: 'replace', path: 'active', value: 'maybe' }))).toEqual([
    400,
    'invalidValue',
  ]);
  expect(await keywordOf(patch(id, { op: 'remove', path: 'userName' }))).toEqual([400, 'mutability']);
  expect(await keywordOf(patch(id, { op: 'move', path: 'active' }))).toEqual([400, 'invalidSyntax']);
  expect(await keywordOf(scim('GET', '/Users?filter=active%20eq%20true'))).toEqual([400, 'invalidFilter']);
  expect(await keywordOf(scim('GET', '/Users/none'))).toEqual([404, undefined]);
  const both = await Promise.all(
    [1, 2].map(() => scim('POST', '/Users', { ...sigrun, externalId: 'n', userName: 'n@x.is' })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});
