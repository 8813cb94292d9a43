import type { CardStart, Problem } from '@hofn/contracts';
import {
  accessGrants,
  actingChoices,
  cardVerifications,
  customers,
  instalments,
  mails,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { errors } from '@hofn/texts/catalogue/en/errors.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, startApi } from '../testing.ts';
import type { AccountStatus } from './bank.ts';
import { paymentDetailsMails } from './mails.ts';
import { deleteOldVerifications } from './store.ts';
import { cardKey, signed, startCardService, verifiedCard } from './testing.ts';

describeWithDatabase('payment details', (open) => {
  let database: Awaited<ReturnType<typeof open>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let cards: Awaited<ReturnType<typeof startCardService>>;
  let now = new Date('2026-11-21T12:00:00Z');
  let standing: AccountStatus = 'open';
  const queries: string[] = [];
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    cards = await startCardService();
    const issuer = await createIssuer();
    // These tests move the clock forward by a day.
    const exp = Date.parse('2026-12-01T00:00:00Z') / 1000;
    for (const who of ['anna', 'birgir', 'nyr']) tokens[who] = await issuer.token(who, { exp, sid: 's1' });
    api = await startApi(database, issuer, {
      clock: { now: () => now },
      settings: {
        ...defaultSettings(),
        CARD_SERVICE_URL: cards.url,
        CARD_SERVICE_KEY: cardKey,
        CLAIM_FEE: 250,
      },
      bankService: {
        accountStatus: async ({ bank, ledger, account }, ssn) => {
          queries.push(`${bank}-${ledger}-${account} ${ssn}`);
          return standing;
        },
      },
    });
  });
  afterAll(async () => {
    await api.stop();
    await cards.stop();
  });
  beforeEach(() => {
    now = new Date('2026-11-21T12:00:00Z');
    standing = 'open';
  });

  const call = async (who: string, path: string, body?: object, idempotencyKey?: string) => {
    const answer = await api.ask(`/api/user/v1/settings/${path}`, {
      token: tokens[who] ?? '',
      language: 'en',
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        'content-type': 'application/json',
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const codeOf = ({ body }: { body: unknown }) => (body as Problem).errorCode;

  test('PAY-5: an account that the bank confirms as owned and open is stored, padded with zeros', async () => {
    expect(await call('birgir', 'bankinfo')).toEqual({ status: 200, body: null });
    const saved = await call('birgir', 'bankinfo', { bank: '133', ledger: '26', account: '7731' });
    expect(saved).toEqual({ status: 200, body: { bank: '0133', ledger: '26', account: '007731' } });
    expect(queries.at(-1)).toBe('0133-26-007731 0303831459');
    expect((await call('birgir', 'bankinfo')).body).toEqual(saved.body);
    expect((await call('anna', 'bankinfo')).body).toMatchObject({ account: '004821' });
  });

  test('HOLD-24: the parts of an account are read as they are pasted', async () => {
    standing = 'open';
    const pasted = { bank: '\u200e０１３３', ledger: '26\u00a0', account: '\u20117731' };
    const saved = await call('birgir', 'bankinfo', pasted);
    expect(saved.body).toEqual({ bank: '0133', ledger: '26', account: '007731' });
  });

  test.each([
    [{ bank: '9933', ledger: '26', account: '1' }, 'open', 400, 'invalidBank', 'bank'],
    [{ bank: '0133', ledger: '66', account: '1' }, 'open', 400, 'invalidLedger', 'ledger'],
    [{ bank: '0133', ledger: '26', account: '' }, 'open', 400, 'invalidAccount', 'account'],
    // An extra digit is not cut off: what is left would be another account.
    [{ bank: '01334', ledger: '26', account: '1' }, 'open', 400, 'invalidBank', 'bank'],
    [{ bank: '0133', ledger: '261', account: '1' }, 'open', 400, 'invalidLedger', 'ledger'],
    [{ bank: '0133', ledger: '26', account: '0077311' }, 'open', 400, 'invalidAccount', 'account'],
    [{ bank: '0133', ledger: '26', account: '1' }, 'unknown', 400, 'invalidAccount', 'account'],
    [{ bank: '0133', ledger: '26', account: '1' }, 'notOwned', 409, 'accountNotOwned', 'account'],
    [{ bank: '0133', ledger: '26', account: '1' }, 'closed', 409, 'accountClosed', 'account'],
  ] as const)(
    'PAY-5: %o with bank status %s is refused with %i %s at its field',
    async (typed, how, status, code, field) => {
      standing = how;
      const answer = await call('anna', 'bankinfo', typed);
      expect(answer).toMatchObject({
        status,
        body: { errorCode: code, errors: { [field]: [errors.errorCode[code]] } },
      });
      expect((await call('anna', 'bankinfo')).body).toMatchObject({ account: '004821' });
    },
  );

  const init = async (who: string) => {
    const { status, body } = await call(who, 'ccard/init', {
      language: 'en',
      origin: 'http://localhost:8080',
    });
    expect(status).toBe(201);
    return body as CardStart;
  };
  const stateOf = async (who: string, id: string) =>
    ((await call(who, `ccard/verify?verificationId=${id}`)).body as { state: string }).state;

  test('PAY-9: a card is registered from the card service’s signed result, once, and payments are charged to it', async () => {
    expect(await call('nyr', 'ccard/info')).toEqual({ status: 200, body: null });
    const { verificationId, paymentLink, expiresAt } = await init('nyr');
    expect(paymentLink).toBe(`${cards.url}verify/${verificationId}`);
    expect(cards.begun.at(-1)).toEqual({
      verificationId,
      origin: 'http://localhost:8080',
      language: 'en',
      expiresAt: '2026-11-21T12:08:00.000Z',
    });
    expect(expiresAt).toBe('2026-11-21T12:08:00.000Z');
    expect(await stateOf('nyr', verificationId)).toBe('pending');

    const registered = await call('nyr', 'ccard/register', signed(verificationId), 'lykill-1');
    expect(registered).toEqual({
      status: 200,
      body: { cardNumberMasked: '•••• 4242', expires: '08/29', brand: 'Visa' },
    });
    expect(await stateOf('nyr', verificationId)).toBe('verified');
    const [row] = await database.db.select().from(customers).where(eq(customers.id, 'nyr'));
    expect(row).toMatchObject({ cardToken: 'card-prufa-4242', paymentMethod: 'ccard' });

    // The lost response is replayed; using the verification again is refused.
    expect(await call('nyr', 'ccard/register', signed(verificationId), 'lykill-1')).toEqual(registered);
    expect(codeOf(await call('nyr', 'ccard/register', signed(verificationId)))).toBe('verificationUsed');
  });

  test('PAY-9: somebody else’s verification, another key, an altered card and a missing signature register nothing', async () => {
    const before = (await call('anna', 'ccard/info')).body;
    const birgirs = await init('birgir');
    expect(codeOf(await call('anna', 'ccard/register', signed(birgirs.verificationId)))).toBe(
      'verificationMismatch',
    );
    // Somebody else's attempt does not use it up.
    expect(await stateOf('birgir', birgirs.verificationId)).toBe('pending');
    expect((await call('anna', `ccard/verify?verificationId=${birgirs.verificationId}`)).status).toBe(404);

    const forged = [
      (id: string) => signed(id, verifiedCard, 'annar-lykill'),
      (id: string) => ({
        ...signed(id),
        verificationData: signed(id, { ...verifiedCard, brand: 'Amex' }).verificationData,
      }),
      (id: string) => ({ ...signed(id), verificationHash: 'AAAA' }),
      (id: string) => signed(id, { ...verifiedCard, cardNumberMasked: '4242 4242 4242 4242' }),
      (id: string) => signed(id, { ...verifiedCard, token: '4242424242424242' }),
    ];
    for (const forge of forged) {
      const { verificationId } = await init('anna');
      expect(codeOf(await call('anna', 'ccard/register', forge(verificationId)))).toBe(
        'verificationMismatch',
      );
      // An invalid result ends it, so that nobody can try until one fits.
      expect(await stateOf('anna', verificationId)).toBe('failed');
      expect(codeOf(await call('anna', 'ccard/register', signed(verificationId)))).toBe('verificationUsed');
    }
    expect((await call('anna', 'ccard/info')).body).toEqual(before);
  });

  test('PAY-9: a verification expires eight minutes after it starts', async () => {
    const { verificationId } = await init('anna');
    now = new Date('2026-11-21T12:08:00Z');
    expect(await stateOf('anna', verificationId)).toBe('expired');
    expect(codeOf(await call('anna', 'ccard/register', signed(verificationId)))).toBe('verificationExpired');
    const inTime = await init('anna');
    now = new Date('2026-11-21T12:15:59Z');
    expect((await call('anna', 'ccard/register', signed(inTime.verificationId))).status).toBe(200);
  });

  test('PAY-9: a declined and an expired card are not registered, whatever the browser sends', async () => {
    const declined = await init('anna');
    const result = signed(declined.verificationId, { ...verifiedCard, outcome: 'declined' });
    expect(codeOf(await call('anna', 'ccard/register', result))).toBe('cardDeclined');
    const old = await init('anna');
    const past = signed(old.verificationId, { ...verifiedCard, expires: '10/26' });
    expect(codeOf(await call('anna', 'ccard/register', past))).toBe('cardExpired');
  });

  test('PAY-9: a verification starts only for one of our own pages, and everyone’s are deleted after a day', async () => {
    const elsewhere = await call('anna', 'ccard/init', {
      language: 'is',
      origin: 'https://elsewhere.example',
    });
    expect(elsewhere.status).toBe(400);
    await init('anna');
    await init('birgir');
    now = new Date('2026-11-22T12:30:00Z');
    const { verificationId } = await init('anna');
    await deleteOldVerifications(database.db, now);
    const remaining = await database.db.select({ id: cardVerifications.id }).from(cardVerifications);
    expect(remaining).toEqual([{ id: verificationId }]);
  });

  test('PAY-10: an unresponsive card service is reported as such', async () => {
    cards.answers = false;
    const answer = await call('anna', 'ccard/init', { language: 'en', origin: 'http://localhost:8080' });
    cards.answers = true;
    expect(answer).toMatchObject({
      status: 503,
      body: { errorCode: 'serviceUnavailable', message: errors.errorCode.serviceUnavailable },
    });
  });

  /** The payment method of each of Anna's instalments. */
  const methods = async () => {
    const rows = await database.db.select().from(instalments).where(eq(instalments.customerId, 'anna'));
    return rows.map(({ id, method }) => `${id} ${method}`).toSorted();
  };

  test('PAY-11b: the payment method is shown with card and account, and one that is not on file cannot be chosen', async () => {
    expect((await call('anna', 'paymentmethod')).body).toMatchObject({
      method: 'ccard',
      bankInfo: { account: '004821' },
    });
    expect(codeOf(await call('birgir', 'paymentmethod', { method: 'ccard' }))).toBe('noPaymentMethod');
    const saved = await call('anna', 'paymentmethod', { method: 'bank' });
    expect(saved.body).toMatchObject({ method: 'bank' });
    // Instalments already due keep their method; future ones follow the change.
    expect(await methods()).toEqual(['1 ccard', '2 ccard', '3 bank', '4 bank']);
    // Direct debit stays chosen when a card is registered.
    const { verificationId } = await init('anna');
    await call('anna', 'ccard/register', signed(verificationId));
    expect((await call('anna', 'paymentmethod')).body).toMatchObject({ method: 'bank' });
  });

  test.each([['claim'], [null]] as const)(
    'PAY-9: a card registered by who paid by %s is what instalments to come are paid by',
    async (method) => {
      const { db } = database;
      await db.update(customers).set({ paymentMethod: method }).where(eq(customers.id, 'anna'));
      await db.update(instalments).set({ method: 'claim' }).where(eq(instalments.customerId, 'anna'));
      const { verificationId } = await init('anna');
      expect((await call('anna', 'ccard/register', signed(verificationId))).status).toBe(200);
      expect((await call('anna', 'paymentmethod')).body).toMatchObject({ method: 'ccard' });
      expect(await methods()).toEqual(['1 claim', '2 claim', '3 ccard', '4 ccard']);
    },
  );

  test('PAY-11b: an expired card cannot be chosen', async () => {
    const anna = eq(customers.id, 'anna');
    const set = { paymentMethod: 'claim', cardExpires: '10/26' } as const;
    await database.db.update(customers).set(set).where(anna);
    expect(codeOf(await call('anna', 'paymentmethod', { method: 'ccard' }))).toBe('cardExpired');
    expect((await call('anna', 'paymentmethod')).body).toMatchObject({ method: 'claim' });
    await database.db.update(customers).set({ cardExpires: '11/26' }).where(anna);
    expect((await call('anna', 'paymentmethod', { method: 'ccard' })).status).toBe(200);
  });

  test('ACC-1: people who act for a customer choose the payment method, but see neither card nor account', async () => {
    const { db } = database;
    await db.insert(accessGrants).values({
      customerId: 'anna',
      id: 'umsjon',
      holderId: 'nyr',
      role: 'Full',
      validFrom: '2026-11-01',
      validTo: '2027-10-31',
      givenAt: '2026-11-01T12:00:00Z',
      givenBy: 'anna',
    });
    await db.insert(actingChoices).values({
      actorId: 'nyr',
      session: 's1',
      subjectId: 'anna',
      chosenAt: '2026-11-21T12:00:00Z',
    });
    const shown = {
      ...{ method: 'bank', ccardInfo: null, bankInfo: null, claimFee: 250, cardInUse: expect.any(Boolean) },
      ...{ next: expect.anything(), change: expect.anything() },
    };
    expect((await call('nyr', 'paymentmethod', { method: 'bank' })).body).toEqual(shown);
    expect((await call('nyr', 'paymentmethod')).body).toEqual(shown);
    expect((await call('anna', 'paymentmethod')).body).toMatchObject({ bankInfo: { account: '004821' } });
  });

  test('LIFE-32: a card is removed with its token, audited and e-mailed; not while premiums are paid with it, unless another method is chosen', async () => {
    const { db } = database;
    await db.delete(actingChoices);
    await db.delete(mails);
    await db.update(customers).set({ paymentMethod: 'ccard' }).where(eq(customers.id, 'anna'));
    expect(codeOf(await call('anna', 'ccard/remove', {}))).toBe('cardInUse');
    expect(await call('anna', 'ccard/info')).toMatchObject({ body: { cardNumberMasked: expect.anything() } });
    const removed = await call('anna', 'ccard/remove', { method: 'claim' });
    expect(removed).toMatchObject({ status: 200, body: { method: 'claim', ccardInfo: null } });
    expect((await call('anna', 'ccard/info')).body).toBeNull();
    const [row] = await db.select().from(customers).where(eq(customers.id, 'anna'));
    expect(row).toMatchObject({
      cardToken: null,
      cardExpires: null,
      cardBrand: null,
      paymentMethod: 'claim',
    });
    const upcoming = (await db.select().from(instalments)).filter(({ dueDate }) => dueDate > '2026-11-21');
    expect(upcoming.map(({ method }) => method)).toEqual(upcoming.map(() => 'claim'));
    const sent = await db.select().from(mails);
    expect(sent.map(({ kind }) => kind).toSorted()).toEqual(['cardRemoved', 'paymentMethodChanged']);
    expect(sent.find(({ kind }) => kind === 'cardRemoved')?.about).toEqual({
      card: expect.stringMatching(/^•••• \d{4}$/),
    });
    expect(codeOf(await call('anna', 'ccard/remove', {}))).toBe('notFound');

    const { verificationId } = await init('anna');
    expect((await call('anna', 'ccard/register', signed(verificationId))).status).toBe(200);
    expect((await call('anna', 'paymentmethod', { method: 'bank' })).status).toBe(200);
    expect(await call('anna', 'ccard/remove', {})).toMatchObject({
      body: { method: 'bank', ccardInfo: null },
    });
    await call('anna', 'ccard/register', signed((await init('anna')).verificationId));
  });

  test('LIFE-32: what is due is not left to a card that is removed, also when premiums are paid another way', async () => {
    const { db } = database;
    const at = '2026-11-21T06:00:00Z';
    const due = { customerId: 'anna', sequence: 9, sequenceOf: 12, amount: 9_000, method: 'ccard' } as const;
    const today = { ...due, dueDate: '2026-11-21', finalDueDate: '2026-12-05' };
    await db.insert(instalments).values([
      { ...today, id: 'due' },
      { ...today, id: 'late', dueDate: '2026-11-01', finalDueDate: '2026-11-15' },
      { ...today, id: 'refused', refusedAt: at },
      { ...today, id: 'paid', paidAt: at },
      { ...today, id: 'cancelled', cancelledAt: at },
    ]);
    expect((await call('anna', 'paymentmethod', { method: 'bank' })).body).toMatchObject({
      ...{ method: 'bank', cardInUse: true },
      next: { method: 'ccard' },
    });
    expect(codeOf(await call('anna', 'ccard/remove', {}))).toBe('cardInUse');
    expect((await call('anna', 'ccard/remove', { method: 'bank' })).body).toMatchObject({
      ...{ method: 'bank', cardInUse: false, ccardInfo: null },
      next: { method: 'bank', collection: { from: 'account' } },
    });
    expect((await methods()).filter((row) => !/^\d/.test(row))).toEqual([
      'cancelled ccard',
      'due bank',
      'late bank',
      'paid ccard',
      'refused ccard',
    ]);
    await db.delete(instalments).where(eq(instalments.amount, 9_000));
    await call('anna', 'ccard/register', signed((await init('anna')).verificationId));
  });

  test('HOLD-12: a changed account, card or payment method is e-mailed to the customer, masked; what stays the same is not', async () => {
    const { db } = database;
    await db.delete(actingChoices);
    await db.delete(mails);
    const kinds = async () =>
      (await db.select().from(mails).orderBy(mails.createdAt)).map(({ kind }) => kind);
    const account = { bank: '0133', ledger: '26', account: '7731' };
    for (const _ of [1, 2]) expect((await call('anna', 'bankinfo', account)).status).toBe(200);
    expect(await kinds()).toEqual(['bankChanged']);
    now = new Date('2026-11-21T12:01:00Z');
    const { verificationId } = await init('anna');
    expect((await call('anna', 'ccard/register', signed(verificationId))).status).toBe(200);
    expect(await kinds()).toEqual(['bankChanged', 'cardChanged']);
    now = new Date('2026-11-21T12:02:00Z');
    for (const method of ['claim', 'claim'] as const)
      expect((await call('anna', 'paymentmethod', { method })).status).toBe(200);
    expect(await kinds()).toEqual(['bankChanged', 'cardChanged', 'paymentMethodChanged']);

    const [row] = await db.select().from(customers).where(eq(customers.id, 'anna'));
    const stored = await db.select().from(mails);
    for (const mail of stored) expect(mail).toMatchObject({ recipient: row?.email, about: {} });
    const subject = {
      id: 'anna',
      kind: 'person',
      ssn: row?.ssn ?? '',
      fullName: row?.fullName ?? '',
    } as const;
    const composers = paymentDetailsMails({ db, clock: { now: () => now }, site: 'https://hofn.example' });
    for (const language of ['is', 'en'] as const) {
      const letters = await Promise.all(
        Object.values(composers).map((compose) => compose({ subject, language, about: {} })),
      );
      const text = JSON.stringify(letters);
      expect(text).toContain('731');
      expect(text).toContain(row?.cardNumberMasked);
      expect(text).not.toMatch(/7731|\{\w+\}/);
      const [byOther] = [await composers.bankChanged({ subject, language, about: { by: 'birgir' } })];
      expect(byOther?.body).toContain('Birgir Prófsson');
    }
  });
});
