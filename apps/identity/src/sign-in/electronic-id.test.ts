import { hash } from 'node:crypto';
import { customers, oidcRecords, signInAttempts } from '@hofn/database';
import { challengeOf, type EidCall, EidRefused, EidSilent, type EidState } from '@hofn/service/eid.ts';
import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createVisitor, people, startIdentity, type TestIdentity, type Visitor } from '../testing.ts';
import { beginAttempt, limits } from './attempts.ts';

const { customer, other } = people;
const phone = '6150001';

let identity: TestIdentity;
let now = new Date();
/** What the service is to say of a call, and whose electronic ID it is. */
let begins: () => Error | undefined | Promise<Error | undefined>;
let state: EidState;
let confirmedBy: string | Error;
const calls: EidCall[] = [];
let asked = 0;
beforeAll(async () => {
  identity = await startIdentity({
    clock: { now: () => now },
    eid: {
      call: async (call) => {
        calls.push(call);
        const error = await begins();
        if (error) throw error;
        return 'talk';
      },
      state: async () => {
        asked += 1;
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
  begins = () => undefined;
  state = { state: 'waiting' };
  confirmedBy = customer.ssn;
  calls.length = 0;
  identity.lines.length = 0;
  await db.delete(signInAttempts);
  await db.delete(oidcRecords);
});

const opened = async (params: Record<string, string> = {}, visitor = createVisitor(identity)) => {
  const { page, transaction } = await visitor.openSignIn(params);
  return { visitor, page, transaction, eid: `${page}/electronic-id` };
};
type Place = Awaited<ReturnType<typeof opened>>;
const read = async (answer: Response) => ({ status: answer.status, html: await answer.text() });
const call = async ({ visitor, eid }: Place, fields: Record<string, string> = {}) =>
  visitor.send(eid, { method: 'mobile', called: '615 0001', ...fields });
const look = async ({ visitor, eid }: Pick<Place, 'visitor' | 'eid'>) => visitor.visit(eid);
const stateOf = async ({ visitor, eid }: Place) =>
  ((await (await visitor.visit(`${eid}/state`)).json()) as { state: string }).state;
/** After the second in which the service is asked once. */
const later = (seconds = 2) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const confirm = () => {
  state = { state: 'confirmed', reference: 'session' };
};
const called = async (visitor?: Visitor) => {
  const place = await opened({}, visitor);
  const answer = await call(place);
  expect(answer.status).toBe(303);
  return place;
};

test('AUTH-10b: the code that the phone shows stands on the page, and a confirmed call signs in', async () => {
  const place = await opened();
  const answer = await call(place);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${place.eid}?language=is`]);
  const [made] = calls;
  const code = challengeOf(made?.sha256 ?? Buffer.alloc(32));
  expect(made).toMatchObject({ method: 'mobile', called: phone });
  expect(made?.message).toBe(`Innskráning á Mínar síður. Öryggistala: ${code}`);
  expect(made?.message.length).toBeLessThanOrEqual(60);
  const page = await read(await look(place));
  expect(page.html).toContain(`aria-label="${[...code].join(' ')}"`);
  expect(page.html).toContain('615 0001');
  expect(page.html).toContain('<noscript><meta http-equiv="refresh"');
  expect(await stateOf(place)).toBe('waiting');

  confirm();
  later();
  expect(await stateOf(place)).toBe('confirmed');
  const back = await place.visitor.followToClient(await look(place));
  const tokens = await place.visitor.redeem(back.searchParams.get('code') ?? '', place.transaction);
  const { id_token: idToken } = (await tokens.json()) as { id_token: string };
  expect(decodeJwt(idToken)).toMatchObject({ sub: customer.sub, amr: ['mca', 'mfa'] });
  expect(identity.lines).toContainEqual(
    expect.objectContaining({ audit: 'sign-in', method: 'electronic-id', sub: customer.sub }),
  );
  // Done, it opens nothing a second time.
  expect((await look(place)).status).toBe(400);
});

test('AUTH-10b: each call signs a number of its own', async () => {
  await called();
  await called();
  expect(new Set(calls.map(({ sha256 }) => hash('sha256', sha256))).size).toBe(2);
});

test('AUTH-10b: it belongs to the browser that asked, whoever knows its address', async () => {
  const { eid } = await called();
  confirm();
  const answer = await read(await look({ visitor: createVisitor(identity), eid }));
  expect([answer.status, answer.html]).toEqual([400, expect.stringContaining('Innskráningin er útrunnin')]);
});

test('AUTH-10b, AUTH-13: a number without an electronic ID is answered as any other, until its time is over', async () => {
  const known = await called();
  begins = () => new EidRefused('eidNoCertificate');
  const unknown = await called();
  const pageOf = async (place: Place) =>
    (await read(await look(place))).html
      .replaceAll(place.page, 'PAGE')
      .replace(/aria-label="\d \d \d \d"|<span aria-hidden="true">\d<\/span>/g, '');
  expect(await pageOf(unknown)).toBe(await pageOf(known));
  later(89);
  expect(await stateOf(unknown)).toBe('waiting');
  later(1);
  expect([await stateOf(unknown), await stateOf(known)]).toEqual(['expired', 'expired']);
  const ended = async (place: Place) => (await read(await look(place))).html.replaceAll(place.page, 'PAGE');
  expect(await ended(unknown)).toBe(await ended(known));
  expect(await ended(unknown)).toContain('Ekkert svar barst áður en tíminn rann út');
});

test('AUTH-10b: what the phone refuses is told, and another call may follow', async () => {
  const place = await called();
  state = { state: 'cancelled' };
  const page = await read(await look(place));
  expect(page.html).toContain('Hætt var við í símanum');
  expect(page.html).toContain('value="6150001"');
  state = { state: 'waiting' };
  await call(place);
  expect(await stateOf(place)).toBe('waiting');
  expect(calls).toHaveLength(2);
});

test('AUTH-10b: who confirms and is nobody’s customer is told so, and is not let in', async () => {
  const place = await called();
  confirm();
  confirmedBy = '0101901699';
  const page = await read(await look(place));
  expect(page.html).toContain('Við fundum engin viðskipti á kennitölunni');
  expect(identity.lines).toContainEqual(
    expect.objectContaining({ audit: 'sign-in refused', reason: 'stranger' }),
  );
  expect(JSON.stringify(identity.lines)).not.toContain('0101901699');
});

test('DATA-3b: who has left us and is kept by name alone is not let in, neither by phone nor by a password that stands', async () => {
  const { db } = identity.database;
  const left = (leftAt: string | null) =>
    db.update(customers).set({ leftAt }).where(eq(customers.id, customer.sub));
  const place = await called();
  confirm();
  await left(now.toISOString());
  try {
    expect((await read(await look(place))).html).toContain('Við fundum engin viðskipti á kennitölunni');
    const { visitor, page } = await opened();
    const typed = { name: customer.ssn, password: customer.password };
    expect(await (await visitor.send(page, typed)).text()).toContain('passa ekki saman');
    await left(null);
    expect((await visitor.send(page, typed)).status).toBe(303);
  } finally {
    await left(null);
  }
});

test('AUTH-10b: in the app a kennitala is called, and nobody else may confirm it', async () => {
  const place = await opened();
  expect((await call(place, { method: 'app', called: '010190-1509' })).status).toBe(303);
  expect(calls[0]).toMatchObject({ method: 'app', called: other.ssn });
  expect((await read(await look(place))).html).toContain('Opnaðu Auðkennisappið');
  confirm();
  later();
  expect((await look(place)).status).toBe(500);
  confirmedBy = other.ssn;
  expect((await place.visitor.followToClient(await look(place))).searchParams.has('code')).toBe(true);
});

test('AUTH-10b: a service that is down is told, costs no try, and one that falls silent meanwhile is waited for', async () => {
  const place = await opened();
  begins = () => new EidSilent('away');
  for (let attempt = 0; attempt < 6; attempt += 1)
    expect((await read(await call(place))).html).toContain('Rafræn skilríki svara ekki');
  begins = () => undefined;
  expect((await call(place)).status).toBe(303);
  confirm();
  confirmedBy = new EidSilent('away');
  expect((await read(await look(place))).html).toContain('Rafræn skilríki svara ekki');
});

test('AUTH-10b: pressed twice, a call that failed does not take the other with it', async () => {
  const place = await opened();
  const failing = Promise.withResolvers<Error>();
  begins = () => failing.promise;
  const first = call(place);
  await expect.poll(() => calls).toHaveLength(1);
  begins = () => undefined;
  later();
  expect((await call(place)).status).toBe(303);
  failing.resolve(new EidSilent('away'));
  expect((await read(await first)).html).toContain('Rafræn skilríki svara ekki');
  expect(await stateOf(place)).toBe('waiting');
});

test('AUTH-10b, AUTH-10d: a form without a content is one that nobody filled in', async () => {
  const { visitor, page, eid } = await opened();
  const empty = async (path: string) => read(await visitor.visit(path, { method: 'POST' }));
  expect(await empty(eid)).toMatchObject({ status: 200, html: expect.stringContaining('id="called-error"') });
  expect(await empty(page)).toMatchObject({ status: 200, html: expect.stringContaining('id="name-error"') });
  expect((await empty(`${page}/credentials`)).html).toContain('id="ssn-error"');
  expect((await empty(`${page}/passkey`)).status).toBe(200);
  expect((await empty('/password?key=x')).status).toBe(410);
});

test('AUTH-10b: a locked PIN is told', async () => {
  begins = () => new EidRefused('eidPinLocked');
  const answer = await read(await call(await opened({ ui_locales: 'en' })));
  expect(answer.html).toContain('The PIN is locked after too many attempts');
});

test('AUTH-13: a phone is called five times, then waits; its owner’s own browser is not kept out', async () => {
  const own = await called();
  confirm();
  await own.visitor.followToClient(await look(own));
  state = { state: 'waiting' };
  for (let attempt = 0; attempt < 5; attempt += 1) await called();
  const sixth = await read(await call(await opened()));
  expect(sixth.html).toContain('Of margar beiðnir hafa verið sendar í þetta númer');
  expect(calls).toHaveLength(6);
  const again = await opened({ prompt: 'login' }, own.visitor);
  expect((await call(again)).status).toBe(303);
  later(601);
  expect((await call(await opened())).status).toBe(303);
});

test('AUTH-13: an address that has made too many calls makes no more, whoever is called', async () => {
  await called();
  for (let made = 1; made < limits.callAddress.failures; made += 1)
    await beginAttempt(identity.database.db, 'callAddress', '127.0.0.1', now);
  const next = await read(await call(await opened(), { called: '615 0002' }));
  expect(next.html).toContain('Of margar beiðnir hafa verið sendar í þetta númer');
  expect(calls).toHaveLength(1);
});

test('AUTH-10b: however often the page asks, the service is asked once a second', async () => {
  const place = await called();
  asked = 0;
  await Promise.all(Array.from({ length: 6 }, () => stateOf(place)));
  expect(asked).toBe(1);
  later();
  await stateOf(place);
  expect(asked).toBe(2);
});

test('AUTH-10b, FORM-6b: it is cancelled here too, and what is no number is told at its field', async () => {
  const place = await called();
  const back = await place.visitor.send(`${place.eid}/cancel`, {});
  expect(back.headers.get('location')).toBe(`${place.page}?way=eid&language=is`);
  expect(await stateOf(place)).toBe('gone');
  expect((await read(await call(place, { called: '' }))).html).toContain(
    '<a href="#called">Skráðu farsímanúmerið þitt</a>',
  );
  const short = await read(await call(place, { called: '"><b>12' }));
  expect(short.html).toContain('Símanúmer er sjö tölustafir');
  expect(short.html).toContain('value="&quot;&gt;&lt;b&gt;12"');
  expect((await read(await call(place, { method: 'app', called: '12' }))).html).toContain('tíu tölustafir');
  expect(calls).toHaveLength(1);
});

test('AUTH-10b: a number is remembered when its owner asks for that, and forgotten again', async () => {
  const { visitor, ...place } = await opened();
  await call({ visitor, ...place }, { asks: 'phone', remember: 'yes' });
  const next = await opened({}, visitor);
  const page = (await read(await visitor.visit(next.page))).html;
  expect(page).toContain('value="6150001"');
  expect(page).toContain('name="remember" value="yes" checked');
  await call(next, { asks: 'phone' });
  expect((await read(await visitor.visit((await opened({}, visitor)).page))).html).toContain('id="password"');
});

test('AUTH-10b, AUTH-10c: staff have their password alone', async () => {
  const place = await opened({ connection: 'employee' });
  expect((await call(place)).status).toBe(400);
  expect(calls).toEqual([]);
  expect((await read(await place.visitor.visit(`${place.page}?way=eid`))).html).toContain('Notandanafn');
});

test('HOLD-13: no call searches customers by phone, and an address over its limit looks nobody up', async () => {
  type Client = { query(asked: string | { text: string }): unknown };
  const { $client } = identity.database.db as unknown as { $client: Client };
  const query = vi.spyOn($client, 'query');
  const looked = () =>
    query.mock.calls
      .map(([asked]) => (typeof asked === 'string' ? asked : asked.text))
      .filter((text) => text.includes('from "customers"'));
  const place = await called();
  expect(looked().filter((text) => /where .*"mobile_phone"/.test(text))).toEqual([]);
  for (let n = 0; n < limits.callAddress.failures; n += 1)
    await beginAttempt(identity.database.db, 'callAddress', '127.0.0.1', now);
  query.mockClear();
  expect((await call(place)).status).toBe(200);
  expect(looked()).toEqual([]);
  expect(query).toHaveBeenCalled();
  query.mockRestore();
});
