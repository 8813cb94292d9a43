import type { AccessGrant, InvolvedCompany, Problem, ReceivedGrant, User } from '@hofn/contracts';
import {
  accessGrants,
  callCounts,
  companyInvolvement,
  customers,
  type Database,
  mails,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { formatDate } from '@hofn/texts';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fixedClock, type Issuer, noon, startApi } from '../testing.ts';
import { endOf, granteeOf } from './grants.ts';
import { accessMails } from './mails.ts';
import { fillAccess } from './testing.ts';

const settings = '/api/user/v1/settings';
const ssnOf = {
  anna: '1402851489',
  birgir: '0303831459',
  felag: '5001141499',
  nyr: '2012991449',
} as const;
type Name = keyof typeof ssnOf;

test('ACC-2: access ends after a year unless another day is chosen, two years ahead at most', () => {
  const on = (requested?: string) => endOf(requested, '2026-11-21');
  expect(on()).toEqual({ validTo: '2027-11-21' });
  expect(on('2026-11-21')).toEqual({ validTo: '2026-11-21' });
  expect(on('2028-11-21')).toEqual({ validTo: '2028-11-21' });
  expect(on('2028-11-22')).toMatchObject({ fault: { path: 'validTo', reason: 'grantTooLong' } });
  expect(on('2026-11-20')).toMatchObject({ fault: { path: 'validTo', reason: 'dateInPast' } });
  expect(on('2027-02-30')).toMatchObject({ fault: { path: 'validTo', reason: 'invalidDate' } });
});

test('ACC-2, KT-10: access is given to persons, by a kennitala in any notation, and not to those who need none', () => {
  const ask = (text: string, own: string[] = []) =>
    granteeOf(text, own, { checkDigit: 'strict', allowTestIds: true });
  expect(ask(' 201299-1449 ')).toEqual({ ssn: '2012991449' });
  expect(ask('2012991459')).toMatchObject({ fault: { path: 'ssn', reason: 'invalidSsn' } });
  expect(ask('651298-1489')).toMatchObject({ fault: { reason: 'notAPerson' } });
  // Neither the customer nor the actor.
  for (const own of [['2012991449'], ['1402851489', '2012991449']])
    expect(ask('2012991449', own)).toMatchObject({ fault: { reason: 'grantToSelf' } });
});

