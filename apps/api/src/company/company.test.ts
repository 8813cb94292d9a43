import { type FiguresEstimate, figuresEstimate, type PendingChange, type Problem } from '@hofn/contracts';
import { changeRequests, type Database, mails, policies } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { formatDate } from '@hofn/texts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { requestMails } from '../requests/mails.ts';
import { createIssuer, fillDatabase, type Issuer, startApi } from '../testing.ts';
import { figures, fillCompany } from './testing.ts';

const base = '/api/company/v1';
const covers = ['liability', 'personal', 'travel'] as const;
const change = {
  liability: { ...figures.liability, payroll: 120_000_000 },
  personal: { ...figures.personal, manYears: 9.5 },
  travel: { ...figures.travel, world: 150 },
};
const policyOf = { liability: 'c1', personal: 'c2', travel: 'c3' };
const bodyOf = (cover: (typeof covers)[number], more: object = {}) => ({
  cover,
  policyId: policyOf[cover],
  effectiveOn: '2026-12-01',
  figures: change[cover],
  ...more,
});

describeWithDatabase('figures of a company', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let company: string;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    issuer = await createIssuer();
    api = await startApi(database, issuer);
    company = await issuer.token('felag');
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await fillCompany(database);
    await database.db.delete(mails);
  });

  const get = async (cover: string) =>
    (await (await api.ask(`${base}/${cover}`, { token: company })).json()) as {
      policies: Array<{ id: string; premiumPerYear: number; figures: object; pending: PendingChange | null }>;
      effective: { from: string; to: string };
    };
  const post = (call: string, body: object, more: { token?: string; key?: string } = {}) =>
    api.ask(`${base}/${call}`, {
      method: 'POST',
      token: more.token ?? company,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(more.key && { 'idempotency-key': more.key }) },
    });
  const problemOf = async (answer: Response) => (await answer.json()) as Problem;

  test('PORT-9a, PORT-9b, PORT-9c: each cover has its current figures, and a change can take effect within a year', async () => {
    for (const cover of covers) {
      const { policies: found, effective } = await get(cover);
      expect(
        found.map(({ id, figures: current, pending }) => [id, current, pending]),
        cover,
      ).toEqual([[policyOf[cover], figures[cover], null]]);
      expect(effective).toEqual({ from: '2026-11-21', to: '2027-11-21' });
    }
  });

  test('PORT-9a, PORT-9b, PORT-9c: an estimate for a higher figure is a higher premium, lists the change, and stores nothing', async () => {
    for (const cover of covers) {
      const answer = await post('estimate', bodyOf(cover));
      expect(answer.status, cover).toBe(200);
      const estimate = figuresEstimate.parse(await answer.json()) satisfies FiguresEstimate;
      expect(estimate.estimatedPremium, cover).toBeGreaterThan(estimate.premiumPerYear);
      expect(estimate.tariff).toBe('test-1');
      expect(estimate.changes).toHaveLength(1);
    }
    expect(await database.db.select().from(changeRequests)).toEqual([]);
  });

  test('PORT-9b: twice the man-years double the premium of employee accident insurance', async () => {
    const estimate = figuresEstimate.parse(
      await (
        await post('estimate', bodyOf('personal', { figures: { ...figures.personal, manYears: 15 } }))
      ).json(),
    );
    expect(Math.abs(estimate.estimatedPremium - 2 * estimate.premiumPerYear)).toBeLessThanOrEqual(20);
    expect(estimate.changes).toEqual([{ field: 'manYears', from: 7.5, to: 15 }]);
  });

  test('PORT-9a: an agreed deviation from the tariff remains in the estimate', async () => {
    const { policies: before } = await get('liability');
    const agreed = Math.round((before[0]?.premiumPerYear ?? 0) / 2);
    const policy = and(eq(policies.customerId, 'felag'), eq(policies.id, 'c1'));
    const byTariff = figuresEstimate.parse(await (await post('estimate', bodyOf('liability'))).json());
    await database.db.update(policies).set({ premiumPerYear: agreed }).where(policy);
    const halved = figuresEstimate.parse(await (await post('estimate', bodyOf('liability'))).json());
    await database.db
      .update(policies)
      .set({ premiumPerYear: before[0]?.premiumPerYear ?? 0 })
      .where(policy);
    expect(Math.abs(2 * halved.estimatedPremium - byTariff.estimatedPremium)).toBeLessThanOrEqual(2);
  });

  test('PORT-9a, DATA-8: a change is stored with old and new figures, its day, estimate and tariff edition, and confirmed by e-mail', async () => {
    await database.db.execute("update customers set email = 'felag@example.is' where id = 'felag'");
    const answer = await post('requestupdate', bodyOf('liability'));
    expect(answer.status).toBe(201);
    const requested = (await answer.json()) as PendingChange;
    const [row] = await database.db.select().from(changeRequests);
    expect(row).toMatchObject({
      customerId: 'felag',
      id: requested.id,
      policyId: 'c1',
      actorId: 'felag',
      before: figures.liability,
      after: change.liability,
      effectiveOn: '2026-12-01',
      premium: requested.estimatedPremium,
      tariffVersion: 'test-1',
      state: 'pending',
    });
    expect((await get('liability')).policies[0]?.pending).toEqual({
      ...requested,
      requestedAt: '2026-11-21T12:00:00Z',
      answerBy: '2026-11-24',
    });
    const [mail] = await database.db.select().from(mails);
    expect(mail).toMatchObject({ kind: 'changeRequest', recipient: 'felag@example.is', language: 'is' });
    const subject = {
      id: 'felag',
      kind: 'company',
      ssn: '5001141499',
      fullName: 'Prófunarfélagið ehf.',
    } as const;
    const compose = requestMails({ db: database.db, site: 'https://hofn.example' }).changeRequest;
    const letter = await compose({ subject, about: mail?.about ?? {}, language: 'is' });
    expect(letter?.body).toContain('3000000');
    expect(letter?.body).toContain(formatDate('is', '2026-12-01'));
    expect(
      await compose({ subject: { ...subject, id: 'anna' }, about: mail?.about ?? {}, language: 'is' }),
    ).toBe(undefined);
  });

  test('PORT-9a: while a change is pending another is refused; the same one sent twice is stored once', async () => {
    const first = await post('requestupdate', bodyOf('liability'), { key: 'one' });
    const again = await post('requestupdate', bodyOf('liability'), { key: 'one' });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.json()).toEqual(await first.json());
    const other = bodyOf('liability', { figures: { ...figures.liability, staff: 20 } });
    for (const call of ['requestupdate', 'estimate']) {
      const refused = await post(call, other);
      expect(refused.status).toBe(409);
      expect((await problemOf(refused)).errorCode).toBe('changeAlreadyPending');
    }
    expect((await post('requestupdate', bodyOf('travel'))).status).toBe(201);
    expect(await database.db.select().from(changeRequests)).toHaveLength(2);
  });

  test('PORT-9a, PORT-9b: unchanged figures are refused; an invalid figure or day is a validation error that names it', async () => {
    const nothing = await post('requestupdate', bodyOf('liability', { figures: figures.liability }));
    expect([nothing.status, (await problemOf(nothing)).errorCode]).toEqual([400, 'noChange']);
    const wrong = [
      [bodyOf('liability', { figures: { ...change.liability, payroll: -1 } }), 'figures.payroll'],
      [bodyOf('liability', { figures: { ...change.liability, foreignShare: 101 } }), 'figures.foreignShare'],
      [bodyOf('personal', { figures: { ...change.personal, manYears: 0 } }), 'figures.manYears'],
      [bodyOf('liability', { effectiveOn: '2026-11-20' }), 'effectiveOn'],
      [bodyOf('liability', { effectiveOn: '2027-11-22' }), 'effectiveOn'],
    ] as const;
    for (const [body, path] of wrong) {
      const answer = await post('requestupdate', body);
      expect(answer.status, path).toBe(400);
      expect(Object.keys((await problemOf(answer)).errors ?? {}), path).toContain(path);
    }
    expect(await database.db.select().from(changeRequests)).toEqual([]);
  });

  test('PORT-9a, PORT-9b, PORT-9c: a person is refused, as it is for companies only; a policy of another cover or customer is not found', async () => {
    const anna = await issuer.token('anna');
    for (const cover of covers) {
      const answer = await api.ask(`${base}/${cover}`, { token: anna });
      expect([answer.status, (await problemOf(answer)).errorCode]).toEqual([403, 'companiesOnly']);
    }
    expect((await post('requestupdate', bodyOf('liability'), { token: anna })).status).toBe(403);
    for (const policyId of ['c2', 'p1', 'nothing']) {
      expect((await post('requestupdate', bodyOf('liability', { policyId }))).status, policyId).toBe(404);
    }
  });
});
