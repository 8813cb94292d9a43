import {
  type Problem,
  type ShownTravelCard,
  type TravelCards,
  type TravelCheck,
  type TravelConfirmation,
  travelCards,
  travelCheck,
  travelConfirmation,
} from '@hofn/contracts';
import {
  accessGrants,
  actingChoices,
  callCounts,
  type Database,
  instalments,
  mails,
  policies,
  policyItems,
  travelChecks,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Customer } from '../platform/authorization.ts';
import { readPdf, textOfPdf } from '../platform/pdf/testing.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fillDocuments, fixedClock, type Issuer, startApi } from '../testing.ts';
import { confirmParts } from './confirmations.ts';
import { travelMails } from './mails.ts';

const card = '/api/policy/v1/travelcard';
const visa = '/api/policy/v1/travelcard2';
const check = '/api/public/v1/travelcheck';
const trip = { policy: 't1', from: '2026-12-01', to: '2026-12-10' };
const asQuery = (data: Record<string, string>) => `?${new URLSearchParams(data)}`;

describeWithDatabase('travel confirmations', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;
  const settings = {
    ...defaultSettings(),
    RATE_COSTLY: 1000,
    CHECK_CODE_SECRET: 'a secret of the tests',
    SITE_URL: 'https://hofn.example/arsskyrsla',
  };

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillDocuments(database);
    issuer = await createIssuer();
    api = await startApi(database, issuer, { settings });
    anna = await issuer.token('anna');
  });
  afterAll(() => api.stop());
  const travelPolicy = and(eq(policies.customerId, 'anna'), eq(policies.id, 't1'));
  const change = (set: Partial<typeof policies.$inferInsert>) =>
    database.db.update(policies).set(set).where(travelPolicy);
  afterEach(async () => {
    await change({ validTo: '2027-02-28', lapsedOn: null, suspendedOn: null, cancelledOn: null });
  });

  const get = async <Body>(path: string, options: Parameters<typeof api.ask>[1] = { token: anna }) => {
    const answer = await api.ask(path, options);
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as Body;
  };
  const cardsOf = async (token = anna) => (await get<TravelCards>(card, { token })).cards;
  const only = async (): Promise<ShownTravelCard> => {
    const [first, ...others] = await cardsOf();
    if (!first || others.length > 0) throw new Error('expected exactly one card');
    return first;
  };
  const checked = (code: string, language: 'is' | 'en' = 'is') =>
    get<TravelCheck>(`${check}/${encodeURIComponent(code)}`, { language });

  test('DATA-6: one call returns everything on the card', async () => {
    const cards = await get<TravelCards>(card);
    expect(travelCards.parse(cards)).toEqual(cards);
    expect(cards.issuedAt).toBe('2026-11-21T12:00:00.000Z');
    expect(cards.cards).toEqual([
      {
        policyId: 't1',
        isOwn: true,
        number: '1000009',
        name: 'Ferðatrygging',
        holder: 'Anna Prófdóttir',
        travellers: [
          { name: 'Anna Prófdóttir', ssn: '1402851489', birthDate: '1985-02-14' },
          { name: 'Þóra Prófsdóttir', ssn: null, birthDate: '2015-06-17' },
        ],
        validFrom: '2026-03-01',
        validTo: '2027-02-28',
        area: 'Um allan heim',
        longestTripDays: 92,
        medicalSum: 25_000_000,
        covers: [
          {
            id: 'medical-costs-abroad',
            name: 'Sjúkrakostnaður erlendis',
            sumInsured: 25_000_000,
            deductible: 25_000,
          },
          { id: 'baggage', name: 'Farangur', sumInsured: 500_000, deductible: 25_000 },
        ],
        emergencyPhone: '+45 0000 0112',
        // 57 days after the final due date of what is overdue.
        mayLapseOn: '2027-01-11',
        checkCode: expect.stringMatching(/^\w{4}-\w{4}-\w{4}-\w{4}$/),
        checkUrl: expect.stringMatching(
          /^https:\/\/hofn\.example\/arsskyrsla\/sannreyna\/ferdatrygging\/#\w{4}-\w{4}-\w{4}-\w{4}$/,
        ),
      },
    ]);
    const [english] = (await get<TravelCards>(card, { token: anna, language: 'en' })).cards;
    expect(english?.area).toBe('Worldwide');
    expect(english?.checkUrl).toContain('/en/verify/travel-insurance/#');
    expect(english?.checkCode).toBe((await only()).checkCode);
  });

  test('PORT-6, ACC-6: companies are refused every call, and customers without travel insurance have no card', async () => {
    const company = await issuer.token('felag');
    for (const path of [card, `${card}/pdf?policy=t1`, visa + asQuery(trip), `${visa}/pdf${asQuery(trip)}`])
      expect((await api.ask(path, { token: company })).status, path).toBe(403);
    for (const path of [card, visa]) {
      const sent = await api.ask(`${path}/send`, {
        method: 'POST',
        token: company,
        body: JSON.stringify({ ...trip, email: 'felag@example.is' }),
        headers: { 'content-type': 'application/json' },
      });
      expect([sent.status, ((await sent.json()) as Problem).errorCode], path).toEqual([403, 'personsOnly']);
    }
    const birgir = await issuer.token('birgir');
    expect(await cardsOf(birgir)).toEqual([]);
    for (const path of [`${card}/pdf?policy=t1`, visa + asQuery(trip), `${visa}/pdf${asQuery(trip)}`])
      expect((await api.ask(path, { token: birgir })).status, path).toBe(404);
    // A policy of another product confirms no trip.
    expect((await api.ask(`${card}/pdf?policy=p1`, { token: anna })).status).toBe(404);
  });

  test.each<[string, Partial<typeof policies.$inferInsert>, boolean]>([
    ['that has ended', { validTo: '2026-11-20' }, false],
    ['that ends today', { validTo: '2026-11-21' }, true],
    ['that fell for unpaid premium', { lapsedOn: '2026-11-02' }, false],
    ['that is paused', { suspendedOn: '2026-11-02' }, false],
    ['that was cancelled and still holds', { cancelledOn: '2026-11-02', validTo: '2026-11-30' }, true],
  ])('DATA-6: a policy %s has a card, and its code is valid, only while it covers', async (_, set, holds) => {
    const { checkCode } = await only();
    await change(set);
    expect(await cardsOf()).toHaveLength(holds ? 1 : 0);
    expect((await api.ask(`${card}/pdf?policy=t1`, { token: anna })).status).toBe(holds ? 200 : 404);
    expect((await checked(checkCode)).valid).toBe(holds);
  });

  test('DATA-6: the visa confirmation states sum, area, repatriation, days and each traveller', async () => {
    const english = await get<TravelConfirmation>(visa + asQuery(trip), { token: anna, language: 'en' });
    expect(travelConfirmation.parse(english)).toEqual(english);
    expect(english).toMatchObject({ validFrom: '2026-12-01', validTo: '2026-12-10', issuedOn: '2026-11-21' });
    const text = english.statements.join('\n');
    for (const expected of [
      'Anna Prófdóttir and Þóra Prófsdóttir',
      'from 1 December 2026 to 10 December 2026',
      'Worldwide',
      'whole Schengen area',
      'repatriation',
      '25,000,000',
      'above EUR 30,000',
    ])
      expect(text.replaceAll('\u00a0', ' ')).toContain(expected);
    const icelandic = await get<TravelConfirmation>(visa + asQuery(trip), { token: anna, language: 'is' });
    expect(icelandic.statements).toHaveLength(english.statements.length);
    expect(icelandic.statements.join(' ')).toContain('heimflutning');
    expect(english.checkCode).not.toBe((await only()).checkCode);
  });

  test('DATA-6: euros are not mentioned when the sum is not certainly as much', async () => {
    const careful = await startApi(database, issuer, {
      settings: { ...settings, SCHENGEN_MINIMUM_ISK: 25_000_001 },
    });
    const answer = await careful.ask(visa + asQuery(trip), { token: anna, language: 'en' });
    expect(((await answer.json()) as TravelConfirmation).statements.join(' ')).not.toContain('EUR');
    await careful.stop();
  });

  test('DATA-6: the confirmation of a policy that is not worldwide does not mention the Schengen area', async () => {
    const setTerritory = (is: string, en: string) =>
      database.db
        .update(policyItems)
        .set({ facts: { territory: { is, en }, longestTrip: 92 } })
        .where(and(eq(policyItems.policyId, 't1'), eq(policyItems.kind, 'trip')));
    await setTerritory('Norðurlönd', 'The Nordic countries');
    try {
      const { statements } = await get<TravelConfirmation>(visa + asQuery(trip), {
        token: anna,
        language: 'en',
      });
      expect(statements.join(' ')).toContain('The Nordic countries');
      expect(statements.join(' ')).not.toMatch(/Schengen|EUR/);
    } finally {
      await setTerritory('Um allan heim', 'Worldwide');
    }
  });

  test.each([
    [{ from: '2026-12-10', to: '2026-12-01' }, 'to', 'dagurinn má ekki vera á undan'],
    [{ from: '2026-11-01', to: '2026-11-20' }, 'to', 'Ferðin er liðin'],
    [{ from: '2026-02-20', to: '2026-12-01' }, 'from', '1. mars 2026'],
    [{ from: '2027-02-20', to: '2027-03-01' }, 'to', '28. febrúar 2027'],
    [{ from: '2026-11-21', to: '2027-02-21' }, 'to', '20. febrúar 2027'],
    [{ from: '2026-13-01', to: '2026-12-01' }, 'from', '2026-11-21'],
  ])(
    'DATA-6: days that are not covered are refused with what to choose instead: %j',
    async (days, field, says) => {
      const answer = await api.ask(visa + asQuery({ ...trip, ...days }), { token: anna });
      expect(answer.status).toBe(400);
      const { errors = {} } = (await answer.json()) as Problem;
      expect(Object.keys(errors)).toEqual([field]);
      expect(errors[field]?.join(' ').replaceAll('\u00a0', ' ')).toContain(says);
    },
  );

  test('DATA-6: the longest trip a policy covers is confirmed', async () => {
    const longest = await get<TravelConfirmation>(
      visa + asQuery({ ...trip, from: '2026-11-21', to: '2027-02-20' }),
    );
    expect(longest.validTo).toBe('2027-02-20');
  });

  test.each([
    ['the card', `${card}/pdf?policy=t1`, { is: 'Ferðatryggingarkort', en: 'Travel insurance card' }],
    [
      'the confirmation',
      `${visa}/pdf${asQuery(trip)}`,
      { is: 'Staðfesting á ferðatryggingu', en: 'Confirmation of travel insurance' },
    ],
  ])(
    'DATA-6: %s is a tagged PDF in both languages with travellers, phone and code',
    async (_, path, titles) => {
      for (const language of ['is', 'en'] as const) {
        const answer = await api.ask(path, { token: anna, language });
        expect(answer.headers.get('content-type')).toBe('application/pdf');
        const bytes = new Uint8Array(await answer.arrayBuffer());
        const pdf = await readPdf(bytes);
        expect(pdf.title).toBe(titles[language]);
        expect(pdf.marked).toBe(true);
        expect(pdf.language).toBe(language === 'is' ? 'is-IS' : 'en-GB');
        expect(pdf.pages).toHaveLength(1);
        const text = await textOfPdf(bytes);
        for (const expected of ['Anna Prófdóttir', 'Þóra Prófsdóttir', '140285-1489', '+45 0000 0112'])
          expect(text, language).toContain(expected);
        const [code] = /\w{4}-\w{4}-\w{4}-\w{4}/.exec(text) ?? [];
        expect((await checked(code ?? '')).valid).toBe(true);
      }
    },
  );

  test('DATA-6: both are e-mailed in the reader’s language, with the PDF', async () => {
    const send = (path: string, body: object) =>
      api.ask(`${path}/send`, {
        method: 'POST',
        token: anna,
        language: 'en',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    const subject: Customer = { id: 'anna', kind: 'person', ssn: '1402851489', fullName: 'Anna Prófdóttir' };
    const compose = travelMails(confirmParts({ db: database.db, clock: fixedClock(), settings }));
    for (const [path, body, kind] of [
      [card, { policy: 't1' }, 'travelCard'],
      [visa, trip, 'travelConfirmation'],
    ] as const) {
      const answer = await send(path, body);
      expect(answer.status, kind).toBe(202);
      expect(await answer.json()).toEqual({ email: 'anna@example.is' });
      const [mail] = await database.db.select().from(mails).where(eq(mails.kind, kind));
      expect(mail?.about).toEqual(body);
      const letter = await compose[kind]({ subject, language: 'en', about: mail?.about ?? {} });
      expect(letter?.attachments?.map(({ name }) => name)).toEqual([
        'travel-insurance-1000009-2026-11-21.pdf',
      ]);
      const pdf = await readPdf(letter?.attachments?.[0]?.content ?? new Uint8Array());
      expect(pdf.language).toBe('en-GB');
      expect(pdf.pages.join(' ').replaceAll('\u00a0', ' '), kind).toContain('17 June 2015');
      expect((await send(path, { ...body, policy: 'p1' })).status, kind).toBe(404);
    }
    expect((await send(visa, { ...trip, to: '2028-01-01' })).status).toBe(400);
    // The policy ended between request and sending: nothing is confirmed.
    await change({ validTo: '2026-11-20' });
    for (const kind of ['travelCard', 'travelConfirmation'] as const)
      expect(await compose[kind]({ subject, language: 'en', about: trip })).toBeUndefined();
  });

  test('anyone with the code learns whether it is valid, and no more than a hospital needs', async () => {
    const { checkCode } = await only();
    const found = await checked(checkCode, 'en');
    expect(travelCheck.parse(found)).toEqual(found);
    expect(found).toEqual({
      valid: true,
      confirmation: {
        number: '1000009',
        travellers: [
          { initials: 'A. P.', birthYear: 1985 },
          { initials: 'Þ. P.', birthYear: 2015 },
        ],
        validFrom: '2026-03-01',
        validTo: '2027-02-28',
        area: 'Worldwide',
        longestTripDays: 92,
        medicalSum: 25_000_000,
        emergencyPhone: '+45 0000 0112',
      },
    });
    expect(await checked(checkCode.toLowerCase().replaceAll('-', ' '), 'en')).toEqual(found);
    for (const wrong of ['0000-0000-0000-0000', 'x', `${checkCode}0`, '%', '1402851489'])
      expect(await checked(wrong), wrong).toEqual({ valid: false, confirmation: null });
  });

  test('DATA-6: a confirmation of one trip is valid until its last day, and for no day after its policy ends', async () => {
    const { checkCode } = await get<TravelConfirmation>(visa + asQuery(trip));
    expect((await checked(checkCode)).confirmation).toMatchObject({
      validFrom: '2026-12-01',
      validTo: '2026-12-10',
    });
    await change({ cancelledOn: '2026-11-21', validTo: '2026-12-05' });
    expect((await checked(checkCode)).confirmation).toMatchObject({ validTo: '2026-12-05' });
    await change({ cancelledOn: '2026-11-21', validTo: '2026-11-30' });
    expect(await checked(checkCode)).toEqual({ valid: false, confirmation: null });
    const after = await startApi(database, issuer, { settings, clock: fixedClock('2026-12-11T00:00:00Z') });
    const answer = await after.ask(`${check}/${checkCode}`);
    expect(((await answer.json()) as TravelCheck).valid).toBe(false);
    await after.stop();
  });

  test('codes are stored only as hashes, are in no log, and cannot be guessed without limit', async () => {
    const { checkCode } = await only();
    await checked(checkCode);
    const stored = JSON.stringify(await database.db.select().from(travelChecks));
    expect(stored).not.toContain(checkCode);
    expect(stored).not.toContain(checkCode.replaceAll('-', ''));
    const lines = JSON.stringify(api.lines);
    expect(lines).toContain('/api/public/v1/travelcheck/•');
    expect(lines).not.toContain(checkCode);
    await database.db.delete(callCounts);
    const strict = await startApi(database, issuer, { settings: { ...settings, RATE_COSTLY: 5 } });
    const statuses: number[] = [];
    for (let tries = 0; tries < 7; tries += 1)
      statuses.push((await strict.ask(`${check}/AAAA-AAAA-AAAA-AAA${tries}`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    await strict.stop();
  });

  describe('LIFE-10: the card of another person’s policy', () => {
    const named = { customerId: 'anna', policyId: 't1', id: '4' };
    const birgirSsn = '0303831459';
    let birgir: string;
    let nyr: string;
    beforeAll(async () => {
      birgir = await issuer.token('birgir');
      nyr = await issuer.token('nyr', { sid: 's1' });
      await database.db.insert(policyItems).values({
        ...named,
        kind: 'person',
        nameIs: 'Birgir Prófsson',
        nameEn: 'Birgir Prófsson',
        facts: { ssn: birgirSsn },
      });
    });
    afterAll(async () => {
      await database.db
        .delete(policyItems)
        .where(and(eq(policyItems.policyId, 't1'), eq(policyItems.id, named.id)));
      await database.db.delete(accessGrants);
      await database.db.delete(actingChoices);
    });
    const cardOfBirgir = async () => {
      const [found, ...others] = await cardsOf(birgir);
      if (!found || others.length > 0) throw new Error('expected exactly one card');
      return found;
    };

    test('shows the insured everything to travel with, whose policy it is, and nothing else of it', async () => {
      const [theirs, own] = [await cardOfBirgir(), await only()];
      expect(theirs).toMatchObject({
        isOwn: false,
        holder: 'Anna Prófdóttir',
        number: own.number,
        validTo: own.validTo,
        area: own.area,
        medicalSum: own.medicalSum,
        emergencyPhone: own.emergencyPhone,
        checkCode: own.checkCode,
      });
      expect(theirs.travellers).toEqual([
        { name: 'Anna Prófdóttir', ssn: null, birthDate: '1985-02-14' },
        { name: 'Þóra Prófsdóttir', ssn: null, birthDate: '2015-06-17' },
        { name: 'Birgir Prófsson', ssn: birgirSsn, birthDate: '1983-03-03' },
      ]);
      expect(JSON.stringify(theirs)).not.toMatch(/premium|18000|18_000|1402851489|"t1"|"anna"/);
      expect(own.travellers.map(({ ssn }) => ssn)).toEqual(['1402851489', null, birgirSsn]);
      expect(own.isOwn).toBe(true);
      // The policy itself, its documents and the other policies of the policyholder stay hers alone.
      for (const reference of ['t1', theirs.policyId, 'p1'])
        expect((await api.ask(`/api/policy/v2/${reference}`, { token: birgir })).status).toBe(404);
    });

    test('says that a payment is overdue only to those who may read of the policyholder’s payments', async () => {
      expect((await cardOfBirgir()).mayLapseOn).toBeNull();
      await database.db.insert(accessGrants).values({
        ...{ customerId: 'anna', id: 'read', holderId: 'birgir', role: 'Readonly', givenBy: 'anna' },
        ...{ givenAt: '2026-03-01T12:00:00Z', validFrom: '2026-03-01', validTo: '2027-02-28' },
      });
      expect((await cardOfBirgir()).mayLapseOn).toBe('2027-01-11');
      const overdue = and(eq(instalments.customerId, 'anna'), eq(instalments.id, '2'));
      // Notice has been given, or the payment is for another policy.
      await database.db.update(instalments).set({ lapsesOn: '2026-11-29' }).where(overdue);
      expect((await cardOfBirgir()).mayLapseOn).toBe('2026-11-29');
      await database.db.update(instalments).set({ policyId: 'p1' }).where(overdue);
      expect((await only()).mayLapseOn).toBeNull();
      await database.db.update(instalments).set({ policyId: null, lapsesOn: null }).where(overdue);
      await database.db.delete(accessGrants);
    });

    test('can be downloaded, sent and confirmed for a visa, in the insured’s name', async () => {
      const { policyId: policy, checkCode } = await cardOfBirgir();
      for (const path of [
        `${card}/pdf${asQuery({ policy })}`,
        `${visa}/pdf${asQuery({ ...trip, policy })}`,
      ]) {
        const answer = await api.ask(path, { token: birgir, language: 'en' });
        expect(answer.status, path).toBe(200);
        const text = await textOfPdf(new Uint8Array(await answer.arrayBuffer()));
        for (const expected of ['Policyholder', 'Anna Prófdóttir', 'Birgir Prófsson', '030383-1459'])
          expect(text).toContain(expected);
        expect(text).not.toContain('140285-1489');
      }
      const confirmation = await get<TravelConfirmation>(visa + asQuery({ ...trip, policy }), {
        token: birgir,
      });
      expect(confirmation.statements.join(' ')).toContain('Birgir Prófsson');
      expect((await checked(checkCode)).valid).toBe(true);
      const subject: Customer = {
        ...{ id: 'birgir', kind: 'person', ssn: birgirSsn },
        fullName: 'Birgir Prófsson',
      } as const;
      const sent = await api.ask(`${card}/send`, {
        method: 'POST',
        token: birgir,
        body: JSON.stringify({ policy, email: 'birgir@example.is' }),
        headers: { 'content-type': 'application/json' },
      });
      expect(sent.status).toBe(202);
      const compose = travelMails(confirmParts({ db: database.db, clock: fixedClock(), settings }));
      const letter = await compose.travelCard({ subject, language: 'is', about: { policy } });
      expect(letter?.firstName).toBe('Birgir');
      expect(letter?.attachments).toHaveLength(1);
    });

    test('is refused to those not named, also with the insured’s reference', async () => {
      const { policyId: policy } = await cardOfBirgir();
      expect(await cardsOf(nyr)).toEqual([]);
      for (const reference of ['t1', policy])
        for (const path of [
          `${card}/pdf${asQuery({ policy: reference })}`,
          visa + asQuery({ ...trip, policy: reference }),
          `${visa}/pdf${asQuery({ ...trip, policy: reference })}`,
        ])
          expect((await api.ask(path, { token: nyr })).status, path).toBe(404);
      // The policyholder uses her own id, and the insured not hers.
      expect((await api.ask(`${card}/pdf${asQuery({ policy })}`, { token: anna })).status).toBe(404);
      expect((await api.ask(`${card}/pdf?policy=t1`, { token: birgir })).status).toBe(404);
    });

    test('ends with the policy', async () => {
      const { policyId: policy } = await cardOfBirgir();
      await change({ validTo: '2026-11-20' });
      expect(await cardsOf(birgir)).toEqual([]);
      expect((await api.ask(`${card}/pdf${asQuery({ policy })}`, { token: birgir })).status).toBe(404);
    });

    test('is shown to a delegate only while they act for the insured', async () => {
      await database.db.insert(accessGrants).values({
        ...{ customerId: 'birgir', id: 'g1', holderId: 'nyr', role: 'Readonly', givenBy: 'birgir' },
        ...{ givenAt: '2026-11-01T12:00:00Z', validFrom: '2026-11-01', validTo: '2027-11-01' },
      });
      expect(await cardsOf(nyr)).toEqual([]);
      const acting = await api.ask('/api/user/v1/login/switchcustomer', {
        method: 'POST',
        token: nyr,
        body: JSON.stringify({ ssn: birgirSsn }),
        headers: { 'content-type': 'application/json' },
      });
      expect(acting.status).toBeLessThan(300);
      const [found] = await cardsOf(nyr);
      expect(found?.travellers.map(({ ssn }) => ssn)).toEqual([null, null, birgirSsn]);
      await database.db.delete(accessGrants);
      expect((await api.ask(card, { token: nyr })).status).toBe(403);
    });
  });

  test('issued codes stay valid when the service restarts without a secret', async () => {
    const { CHECK_CODE_SECRET: _, ...without } = settings;
    const first = await startApi(database, issuer, { settings: without });
    const second = await startApi(database, issuer, { settings: without });
    const [given] = ((await (await first.ask(card, { token: anna })).json()) as TravelCards).cards;
    const [again] = ((await (await second.ask(card, { token: anna })).json()) as TravelCards).cards;
    expect(given?.checkCode).not.toBe(again?.checkCode);
    const answer = await second.ask(`${check}/${given?.checkCode}`);
    expect(((await answer.json()) as TravelCheck).valid).toBe(true);
    await first.stop();
    await second.stop();
  });
});
