import { type Waiting, waiting } from '@hofn/contracts';
import {
  accessGrants,
  actingChoices,
  changeRequests,
  claimDrafts,
  type Database,
  documentsToSign,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillOffers } from '../offers/testing.ts';
import { createIssuer, fillDatabase, type Issuer, noon, startApi } from '../testing.ts';

describeWithDatabase('what waits for a customer', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillOffers(database);
    const draft = {
      customerId: 'anna',
      line: 'home' as const,
      step: 2,
      language: 'is' as const,
      createdAt: '2026-11-19T12:00:00Z',
      expiresAt: '2026-12-19T12:00:00Z',
    };
    const form = { causes: ['bicycle'], dateOfLoss: '2026-11-18' } as typeof claimDrafts.$inferInsert.form;
    await database.db.insert(claimDrafts).values([
      { ...draft, id: 'older', form: { ...form, causes: [], dateOfLoss: '2026-11-' }, changedAt: noon },
      { ...draft, id: 'newer', form, changedAt: '2026-11-21T13:00:00Z' },
      { ...draft, id: 'expired', form, changedAt: noon, expiresAt: '2026-11-20T12:00:00Z' },
      { ...draft, id: 'other', form, changedAt: noon, customerId: 'birgir' },
    ]);
    const paper = {
      customerId: 'anna',
      titleIs: 'Umboð',
      titleEn: 'Mandate',
      terms: { kind: 'agreement' as const },
      issuedOn: '2026-11-01',
      signBy: '2026-11-21',
    };
    await database.db.insert(documentsToSign).values([
      { ...paper, id: 's1' },
      { ...paper, id: 's2', signBy: '2026-11-20' },
    ]);
    // One question that waits for an answer, one that was answered, and one of a request that is settled.
    const request = {
      customerId: 'anna',
      actorId: 'anna',
      after: {},
      effectiveOn: '2026-12-01',
      premium: 60_000,
      tariffVersion: 'test-1',
      language: 'is' as const,
      createdAt: '2026-11-20T10:00:00Z',
    };
    await database.db.delete(changeRequests);
    await database.db.insert(changeRequests).values([
      { ...request, id: 'asked', awaitsCustomer: true },
      { ...request, id: 'answered' },
      {
        ...request,
        id: 'settled',
        awaitsCustomer: true,
        state: 'refused',
        settledAt: '2026-11-20T11:00:00Z',
      },
    ]);
    issuer = await createIssuer();
    api = await startApi(database, issuer);
  });
  afterAll(() => api.stop());

  const find = async (sub: string, language: 'is' | 'en' = 'is') => {
    const answer = await api.ask('/api/user/v1/waiting', { token: await issuer.token(sub), language });
    expect(answer.status).toBe(200);
    return waiting.parse(await answer.json()) satisfies Waiting;
  };

  test('LIFE-23: drafts are named by kind and cause of the loss, the last changed first, without expired ones', async () => {
    expect((await find('anna')).drafts).toEqual([
      { token: 'newer', title: 'Tjón á innbúi: Hjóli stolið', dateOfLoss: '2026-11-18' },
      // A day that is not finished is no day.
      { token: 'older', title: 'Tjón á innbúi', dateOfLoss: null },
    ]);
    expect((await find('anna', 'en')).drafts[0]?.title).toMatch(/bicycle|bike/i);
  });

  test('LIFE-14: a draft is for those who may open it, and not for those who may only read', async () => {
    const year = { validFrom: '2026-03-01', validTo: '2027-02-28', givenAt: '2026-03-01T12:00:00Z' };
    const given = { ...year, customerId: 'anna', id: 'g1', holderId: 'birgir', givenBy: 'anna' };
    const token = await issuer.token('birgir', { sid: 'of-birgir' });
    const asked = { method: 'POST', token, body: JSON.stringify({ ssn: '1402851489' }) } as const;
    for (const [role, drafts] of [
      ['Readonly', []],
      ['Full', ['newer', 'older']],
    ] as const) {
      await database.db.delete(accessGrants);
      await database.db.insert(accessGrants).values({ ...given, role });
      const headers = { 'content-type': 'application/json' };
      const acting = await api.ask('/api/user/v1/login/switchcustomer', { ...asked, headers });
      expect(acting.status).toBe(200);
      const found = waiting.parse(await (await api.ask('/api/user/v1/waiting', { token })).json());
      expect([found.drafts.map((one) => one.token), found.offers], role).toEqual([drafts, 2]);
    }
    await database.db.delete(actingChoices);
    await database.db.delete(accessGrants);
  });

  test('LIFE-23: an unanswered question waits; what can no longer be signed or accepted does not, nor does another customer’s', async () => {
    expect(await find('anna')).toMatchObject({ documents: 1, questions: 1, offers: 2 });
    expect(await find('birgir')).toMatchObject({ documents: 0, questions: 0, offers: 0 });
    expect((await find('birgir')).drafts.map(({ token }) => token)).toEqual(['other']);
  });
});
