import type { ClaimDraft, Problem } from '@hofn/contracts';
import { customers, type Database } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { parseKennitala } from '@hofn/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillClaims, filledForm } from '../claims/testing.ts';
import { filledForms } from '../forms/testing.ts';
import { defaultSettings } from '../settings.ts';
import { fillSigning, waitingEid } from '../signing/testing/fill.ts';
import { createIssuer, fillDatabase, fixedClock, type Issuer, startApi } from '../testing.ts';

/** Ids whose check digit does not match: of a child born in spring 2026, and of an adult. */
const child = '0103261490';
const adult = '0101901439';

describeWithDatabase('an id that only the register knows', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let answer: 'found' | 'notFound' | 'unknown';
  const lookUps: string[] = [];

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    issuer = await createIssuer();
    api = await startApi(database, issuer, {
      clock: fixedClock(),
      eid: waitingEid,
      settings: {
        ...defaultSettings(),
        KENNITALA_CHECK_DIGIT: 'strict',
        RATE_FORM: 1000,
        FORM_SUBMISSIONS: 100,
      },
      register: {
        find: async (ssn) => {
          lookUps.push(ssn);
          return answer;
        },
      },
    });
  });
  beforeEach(async () => {
    await fillClaims(database);
    await fillSigning(database);
    answer = 'found';
    lookUps.length = 0;
  });
  afterAll(() => api.stop());

  const post = async (path: string, body: object, token?: string) => {
    const response = await api.ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      ...(token && { token }),
    });
    return { status: response.status, body: (await response.json()) as Partial<Problem> };
  };
  const vehicle = {
    ...filledForm,
    policy: '',
    causes: ['collision'],
    items: [],
    details: { licensePlate: 'ÞBX42', driver: 'Anna', police: 'no', injured: 'no', otherPartySsn: adult },
  };

  /** Each call that takes a kennitala, with the field that is named when it is refused. */
  const calls: [string, string, () => ReturnType<typeof post>][] = [
    [
      'a form',
      'children.0.ssn',
      () => {
        const form = filledForms.childinsurance as { children: object[] };
        const children = form.children.map((entry) => ({ ...entry, ssn: child }));
        return post('/api/form/v1/childinsurance', { ...form, children });
      },
    ],
    [
      'a claim',
      'form.details.otherPartySsn',
      async () => {
        const token = await issuer.token('anna');
        const typed = { line: 'vehicle', form: vehicle, step: 4 };
        const draft = (await post('/api/claim/v1/drafts', typed, token)).body as unknown as ClaimDraft;
        const claim = { draft: draft.token, line: 'vehicle', form: vehicle, declaration: true };
        return post('/api/claim/v1/claims', claim, token);
      },
    ],
    [
      'a claim without signing in',
      'reporter.ssn',
      async () => {
        const { right } = (await post('/api/upload/v1/visits', {})).body as { right: string };
        const reporter = { name: 'Þóra Prófsdóttir', ssn: adult, policyNumber: '' };
        const form = { ...filledForm, policy: '' };
        const notice = { line: 'home', form, reporter, files: [], declaration: true };
        return post('/api/claim/v1/notices', notice, right);
      },
    ],
    [
      'signing for a company',
      'ssn',
      async () =>
        post('/api/document/v3/app/start', { documentId: 's5', ssn: adult }, await issuer.token('felag')),
    ],
  ];

  test.each(calls)(
    'KT-9: %s is taken, and refused when the register does not know the id',
    async (_, field, send) => {
      for (const ssn of [child, adult])
        expect(parseKennitala(ssn, { checkDigit: 'strict', allowTestIds: true })).toEqual({
          ok: false,
          reason: 'checkDigit',
        });
      const taken = await send();
      expect([taken.status, taken.body.errors]).toEqual([expect.toBeOneOf([200, 201]), undefined]);
      expect(lookUps.length).toBeGreaterThan(0);
      for (const not of ['notFound', 'unknown'] as const) {
        answer = not;
        const refused = await send();
        expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, [field]]);
      }
    },
  );

  test('KT-9: only signed-in users may name our customers without the national register', async () => {
    await database.db
      .insert(customers)
      .values({ id: 'known', ssn: adult, kind: 'person', fullName: 'Nýr Prófsson' });
    answer = 'notFound';
    const statuses = [];
    for (const [, , send] of calls.slice(1)) statuses.push((await send()).status);
    // A claim and a signing; visitors learn nothing about who is a customer.
    expect(statuses).toEqual([201, 400, expect.toBeOneOf([200, 201])]);
    lookUps.length = 0;
    const access = await post(
      '/api/user/v1/settings/accessgrants/name',
      { ssn: adult },
      await issuer.token('anna'),
    );
    expect(access).toMatchObject({ status: 200, body: { name: 'Nýr Prófsson' } });
    expect(lookUps).toEqual([]);
  });

  test('KT-9, HOLD-13: the register is not queried for an otherwise invalid form', async () => {
    const form = filledForms.childinsurance as { children: object[] };
    const children = [{ ...form.children[0], ssn: child }];
    expect((await post('/api/form/v1/childinsurance', { ...form, children, email: 'x' })).status).toBe(400);
    expect(lookUps).toEqual([]);
  });
});