describeWithDatabase('access', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  const clock = fixedClock();

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await database.db.update(customers).set({ email: 'birgir@example.is' }).where(eq(customers.id, 'birgir'));
    await database.db.insert(companyInvolvement).values([
      { customerId: 'anna', companyId: 'felag', involvement: 'procuration', registeredOn: '2020-01-01' },
      { customerId: 'anna', companyId: 'felag', involvement: 'owner', registeredOn: '2020-01-01' },
      { customerId: 'birgir', companyId: 'felag', involvement: 'board', registeredOn: '2020-01-01' },
    ]);
    issuer = await createIssuer();
    api = await startApi(database, issuer, {
      clock,
      settings: { ...defaultSettings(), RATE_SIGN_IN: 100 },
    });
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    clock.set(noon);
    await fillAccess(database);
    await database.db.delete(mails);
    await database.db.delete(callCounts);
  });

  /** A sign-in session of a person; `shows` is the customer that its page displays. */
  const session = async (name: Name, sid = 's1', shows?: string) => {
    const token = await issuer.token(name, { sid, exp: Date.parse(noon) / 1000 + 4 * 365 * 86_400 });
    const ask = async <Body>(method: string, path: string, body?: object) => {
      const answer = await api.ask(path, {
        method,
        token,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(shows && { 'acting-for': shows }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: (text ? JSON.parse(text) : null) as Body };
    };
    return {
      ask,
      get: <Body>(path: string) => ask<Body>('GET', path),
      post: <Body>(path: string, body: object) => ask<Body>('POST', path, body),
      delete: (path: string) => ask<Problem>('DELETE', path),
      actFor: (who: Name) => ask<User>('POST', '/api/user/v1/login/switchcustomer', { ssn: ssnOf[who] }),
      user: async () => (await ask<User>('GET', '/api/user/v1/info')).body,
      /** Numbers of the policies they see. */
      policies: async () => {
        const { status, body } = await ask<{ items: { number: string }[] } & Problem>(
          'GET',
          '/api/policy/v2',
        );
        return status === 200 ? body.items.map(({ number }) => number).toSorted() : body.errorCode;
      },
    };
  };
  const sent = () =>
    database.db
      .select({ kind: mails.kind, to: mails.recipient, customer: mails.customerId, about: mails.about })
      .from(mails);

  test('PORT-19: given and received grants are saved as CSV and PDF, filtered and sorted as requested', async () => {
    const anna = await session('anna');
    await database.db.insert(accessGrants).values({
      customerId: 'anna',
      id: 'g9',
      holderId: 'nyr',
      role: 'Full',
      validFrom: '2026-11-01',
      validTo: '2027-10-31',
      givenAt: noon,
      givenBy: 'anna',
    });
    const { items } = (await anna.get<{ items: AccessGrant[] }>(`${settings}/accessgrants?sort=name`)).body;
    expect(items.map(({ name }) => name)).toEqual(['Birgir Prófsson', 'Nýr Prófsson']);
    const file = async (path: string, accept: string) => {
      const token = await issuer.token('anna', { sid: 's1' });
      const answer = await api.ask(path, { token, language: 'en', headers: { accept } });
      expect(answer.status).toBe(200);
      const name = answer.headers.get('content-disposition');
      return { name, content: Buffer.from(await answer.arrayBuffer()) };
    };
    const csv = await file(`${settings}/accessgrants?search=Nyr`, 'text/csv');
    expect(csv.name).toContain('access-given-2026-11-21.csv');
    const [, ...rows] = csv.content.toString().trim().split('\r\n');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain('Nýr Prófsson');
    expect(rows[0]).toContain('Full access');
    const received = await file('/api/user/v2/settings/grantedaccess?state=active', 'application/pdf');
    expect(received.name).toContain('access-held-2026-11-21.pdf');
    expect(received.content.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('ACC-2, DATA-10: access is given by kennitala, is seen by both sides, and both are notified of its end', async () => {
    const anna = await session('anna');
    const birgir = await session('birgir');
    const name = await birgir.post<{ current: AccessGrant | null }>(`${settings}/accessgrants/name`, {
      ssn: '140285-1489',
    });
    expect(name).toEqual({
      status: 200,
      body: {
        ssn: ssnOf.anna,
        name: 'Anna Prófdóttir',
        current: expect.objectContaining({ id: 'g2', role: 'Full', validTo: '2027-02-28' }),
        isNotified: true,
      },
    });

    // Look-ups are logged, so that names cannot be collected by kennitala unnoticed.
    expect(api.lines.filter(({ event }) => event === 'access.name')).toMatchObject([
      { actor: 'birgir', subject: 'birgir', via: 'self', holder: 'anna' },
    ]);

    // Replaces the grant she had.
    const given = await birgir.post<AccessGrant>(`${settings}/accessgrants`, {
      ssn: ssnOf.anna,
      role: 'Admin',
      replaces: name.body.current?.id,
    });
    expect(given.status).toBe(201);
    expect(given.body).toMatchObject({
      ssn: ssnOf.anna,
      name: 'Anna Prófdóttir',
      role: 'Admin',
      validFrom: '2026-11-21',
      validTo: '2027-11-21',
      state: 'active',
      endedOn: null,
    });
    const mine = await birgir.get<{ items: AccessGrant[] }>(`${settings}/accessgrants`);
    expect(mine.body.items.map(({ id, role, state }) => [id === given.body.id, role, state])).toEqual([
      [true, 'Admin', 'active'],
      [false, 'Full', 'replaced'],
    ]);
    const received = await anna.get<{ items: ReceivedGrant[] }>('/api/user/v2/settings/grantedaccess');
    expect(received.body.items.find(({ state }) => state === 'active')).toMatchObject({
      id: given.body.id,
      ssn: ssnOf.birgir,
      name: 'Birgir Prófsson',
      isCompany: false,
      role: 'Admin',
    });
    expect((await anna.get(`${settings}/grantedaccess`)).body).toEqual([
      { id: given.body.id, ssn: ssnOf.birgir, name: 'Birgir Prófsson' },
    ]);

    expect((await anna.delete(`${settings}/grantedaccess/${given.body.id}`)).status).toBe(204);
    expect((await anna.get(`${settings}/grantedaccess`)).body).toEqual([]);
    expect((await anna.delete(`${settings}/accessgrants/g1`)).status).toBe(204);
    const ended = await anna.get<{ items: AccessGrant[] }>(`${settings}/accessgrants`);
    expect(ended.body.items).toMatchObject([{ id: 'g1', state: 'revoked', endedOn: '2026-11-21' }]);

    expect((await sent()).map(({ kind, to }) => [kind, to]).toSorted()).toEqual([
      ['accessGiven', 'anna@example.is'],
      // To the giver too: somebody else may have used the session.
      ['accessGivenByYou', 'birgir@example.is'],
      ['accessReturned', 'birgir@example.is'],
      ['accessRevoked', 'birgir@example.is'],
    ]);
    const events = api.lines.filter(({ msg }) => msg === 'audit').map(({ event }) => event);
    expect(events).toEqual(expect.arrayContaining(['access.give', 'access.return', 'access.revoke']));
  });

  test('ACC-2: giving access again leaves a grant that had run out unchanged', async () => {
    const anna = await session('anna');
    clock.set('2027-06-01T12:00:00Z');
    const list = async () =>
      (await anna.get<{ items: AccessGrant[] }>(`${settings}/accessgrants`)).body.items.map(
        ({ state, validTo, endedOn }) => [state, validTo, endedOn],
      );
    const past = ['ended', '2027-02-28', null];
    expect(await list()).toEqual([past]);
    const give = (replaces?: string) =>
      anna.post<AccessGrant>(`${settings}/accessgrants`, { ssn: ssnOf.birgir, role: 'Full', replaces });
    const given = await give();
    expect(given.status).toBe(201);
    expect(await list()).toEqual([['active', '2028-06-01', null], past]);
    const [row] = await database.db
      .select({ endedAt: accessGrants.endedAt })
      .from(accessGrants)
      .where(eq(accessGrants.id, 'g1'));
    expect(new Date(row?.endedAt ?? 0).toISOString()).toBe('2027-03-01T00:00:00.000Z');
    // A grant is still valid on its last day, and is replaced.
    clock.set('2028-06-01T23:59:59Z');
    expect((await give(given.body.id)).status).toBe(201);
    expect((await list())[1]).toEqual(['replaced', '2028-06-01', '2028-06-01']);
  });

  test('ACC-2: only giver and grantee can end a grant, and only once', async () => {
    const nyr = await session('nyr');
    const birgir = await session('birgir');
    for (const id of ['g1', 'g2', 'none']) {
      expect((await nyr.delete(`${settings}/accessgrants/${id}`)).status).toBe(404);
      expect((await nyr.delete(`${settings}/grantedaccess/${id}`)).status).toBe(404);
    }
    // He received g1 and gave g2: neither call ends the other side's grant.
    expect((await birgir.delete(`${settings}/accessgrants/g1`)).status).toBe(404);
    expect((await birgir.delete(`${settings}/grantedaccess/g2`)).status).toBe(404);
    expect((await birgir.delete(`${settings}/accessgrants/g2`)).status).toBe(204);
    expect((await birgir.delete(`${settings}/accessgrants/g2`)).status).toBe(404);
  });

  test('ACC-2: a grant that cannot be given is refused at its field', async () => {
    const anna = await session('anna');
    const give = async (body: object) => {
      const answer = await anna.post<Problem>(`${settings}/accessgrants`, { role: 'Full', ...body });
      return [answer.status, answer.body.errorCode, Object.keys(answer.body.errors ?? {})];
    };
    expect(await give({ ssn: ssnOf.anna })).toEqual([400, 'validation', ['ssn']]);
    expect(await give({ ssn: ssnOf.felag })).toEqual([400, 'validation', ['ssn']]);
    expect(await give({ ssn: '0101901429' })).toEqual([404, 'ssnNotFound', []]);
    expect(await give({ ssn: ssnOf.nyr, validTo: '2028-11-22' })).toEqual([400, 'validation', ['validTo']]);
    expect(await sent()).toEqual([]);
  });

  test('ACC-2: two concurrent grants to the same person leave one valid grant', async () => {
    const anna = await session('anna');
    const give = () => anna.post<AccessGrant>(`${settings}/accessgrants`, { ssn: ssnOf.nyr, role: 'Full' });
    const statuses = (await Promise.all([give(), give(), give()])).map(({ status }) => status);
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
    const { items } = (await anna.get<{ items: AccessGrant[] }>(`${settings}/accessgrants`)).body;
    const toNyr = items.filter(({ ssn, state }) => ssn === ssnOf.nyr && state === 'active');
    expect(toNyr).toHaveLength(1);
  });

  test('LIFE-12: access that somebody has is replaced only by a request that names it, also from two tabs', async () => {
    const anna = await session('anna');
    const give = (role: string, replaces?: string) =>
      anna.post<AccessGrant & Problem>(`${settings}/accessgrants`, { ssn: ssnOf.birgir, role, replaces });
    const active = async () =>
      (await anna.get<{ items: AccessGrant[] }>(`${settings}/accessgrants`)).body.items
        .filter(({ state }) => state === 'active')
        .map(({ id, role }) => [id, role]);
    // He has read access: a grant that names nothing changes neither level nor period, and sends no e-mail.
    for (const answer of [await give('Readonly'), await give('Full'), await give('Full', 'g2')])
      expect([answer.status, answer.body.errorCode]).toEqual([409, 'grantChanged']);
    expect(await active()).toEqual([['g1', 'Readonly']]);
    expect(await sent()).toEqual([]);
    const raised = await give('Admin', 'g1');
    expect(raised.status).toBe(201);
    // A second tab still shows the old level, and would lower it.
    expect((await give('Readonly', 'g1')).body.errorCode).toBe('grantChanged');
    expect(await active()).toEqual([[raised.body.id, 'Admin']]);
    const both = await Promise.all([give('Full', raised.body.id), give('Readonly', raised.body.id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    // Access that has ended meanwhile is not given again unseen.
    const [[last = ''] = []] = await active();
    expect((await anna.delete(`${settings}/accessgrants/${last}`)).status).toBe(204);
    expect((await give('Full', last)).body.errorCode).toBe('grantChanged');
    expect((await give('Full')).status).toBe(201);
  });

  test.each([
    ['is', 'Þú hefur breytt aðgangi: Birgir Prófsson', 'Aðgangi þínum að tryggingum hefur verið breytt'],
    ['en', 'You have changed access: Birgir Prófsson', 'Your access to insurance has been changed'],
  ] as const)(
    'LIFE-12: e-mails of a changed grant say what it was and is now, those of a first grant what is given (%s)',
    async (language, toGiver, toHolder) => {
      const anna = await session('anna');
      const compose = async (kind: keyof ReturnType<typeof accessMails>) => {
        const row = (await sent()).find((mail) => mail.kind === kind);
        if (!row) throw new Error(`${kind} was not queued`);
        const subject = { id: row.customer, kind: 'person', ssn: '', fullName: 'Prófun' } as const;
        const composers = accessMails({ db: database.db, site: 'https://hofn.example' });
        return composers[kind]({ subject, about: row.about, language });
      };
      const give = (role: string, validTo: string, replaces?: string) =>
        anna.post<AccessGrant>(`${settings}/accessgrants`, { ssn: ssnOf.birgir, role, validTo, replaces });
      const active = async ({ get }: typeof anna) =>
        (await get<{ items: AccessGrant[] }>(`${settings}/accessgrants`)).body.items.find(
          ({ state }) => state === 'active',
        );
      const full = await give('Full', '2027-05-31', 'g1');
      await database.db.delete(mails);
      expect((await give('Readonly', '2027-01-31', full.body.id)).status).toBe(201);
      for (const [kind, subject] of [
        ['accessGiven', toHolder],
        ['accessGivenByYou', toGiver],
      ] as const) {
        const letter = await compose(kind);
        expect(letter?.subject, kind).toContain(subject);
        const [before = '', after = ''] = letter?.body.split('\n').filter((line) => /202/.test(line)) ?? [];
        expect(before).toContain(language === 'is' ? 'Var áður: Fullur aðgangur' : 'Before: Full access');
        expect(before).toContain(formatDate(language, '2027-05-31'));
        expect(after).toContain(language === 'is' ? 'Er nú: Lesaðgangur' : 'Now: Read-only');
        expect(after).toContain(formatDate(language, '2027-01-31'));
        expect(JSON.stringify(letter)).not.toMatch(/hefur veitt|fengið aðgang|given (you )?access|\{\w+\}/);
      }
      // Access that is given again after it ended is new, not changed.
      expect((await anna.delete(`${settings}/accessgrants/${(await active(anna))?.id}`)).status).toBe(204);
      await database.db.delete(mails);
      expect((await give('Full', '2027-05-31')).status).toBe(201);
      expect((await compose('accessGiven'))?.subject).toMatch(/fengið aðgang|been given access/);
    },
  );

  test('LIFE-12: the look-up returns a person’s current access, and whether they have an e-mail address', async () => {
    const anna = await session('anna');
    const look = async (who: Name) =>
      (await anna.post(`${settings}/accessgrants/name`, { ssn: ssnOf[who] })).body;
    expect(await look('birgir')).toMatchObject({ current: { id: 'g1', role: 'Readonly' }, isNotified: true });
    expect(await look('nyr')).toMatchObject({ current: null, isNotified: false });
    clock.set('2027-06-01T12:00:00Z');
    expect(await look('birgir')).toMatchObject({ current: null });
  });

  test('ACC-3, DATA-1: acting for another customer applies to the session it was chosen in, and to the whole portal', async () => {
    const birgir = await session('birgir');
    expect(await birgir.policies()).toEqual(['2000001']);
    const acting = await birgir.actFor('anna');
    expect(acting.body).toMatchObject({
      id: 'birgir',
      currentProxyUser: {
        id: 'anna',
        value: ssnOf.anna,
        fullName: 'Anna Prófdóttir',
        via: 'delegate',
        role: 'Readonly',
      },
    });
    expect(await birgir.user()).toEqual(acting.body);
    expect(await birgir.policies()).toEqual(['1000001', '1000002', '1000003']);
    expect(await (await session('birgir', 's2')).policies()).toEqual(['2000001']);

    const returned = await birgir.actFor('birgir');
    expect(returned.body.currentProxyUser).toMatchObject({ id: 'birgir', via: 'self', role: 'Admin' });
    expect(await birgir.policies()).toEqual(['2000001']);
    expect(api.lines.filter(({ event }) => event === 'user.switchCustomer')).toMatchObject([
      { actor: 'birgir', to: 'anna' },
      { actor: 'birgir', subject: 'anna', via: 'delegate', to: 'birgir' },
    ]);
  });

  test('ACC-3: signing out ends acting for another customer', async () => {
    const birgir = await session('birgir');
    await birgir.actFor('anna');
    expect((await birgir.post('/api/user/v1/logout', {})).status).toBe(204);
    expect((await birgir.user()).currentProxyUser.id).toBe('birgir');
  });

  test('ACC-3: a window that shows another customer than the session acts for does nothing in the wrong name', async () => {
    const shows = (who: string) => session('birgir', 's1', who);
    const own = await shows('birgir');
    const annas = await shows('anna');
    await own.actFor('anna');
    // A window that still shows his own data keeps working on it.
    expect(await own.policies()).toEqual(['2000001']);
    expect(await annas.policies()).toEqual(['1000001', '1000002', '1000003']);
    await own.actFor('birgir');
    expect(await annas.policies()).toBe('subjectChanged');
    expect((await (await shows('felag')).post<Problem>('/api/document/v1/memo', {})).body.errorCode).toBe(
      'subjectChanged',
    );
    // userInfo is not about a customer: a page calls it to learn who that is.
    expect((await annas.user()).currentProxyUser.id).toBe('birgir');
  });

  test('ACC-5: revoked, returned and expired access has no effect from the next call on', async () => {
    const anna = await session('anna');
    const birgir = await session('birgir');
    const endings: Array<() => Promise<unknown> | unknown> = [
      () => anna.delete(`${settings}/accessgrants/g1`),
      () => birgir.delete(`${settings}/grantedaccess/g1`),
      () => clock.set('2027-03-01T00:00:01Z'),
    ];
    for (const end of endings) {
      clock.set(noon);
      await fillAccess(database);
      await birgir.actFor('anna');
      clock.set('2027-02-28T23:59:59Z');
      expect(await birgir.policies()).toEqual(['1000001', '1000002', '1000003']);
      await end();
      expect(await birgir.policies()).toBe('accessEnded');
      // He learns whose access ended, and sees his own data once he has acknowledged it.
      expect(await birgir.user()).toMatchObject({
        currentProxyUser: { id: 'birgir', via: 'self' },
        endedProxyUser: { fullName: 'Anna Prófdóttir' },
      });
      expect((await birgir.actFor('birgir')).body.endedProxyUser).toBeNull();
      expect(await birgir.policies()).toEqual(['2000001']);
      expect((await birgir.actFor('anna')).status).toBe(404);
    }
  });

  test('ACC-1: readers cannot act, and those who act cannot manage access', async () => {
    const anna = await session('anna');
    const birgir = await session('birgir');
    const tries = async () => [
      (await birgir.post<Problem>('/api/document/v1/memo', { subject: 'a', text: 'b' })).body.errorCode ??
        'done',
      (await birgir.post<Problem>(`${settings}/accessgrants`, { ssn: ssnOf.nyr, role: 'Readonly' })).body
        .errorCode ?? 'done',
    ];
    await birgir.actFor('anna');
    expect(await tries()).toEqual(['readonlyAccess', 'adminAccess']);
    let replaces = 'g1';
    const give = async (role: string) => {
      const grant = { ssn: ssnOf.birgir, role, replaces };
      replaces = (await anna.post<AccessGrant>(`${settings}/accessgrants`, grant)).body.id;
    };
    await give('Full');
    expect(await tries()).toEqual(['done', 'adminAccess']);
    await give('Admin');
    expect(await tries()).toEqual(['done', 'done']);
    // Anna is notified of what was given in her name, and he cannot extend his own access.
    expect((await sent()).filter(({ kind }) => kind === 'accessGivenFor')).toMatchObject([
      { to: 'anna@example.is' },
    ]);
    // And of what is revoked in her name.
    const given = await anna.get<{ items: AccessGrant[] }>(`${settings}/accessgrants`);
    const nyrs = given.body.items.find(({ ssn, state }) => ssn === ssnOf.nyr && state === 'active');
    expect((await birgir.delete(`${settings}/accessgrants/${nyrs?.id}`)).status).toBe(204);
    expect((await sent()).filter(({ kind }) => kind === 'accessRevokedFor')).toEqual([
      {
        kind: 'accessRevokedFor',
        to: 'anna@example.is',
        customer: 'anna',
        about: { grantId: nyrs?.id, giver: 'anna' },
      },
    ]);
    const longer = await birgir.post<Problem>(`${settings}/accessgrants`, {
      ssn: ssnOf.birgir,
      role: 'Admin',
    });
    expect(longer.body.errors).toHaveProperty('ssn');
  });

  const companies = async (who: Name) =>
    (await (await session(who)).get<{ items: InvolvedCompany[] }>(`${settings}/companyinvolvement`)).body
      .items;

  test('LANG-8: companies are sorted by the Icelandic alphabet', async () => {
    const [like] = await database.db.select().from(customers).where(eq(customers.id, 'felag'));
    if (!like) throw new Error('there is no company');
    const added = ['Örk ehf.', 'Zeta ehf.', 'Þór ehf.', 'Átak ehf.', 'Börkur ehf.'].map((fullName, at) => ({
      ...like,
      id: `listed${at}`,
      ssn: `650100000${at}`,
      fullName,
    }));
    const ids = added.map(({ id }) => id);
    await database.db.insert(customers).values(added);
    await database.db.insert(companyInvolvement).values(
      ids.map((companyId) => ({
        customerId: 'nyr',
        companyId,
        involvement: 'owner' as const,
        registeredOn: '2020-01-01',
      })),
    );
    const listed = (await companies('nyr')).map(({ name }) => name);
    await database.db.delete(companyInvolvement).where(inArray(companyInvolvement.companyId, ids));
    await database.db.delete(customers).where(inArray(customers.id, ids));
    expect(listed).toEqual(['Átak ehf.', 'Börkur ehf.', 'Zeta ehf.', 'Þór ehf.', 'Örk ehf.']);
  });

  test('ACC-4, DATA-1: companies are listed with the person’s involvement; only procuration allows acting', async () => {
    const company = { ssn: ssnOf.felag, name: 'Prófunarfélagið ehf.' };
    expect(await companies('anna')).toEqual([
      { ...company, involvement: ['procuration', 'owner'], role: 'Admin' },
    ]);
    expect(await companies('birgir')).toEqual([{ ...company, involvement: ['board'], role: null }]);
    expect(await companies('nyr')).toEqual([]);
    const birgir = await session('birgir');
    expect((await birgir.actFor('felag')).status).toBe(404);

    const anna = await session('anna');
    expect((await anna.actFor('felag')).body.currentProxyUser).toMatchObject({
      isCompany: true,
      role: 'Admin',
    });
    expect(await anna.policies()).toEqual(['3000009']);
    // The company's procuration holder gives the board member access.
    expect((await anna.post(`${settings}/accessgrants`, { ssn: ssnOf.birgir, role: 'Full' })).status).toBe(
      201,
    );
    expect(await companies('birgir')).toEqual([
      { ...company, involvement: ['board', 'granted'], role: 'Full' },
    ]);
    expect((await birgir.actFor('felag')).body.currentProxyUser.role).toBe('Full');

    await database.db
      .update(companyInvolvement)
      .set({ endedOn: '2026-11-20' })
      .where(eq(companyInvolvement.involvement, 'procuration'));
    expect(await anna.policies()).toBe('accessEnded');
    await database.db.update(companyInvolvement).set({ endedOn: null });
  });

  test('ACC-4: procuration allows acting from the day it is registered until the end of its last day', async () => {
    const procuration = eq(companyInvolvement.involvement, 'procuration');
    const setDays = (days: { registeredOn: string; endedOn: string | null }) =>
      database.db.update(companyInvolvement).set(days).where(procuration);
    const hasProcuration = { involvement: ['procuration', 'owner'], role: 'Admin' };
    const ownsOnly = { involvement: ['owner'], role: null };
    try {
      await setDays({ registeredOn: '2026-11-21', endedOn: '2026-11-21' });
      expect(await companies('anna')).toMatchObject([hasProcuration]);
      expect((await (await session('anna')).actFor('felag')).status).toBe(200);
      await setDays({ registeredOn: '2026-11-22', endedOn: null });
      expect(await companies('anna')).toMatchObject([ownsOnly]);
      await setDays({ registeredOn: '2020-01-01', endedOn: '2026-11-20' });
      expect(await companies('anna')).toMatchObject([ownsOnly]);
    } finally {
      await setDays({ registeredOn: '2020-01-01', endedOn: null });
    }
  });

  test('ACC-6: people who act for a company see no travel confirmation', async () => {
    const anna = await session('anna');
    const card = () => anna.get<Problem>('/api/policy/v1/travelcard');
    expect((await card()).status).toBe(200);
    await anna.actFor('felag');
    expect([(await card()).status, (await card()).body.errorCode]).toEqual([403, 'personsOnly']);
  });

  test('ACC-2: an e-mail about access states person, role and last day, and is not composed for a deleted grant', async () => {
    const composers = accessMails({ db: database.db, site: 'https://hofn.example' });
    const [row] = await database.db.select().from(customers).where(eq(customers.id, 'birgir'));
    const subject = {
      id: 'birgir',
      kind: 'person',
      ssn: ssnOf.birgir,
      fullName: row?.fullName ?? '',
    } as const;
    for (const [kind, compose] of Object.entries(composers)) {
      const letter = await compose({ subject, about: { grantId: 'g1', giver: 'anna' }, language: 'en' });
      expect(letter?.firstName, kind).toBe('Birgir');
      expect(`${letter?.subject} ${letter?.body}`, kind).toMatch(/Anna Prófdóttir|Birgir Prófsson/);
      expect(JSON.stringify(letter), kind).not.toMatch(/\{\w+\}|\d{6}-?\d{4}/);
      expect(letter?.button?.url).toBe('https://hofn.example/en/my-pages/settings/access-permits');
      const gone = { grantId: 'gone', giver: 'anna' };
      expect(await compose({ subject, about: gone, language: 'is' }), kind).toBeUndefined();
    }
    const given = await composers.accessGiven({
      subject,
      about: { grantId: 'g1', giver: 'anna' },
      language: 'is',
    });
    expect(given?.body).toContain('Lesaðgangur');
    expect(given?.body).toContain(formatDate('is', '2027-02-28'));
  });
});
