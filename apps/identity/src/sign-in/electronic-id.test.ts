import { hash } from 'node:crypto';
import { customers, oidcRecords, signInAttempts } from '@hofn/database';
import { inRoleOf } from '@hofn/database/testing.ts';
import { challengeOf, type EidCall, EidRefused, type EidState, EidUnavailable } from '@hofn/service/eid.ts';
import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createVisitor, people, startIdentity, type TestIdentity, type Visitor } from '../testing.ts';
import { beginAttempt, limits } from './attempts.ts';

const { customer, other } = people;
const phone = '6150001';

let identity: TestIdentity;
let now = new Date();
/** What the fake eID service answers: an error on call, the call's state, and the confirmed kennitala. */
let callError: () => Error | undefined | Promise<Error | undefined>;
let state: EidState;
let confirmedBy: string | Error;
const calls: EidCall[] = [];
let polls = 0;
beforeAll(async () => {
  identity = await startIdentity({
    clock: { now: () => now },
    eid: {
      call: async (call) => {
        calls.push(call);
        const error = await callError();
        if (error) throw error;
        return 'talk';
      },
      state: async () => {
        polls += 1;
        return state;
      },
      collect: async () => {
        if (confirmedBy instanceof Error) throw confirmedBy;
        return { ssn: confirmedBy, cms: new Uint8Array() };
      },
    },
  });
  await identity.database.db
    .update(customers)
    .set({ mobilePhone: phone })
    .where(eq(customers.id, customer.sub));
});
afterAll(() => identity.stop());
beforeEach(async () => {
  const { db } = identity.database;
  now = new Date();
  callError = () => undefined;
  state = { state: 'waiting' };
  confirmedBy = customer.ssn;
  calls.length = 0;
  identity.lines.length = 0;
  await db.delete(signInAttempts);
  await db.delete(oidcRecords);
});

const openSignIn = async (params: Record<string, string> = {}, visitor = createVisitor(identity)) => {
  const { page, transaction } = await visitor.openSignIn(params);
  return { visitor, page, transaction, eid: `${page}/electronic-id` };
};
type OpenedSignIn = Awaited<ReturnType<typeof openSignIn>>;
const read = async (answer: Response) => ({ status: answer.status, html: await answer.text() });
const call = async ({ visitor, eid }: OpenedSignIn, fields: Record<string, string> = {}) =>
  visitor.send(eid, { method: 'mobile', called: '615 0001', ...fields });
const openCallPage = async ({ visitor, eid }: Pick<OpenedSignIn, 'visitor' | 'eid'>) => visitor.visit(eid);
const stateOf = async ({ visitor, eid }: OpenedSignIn) =>
  ((await (await visitor.visit(`${eid}/state`)).json()) as { state: string }).state;
/** By default past the interval between polls. */
const advance = (seconds = 2) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const confirm = () => {
  state = { state: 'confirmed', reference: 'session' };
};
const startCall = async (visitor?: Visitor) => {
  const opened = await openSignIn({}, visitor);
  const answer = await call(opened);
  expect(answer.status).toBe(303);
  return opened;
};

