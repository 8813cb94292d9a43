import {
  type CredentialsJob,
  credentials,
  credentialsQueue,
  mails,
  oidcRecords,
  signInAttempts,
} from '@hofn/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { beginAttempt, limits } from '../sign-in/attempts.ts';
import { createVisitor, people, startIdentity, type TestIdentity, type Visitor } from '../testing.ts';

const { customer, other } = people;
const newPassword = 'Hekla gýs við sólsetur';

let identity: TestIdentity;
let now = new Date('2026-11-21T12:00:00Z');
beforeAll(async () => {
  identity = await startIdentity({ clock: { now: () => now } });
});
afterAll(() => identity.stop());
beforeEach(async () => {
  const { db } = identity.database;
  // oidc-provider reads the system clock.
  now = new Date();
  await db.delete(signInAttempts);
  await db.delete(oidcRecords);
  await db.delete(mails);
  identity.sent.length = 0;
  identity.lines.length = 0;
});

const openCredentialsPage = async (params: Record<string, string> = {}) => {
  const visitor = createVisitor(identity);
  const { page } = await visitor.openSignIn(params);
  return { visitor, page: `${page}/credentials` };
};
const requestLetter = async ({ visitor, page }: { visitor: Visitor; page: string }, ssn: string) => {
  const answer = await visitor.send(page, { ssn });
  return { status: answer.status, html: await answer.text() };
};
const jobs = () =>
  identity.sent
    .filter(({ queue }) => queue === credentialsQueue.name)
    .map(({ data }) => data as CredentialsJob);
/** Requests a letter. @returns the path of its link */
const linkFor = async (ssn: string): Promise<string> => {
  await requestLetter(await openCredentialsPage(), ssn);
  const { pathname, search } = new URL(jobs().at(-1)?.link ?? '');
  return pathname + search;
};
const choose = async (link: string, password: string) => {
  const answer = await createVisitor(identity).send(link, { password });
  return { status: answer.status, html: await answer.text() };
};
const visit = async (link: string) => {
  const answer = await createVisitor(identity).visit(link);
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
};

test('AUTH-10d, AUTH-13: known and unknown kennitalas cause the same answer and the same work', async () => {
  const opened = await openCredentialsPage();
  const known = await requestLetter(opened, '010190-1429');
  const unknown = await requestLetter(opened, '010190-1699');
  expect(known.html).toContain('Ef kennitalan er á skrá er tölvupóstur á leiðinni');
  expect(unknown).toEqual(known);
  expect(jobs().map(({ customerId }) => customerId)).toEqual([customer.sub, null]);
  const rights = await identity.database.db
    .select()
    .from(oidcRecords)
    .where(eq(oidcRecords.model, 'PasswordRight'));
  expect(rights).toHaveLength(2);
  // Only the job has the link in clear, and the log has no kennitala.
  const key = new URL(jobs()[0]?.link ?? '').searchParams.get('key') ?? '';
  expect(key).toHaveLength(43);
  expect(JSON.stringify([rights, identity.lines])).not.toContain(key);
  expect(JSON.stringify(identity.lines)).not.toContain('0101901429');
});

test('AUTH-10d, LANG-10: screen_hint=credentials opens the credentials page first, also for a signed-in customer', async () => {
  const firstPageOf = async (visitor: Visitor, params: Record<string, string>) => {
    const { page } = await visitor.openSignIn(params);
    const answer = await visitor.visit(page);
    const to = answer.headers.get('location');
    return (to === null ? answer : await visitor.visit(to)).text();
  };
  const visitor = createVisitor(identity);
  const html = await firstPageOf(visitor, { screen_hint: 'credentials', ui_locales: 'en' });
  expect(html).toContain('<h1>Forgotten password</h1>');
  // The back link leads to the sign-in page, not to this page again.
  const back = /<p><a href="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(await (await visitor.visit(back)).text()).toContain('name="password"');

  const here = createVisitor(identity);
  await here.tokens();
  expect(await firstPageOf(here, { screen_hint: 'credentials', prompt: 'login' })).toContain(
    'Gleymt lykilorð</h1>',
  );
  // Staff have no such page, and an unknown hint is ignored.
  for (const params of [{ screen_hint: 'credentials', connection: 'employee' }, { screen_hint: 'signup' }])
    expect(await firstPageOf(createVisitor(identity), params)).toContain('name="password"');
});

test('AUTH-10d: the link for an unknown kennitala is not valid', async () => {
  const link = await linkFor('0101901699');
  expect((await visit(link)).status).toBe(410);
  expect((await choose(link, newPassword)).status).toBe(410);
});