test('AUTH-10b: the page shows the same code as the phone, and a confirmed call signs in', async () => {
  const opened = await openSignIn();
  const answer = await call(opened);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${opened.eid}?language=is`]);
  const [sentCall] = calls;
  const code = challengeOf(sentCall?.sha256 ?? Buffer.alloc(32));
  expect(sentCall).toMatchObject({ method: 'mobile', called: phone });
  expect(sentCall?.message).toBe(`Innskráning á Mínar síður. Öryggistala: ${code}`);
  expect(sentCall?.message.length).toBeLessThanOrEqual(60);
  const page = await read(await openCallPage(opened));
  expect(page.html).toContain(`aria-label="${[...code].join(' ')}"`);
  expect(page.html).toContain('615 0001');
  expect(page.html).toContain('<noscript><meta http-equiv="refresh"');
  expect(await stateOf(opened)).toBe('waiting');

  confirm();
  advance();
  expect(await stateOf(opened)).toBe('confirmed');
  const back = await opened.visitor.followToClient(await openCallPage(opened));
  const tokens = await opened.visitor.redeem(back.searchParams.get('code') ?? '', opened.transaction);
  const { id_token: idToken } = (await tokens.json()) as { id_token: string };
  expect(decodeJwt(idToken)).toMatchObject({ sub: customer.sub, amr: ['mca', 'mfa'] });
  expect(identity.lines).toContainEqual(
    expect.objectContaining({ audit: 'sign-in', method: 'electronic-id', sub: customer.sub }),
  );
  // A completed call cannot be used again.
  expect((await openCallPage(opened)).status).toBe(400);
});

test('AUTH-10b: each call signs its own random number', async () => {
  await startCall();
  await startCall();
  expect(new Set(calls.map(({ sha256 }) => hash('sha256', sha256))).size).toBe(2);
});

test('AUTH-10b: a call belongs to the browser that started it, even if others know its URL', async () => {
  const { eid } = await startCall();
  confirm();
  const answer = await read(await openCallPage({ visitor: createVisitor(identity), eid }));
  expect([answer.status, answer.html]).toEqual([400, expect.stringContaining('Innskráningin er útrunnin')]);
});

test('AUTH-10b, AUTH-13: a number without an electronic ID gets the same answers until it times out', async () => {
  const known = await startCall();
  callError = () => new EidRefused('eidNoCertificate');
  const unknown = await startCall();
  const pageOf = async (opened: OpenedSignIn) =>
    (await read(await openCallPage(opened))).html
      .replaceAll(opened.page, 'PAGE')
      .replace(/aria-label="\d \d \d \d"|<span aria-hidden="true">\d<\/span>/g, '');
  expect(await pageOf(unknown)).toBe(await pageOf(known));
  advance(89);
  expect(await stateOf(unknown)).toBe('waiting');
  advance(1);
  expect([await stateOf(unknown), await stateOf(known)]).toEqual(['expired', 'expired']);
  const ended = async (opened: OpenedSignIn) =>
    (await read(await openCallPage(opened))).html.replaceAll(opened.page, 'PAGE');
  expect(await ended(unknown)).toBe(await ended(known));
  expect(await ended(unknown)).toContain('Ekkert svar barst áður en tíminn rann út');
});

test('AUTH-10b: a call cancelled on the phone is reported, and another can be sentCall', async () => {
  const opened = await startCall();
  state = { state: 'cancelled' };
  const page = await read(await openCallPage(opened));
  expect(page.html).toContain('Hætt var við í símanum');
  expect(page.html).toContain('value="6150001"');
  state = { state: 'waiting' };
  await call(opened);
  expect(await stateOf(opened)).toBe('waiting');
  expect(calls).toHaveLength(2);
});

test('AUTH-10b: a confirmed kennitala that is not a customer’s is refused with that reason', async () => {
  const opened = await startCall();
  confirm();
  confirmedBy = '0101901699';
  const page = await read(await openCallPage(opened));
  expect(page.html).toContain('Við fundum engin viðskipti á kennitölunni');
  expect(identity.lines).toContainEqual(
    expect.objectContaining({ audit: 'sign-in refused', reason: 'notACustomer' }),
  );
  expect(JSON.stringify(identity.lines)).not.toContain('0101901699');
});

test('DATA-3b: a former customer cannot sign in, neither by phone nor with an existing password', async () => {
  const { db } = identity.database;
  const left = (leftAt: string | null) =>
    db.update(customers).set({ leftAt }).where(eq(customers.id, customer.sub));
  const opened = await startCall();
  confirm();
  await left(now.toISOString());
  try {
    expect((await read(await openCallPage(opened))).html).toContain(
      'Við fundum engin viðskipti á kennitölunni',
    );
    const { visitor, page } = await openSignIn();
    const typed = { name: customer.ssn, password: customer.password };
    expect(await (await visitor.send(page, typed)).text()).toContain('passa ekki saman');
    await left(null);
    expect((await visitor.send(page, typed)).status).toBe(303);
  } finally {
    await left(null);
  }
});

test('AUTH-10b: the app is called by kennitala, and nobody else may confirm', async () => {
  const opened = await openSignIn();
  expect((await call(opened, { method: 'app', called: '010190-1509' })).status).toBe(303);
  expect(calls[0]).toMatchObject({ method: 'app', called: other.ssn });
  expect((await read(await openCallPage(opened))).html).toContain('Opnaðu Auðkennisappið');
  confirm();
  advance();
  expect((await openCallPage(opened)).status).toBe(500);
  confirmedBy = other.ssn;
  expect((await opened.visitor.followToClient(await openCallPage(opened))).searchParams.has('code')).toBe(
    true,
  );
});

test('AUTH-10b: an outage of the eID service is reported and does not count as an attempt', async () => {
  const opened = await openSignIn();
  callError = () => new EidUnavailable('away');
  for (let attempt = 0; attempt < 6; attempt += 1)
    expect((await read(await call(opened))).html).toContain('Rafræn skilríki svara ekki');
  callError = () => undefined;
  expect((await call(opened)).status).toBe(303);
  confirm();
  confirmedBy = new EidUnavailable('away');
  expect((await read(await openCallPage(opened))).html).toContain('Rafræn skilríki svara ekki');
});

test('AUTH-10b: when the button is pressed twice, a failing first call does not end the second', async () => {
  const opened = await openSignIn();
  const failing = Promise.withResolvers<Error>();
  callError = () => failing.promise;
  const first = call(opened);
  await expect.poll(() => calls).toHaveLength(1);
  callError = () => undefined;
  advance();
  expect((await call(opened)).status).toBe(303);
  failing.resolve(new EidUnavailable('away'));
  expect((await read(await first)).html).toContain('Rafræn skilríki svara ekki');
  expect(await stateOf(opened)).toBe('waiting');
});

test('AUTH-10b, AUTH-10d: a missing body counts as an empty form', async () => {
  const { visitor, page, eid } = await openSignIn();
  const empty = async (path: string) => read(await visitor.visit(path, { method: 'POST' }));
  expect(await empty(eid)).toMatchObject({ status: 200, html: expect.stringContaining('id="called-error"') });
  expect(await empty(page)).toMatchObject({ status: 200, html: expect.stringContaining('id="name-error"') });
  expect((await empty(`${page}/credentials`)).html).toContain('id="ssn-error"');
  expect((await empty(`${page}/passkey`)).status).toBe(200);
  expect((await empty('/password?key=x')).status).toBe(410);
});

test('AUTH-10b: a locked PIN is reported', async () => {
  callError = () => new EidRefused('eidPinLocked');
  const answer = await read(await call(await openSignIn({ ui_locales: 'en' })));
  expect(answer.html).toContain('The PIN is locked after too many attempts');
});

test('AUTH-13: after five calls a phone has to wait, but not from its owner’s known browser', async () => {
  const own = await startCall();
  confirm();
  await own.visitor.followToClient(await openCallPage(own));
  state = { state: 'waiting' };
  for (let attempt = 0; attempt < 5; attempt += 1) await startCall();
  const sixth = await read(await call(await openSignIn()));
  expect(sixth.html).toContain('Of margar beiðnir hafa verið sendar í þetta númer');
  expect(calls).toHaveLength(6);
  const again = await openSignIn({ prompt: 'login' }, own.visitor);
  expect((await call(again)).status).toBe(303);
  advance(601);
  expect((await call(await openSignIn())).status).toBe(303);
});

test('AUTH-13: an address over its call limit can call nobody', async () => {
  await startCall();
  for (let n = 1; n < limits.callAddress.failures; n += 1)
    await beginAttempt(identity.database.db, 'callAddress', '127.0.0.1', now);
  const next = await read(await call(await openSignIn(), { called: '615 0002' }));
  expect(next.html).toContain('Of margar beiðnir hafa verið sendar í þetta númer');
  expect(calls).toHaveLength(1);
});

test('AUTH-10b: the service is polled once a second, however often the page polls', async () => {
  const opened = await startCall();
  polls = 0;
  await Promise.all(Array.from({ length: 6 }, () => stateOf(opened)));
  expect(polls).toBe(1);
  advance();
  await stateOf(opened);
  expect(polls).toBe(2);
});

test('AUTH-10b, FORM-6b: a call can be cancelled on the page, and an invalid number is reported at its field', async () => {
  const opened = await startCall();
  const back = await opened.visitor.send(`${opened.eid}/cancel`, {});
  expect(back.headers.get('location')).toBe(`${opened.page}?way=eid&language=is`);
  expect(await stateOf(opened)).toBe('gone');
  expect((await read(await call(opened, { called: '' }))).html).toContain(
    '<a href="#called">Skráðu farsímanúmerið þitt</a>',
  );
  const short = await read(await call(opened, { called: '"><b>12' }));
  expect(short.html).toContain('Skráðu sjö stafa íslenskt símanúmer');
  expect(short.html).toContain('value="&quot;&gt;&lt;b&gt;12"');
  expect((await read(await call(opened, { method: 'app', called: '12' }))).html).toContain('tíu tölustafir');
  expect(calls).toHaveLength(1);
});

test('AUTH-10b: a number is remembered on request, and forgotten on request', async () => {
  const { visitor, ...opened } = await openSignIn();
  await call({ visitor, ...opened }, { asks: 'phone', remember: 'yes' });
  const next = await openSignIn({}, visitor);
  const page = (await read(await visitor.visit(next.page))).html;
  expect(page).toContain('value="6150001"');
  expect(page).toContain('name="remember" value="yes" checked');
  await call(next, { asks: 'phone' });
  expect((await read(await visitor.visit((await openSignIn({}, visitor)).page))).html).toContain(
    'id="password"',
  );
});

test('AUTH-10b, HOLD-11: staff cannot use an electronic ID without their password', async () => {
  const opened = await openSignIn({ connection: 'employee' });
  expect((await call(opened)).status).toBe(400);
  expect(calls).toEqual([]);
  expect((await read(await opened.visitor.visit(`${opened.page}?way=eid`))).html).toContain('Notandanafn');
});

test('HOLD-13: customers are never searched by phone, and an address over its limit causes no look-up', async () => {
  type Client = { query(statement: string | { text: string }): unknown };
  const { db } = await inRoleOf('identity', identity.database);
  const { $client } = db as unknown as { $client: Client };
  const query = vi.spyOn($client, 'query');
  const customerQueries = () =>
    query.mock.calls
      .map(([statement]) => (typeof statement === 'string' ? statement : statement.text))
      .filter((text) => text.includes('from "customers"'));
  const opened = await startCall();
  expect(customerQueries().filter((text) => /where .*"mobile_phone"/.test(text))).toEqual([]);
  for (let n = 0; n < limits.callAddress.failures; n += 1)
    await beginAttempt(identity.database.db, 'callAddress', '127.0.0.1', now);
  query.mockClear();
  expect((await call(opened)).status).toBe(200);
  expect(customerQueries()).toEqual([]);
  expect(query).toHaveBeenCalled();
  query.mockRestore();
});