test('AUTH-10d, AUTH-15: the link sets a password once and ends every session', async () => {
  const here = createVisitor(identity);
  const { refresh_token: refreshToken } = await here.tokens();
  const link = await linkFor(customer.ssn);
  const page = await visit(link);
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
  expect((await choose(link, 'stutt')).html).toContain('tíu stafir');
  expect((await choose(link, 'Lykilorð 2026')).html).toContain('<a href="#password">');
  const set = await choose(link, newPassword);
  expect([set.status, set.html]).toEqual([200, expect.stringContaining('Lykilorðinu hefur verið breytt')]);
  expect((await here.refresh(refreshToken)).status).toBe(400);
  expect(await createVisitor(identity).tokens({ name: customer.ssn, password: newPassword })).toHaveProperty(
    'access_token',
  );

  const again = await choose(link, 'Katla gýs við sólsetur');
  expect([again.status, again.html]).toEqual([410, expect.stringContaining('Slóðin gildir ekki lengur')]);
  expect((await visit(link)).status).toBe(410);
  const [mail] = await identity.database.db.select().from(mails);
  expect(mail).toMatchObject({
    kind: 'passwordChanged',
    customerId: customer.sub,
    recipient: customer.email,
  });
  expect(JSON.stringify(identity.lines)).not.toContain('Hekla');
});

test('AUTH-10d: a letter gives a customer their first password and ends a wait', async () => {
  const { db } = identity.database;
  await db.delete(credentials).where(eq(credentials.customerId, other.sub));
  const { visitor, page } = await openCredentialsPage();
  const signInPage = page.replace('/credentials', '');
  for (let failure = 0; failure < 5; failure += 1)
    await visitor.send(signInPage, { name: other.ssn, password: 'rangt lykilorð' });
  expect((await choose(await linkFor(other.ssn), newPassword)).status).toBe(200);
  expect(await createVisitor(identity).tokens({ name: other.ssn, password: newPassword })).toHaveProperty(
    'access_token',
  );
  // No e-mail address on file, so no notification.
  expect(await db.select().from(mails)).toEqual([]);
});

test('AUTH-10d: the link is valid for an hour, and a made-up one never', async () => {
  const link = await linkFor(customer.ssn);
  now = new Date(now.getTime() + 59 * 60_000);
  expect((await visit(link)).status).toBe(200);
  now = new Date(now.getTime() + 60_000);
  expect((await visit(link)).status).toBe(410);
  expect((await choose(link, newPassword)).status).toBe(410);
  expect((await visit('/password?key=made-up')).status).toBe(410);
  expect((await visit('/password?key=made-up&language=en')).html).toContain('The link is no longer valid');
});

test('AUTH-10d, AUTH-13: after three letters the account has to wait, with the same answer', async () => {
  const opened = await openCredentialsPage();
  const answers = [];
  for (let letter = 0; letter < 4; letter += 1) answers.push(await requestLetter(opened, customer.ssn));
  expect(new Set(answers.map(({ html }) => html)).size).toBe(1);
  expect(jobs().map(({ customerId }) => customerId)).toEqual([customer.sub, customer.sub, customer.sub]);
  now = new Date(now.getTime() + 16 * 60_000);
  await requestLetter(opened, customer.ssn);
  expect(jobs().at(-1)?.customerId).toBe(customer.sub);
});

test('AUTH-10d, AUTH-13: an address over its limit gets no letter and the same answer', async () => {
  const opened = await openCredentialsPage();
  const before = await requestLetter(opened, customer.ssn);
  for (let letter = 1; letter < limits.letterAddress.failures; letter += 1)
    await beginAttempt(identity.database.db, 'letterAddress', '127.0.0.1', now);
  expect(await requestLetter(opened, other.ssn)).toEqual(before);
  expect(jobs().map(({ customerId }) => customerId)).toEqual([customer.sub]);
});

test('AUTH-10d: an invalid kennitala is reported at its field, and staff have no such page', async () => {
  const opened = await openCredentialsPage({ ui_locales: 'en' });
  const empty = await requestLetter(opened, '');
  expect(empty.html).toContain('<a href="#ssn">Enter your national ID</a>');
  expect((await requestLetter(opened, '123')).html).toContain('value="123"');
  expect(jobs()).toEqual([]);
  const staff = await openCredentialsPage({ connection: 'employee' });
  expect((await requestLetter(staff, customer.ssn)).status).toBe(400);
  const page = await staff.visitor.visit(staff.page.replace('/credentials', ''));
  expect(await page.text()).not.toContain('credentials');
});

test('HOLD-13: over a limit nothing is written, so that no address can flood the letter queue', async () => {
  const { db } = identity.database;
  const opened = await openCredentialsPage();
  for (let letter = 0; letter < 40; letter += 1) await requestLetter(opened, String(1_000_000_000 + letter));
  expect(jobs()).toHaveLength(limits.letterAddress.failures);
  const rights = await db.$count(oidcRecords, eq(oidcRecords.model, 'PasswordRight'));
  expect(rights).toBe(limits.letterAddress.failures);
});

test('HOLD-24: a new password with a control character is refused at its field, and the link stays valid', async () => {
  const link = await linkFor(customer.ssn);
  const another = 'Katla gýs við sólarupprás';
  const refused = await choose(link, `${another}\u0007`);
  expect(refused.status).toBe(400);
  expect(refused.html).toMatch(/id="password-error">[^<]*(stýritákn|control character)/);
  expect((await choose(link, another)).status).toBe(200);
});
