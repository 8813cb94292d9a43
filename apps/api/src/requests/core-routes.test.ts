import type { CoreRequest, Problem } from '@hofn/contracts';
import {
  auditEvents,
  cases,
  changeRequests,
  customers,
  type Database,
  mails,
  policies,
  policyFigures,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { desc, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { figures, fillCompany } from '../company/testing.ts';
import { fillOffers } from '../offers/testing.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fillStaff, startApi, temporaryFiles } from '../testing.ts';
import { fillRequests } from './testing.ts';

const base = '/api/core/v1/requests';
const texts = { is: 'Hvaða starfsmenn fara utan?', en: 'Which employees go abroad?' };

describeWithDatabase('requests and other systems', (open) => {
  const files = temporaryFiles();
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let reader: string;
  let settler: string;
  let company: string;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillStaff(database);
    await database.db.update(customers).set({ email: 'felag@example.is' }).where(eq(customers.id, 'felag'));
    const issuer = await createIssuer();
    const settings = {
      ...defaultSettings(),
      RATE_WRITE: 1000,
      REQUESTS_SETTLED_BY_CORE: ['figures' as const],
    };
    api = await startApi(database, issuer, { files, settings });
    reader = await issuer.serviceToken(['core.requests.read']);
    settler = await issuer.serviceToken(['core.requests.read', 'core.requests.settle']);
    company = await issuer.token('felag');
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    for (const table of [cases, mails]) await database.db.delete(table);
    await fillCompany(database);
    await fillOffers(database);
    await fillRequests(database, files);
  });

  const send = async (method: 'POST' | 'PUT', path: string, body: object, token: string) => {
    const response = await api.ask(path, {
      method,
      token,
      language: 'en',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const read = async <Answer>(path: string, token = reader) =>
    (await (await api.ask(path, { token })).json()) as Answer;
  const list = async (query: string) =>
    read<{ items: CoreRequest[]; nextCursor: string | null }>(`${base}?${query}`);
  /** The company requests new figures. @returns the request's id */
  const request = async (): Promise<string> => {
    const after = { ...figures.liability, staff: 20 };
    const change = { cover: 'liability', policyId: 'c1', effectiveOn: '2026-12-01', figures: after };
    return String((await send('POST', '/api/company/v1/requestupdate', change, company)).body.id);
  };
  const settle = (id: string, outcome: object, token = settler) =>
    send('PUT', `${base}/${id}/outcome`, outcome, token);

  test('CORE-10: a system lists open requests and reads each with figures or offer, and pages through them', async () => {
    const id = await request();
    const { items } = await list('state=open');
    expect(items).toMatchObject([
      {
        id,
        kind: 'figures',
        state: 'open',
        settledBy: 'core',
        customer: { ssn: '5001141499' },
        policy: { id: 'c1', number: '3000000' },
        figures: { before: figures.liability, after: { staff: 20 } },
        offer: null,
        outcome: null,
      },
    ]);
    expect((await list('state=moreInformation')).items.map((item) => item.id)).toEqual(['r1']);
    expect(await read<CoreRequest>(`${base}/r1`)).toMatchObject({
      kind: 'offer',
      settledBy: 'staff',
      figures: null,
      offer: {
        number: '9000005',
        product: 'kasko',
        instalmentsPerYear: 3,
        parts: [{ id: 'base', amount: 60_000 }],
      },
    });
    const first = await list('limit=1');
    expect(first.items.map((item) => item.id)).toEqual(['r1']);
    const second = await list(`limit=1&cursor=${first.nextCursor}`);
    expect([second.items.map((item) => item.id), second.nextCursor]).toEqual([[id], null]);
  });

  test('CORE-10: a system’s outcome is recorded once, mailed and closes the work item, and writes no policy', async () => {
    const id = await request();
    const outcome = {
      result: 'accepted',
      effectiveOn: '2026-12-05',
      premium: 444_000,
      policyNumber: '3000000',
    };
    const recorded = await settle(id, outcome);
    expect(recorded).toMatchObject({
      status: 200,
      body: {
        result: 'recorded',
        request: { state: 'accepted', outcome: { by: 'core', policy: { id: 'c1', number: '3000000' } } },
      },
    });
    expect(await settle(id, outcome)).toMatchObject({ status: 200, body: { result: 'unchanged' } });
    const differing = await settle(id, { ...outcome, premium: 1 });
    const { errorCode, errors } = differing.body as unknown as Problem;
    expect([differing.status, errorCode]).toEqual([409, 'requestSettled']);
    expect(errors).toMatchObject({
      result: ['accepted'],
      effectiveOn: ['2026-12-05'],
      premium: ['444000'],
      policy: ['3000000'],
    });
    const { policies: shown } = await read<{ policies: object[] }>('/api/company/v1/liability', company);
    expect(shown).toMatchObject([{ pending: null, latest: { state: 'accepted', premiumPerYear: 444_000 } }]);
    const [policy] = await database.db.select().from(policies).where(eq(policies.id, 'c1'));
    expect(policy?.premiumPerYear).not.toBe(444_000);
    expect(
      await database.db.select().from(policyFigures).where(eq(policyFigures.policyId, 'c1')),
    ).toMatchObject([{ figures: figures.liability }]);
    const sent = await database.db.select().from(mails).where(eq(mails.kind, 'requestAccepted'));
    expect(sent).toMatchObject([{ recipient: 'felag@example.is', actorId: 'kerfi' }]);
    expect(await database.db.select().from(cases).where(eq(cases.matterId, id))).toMatchObject([
      { state: 'closed' },
    ]);
    const [event] = await database.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
    expect(event).toMatchObject({
      action: 'core.settleRequest',
      actorKind: 'service',
      subjectId: 'felag',
      object: `request ${id}`,
    });
  });

  test('CORE-10: a system asks for more information, and refuses with a reason', async () => {
    const id = await request();
    expect((await settle(id, { result: 'moreInformation', texts })).status).toBe(200);
    expect(await settle(id, { result: 'moreInformation', texts })).toMatchObject({
      body: { result: 'unchanged' },
    });
    const answered = await send('POST', `/api/user/v1/requests/${id}/answer`, { text: 'Tveir.' }, company);
    expect(answered.body).toMatchObject({ state: 'open' });
    expect((await read<CoreRequest>(`${base}/${id}`)).messages.map((message) => message.texts.is)).toEqual([
      texts.is,
      'Tveir.',
    ]);
    expect((await settle(id, { result: 'refused' })).status).toBe(400);
    expect((await settle(id, { result: 'refused', texts })).status).toBe(200);
    expect(
      (await database.db.select().from(changeRequests).where(eq(changeRequests.id, id)))[0],
    ).toMatchObject({
      state: 'refused',
      outcome: { by: { kind: 'core', source: 'kerfi' }, texts },
    });
  });

  test('CORE-10: an outcome links to its policy as soon as the policy arrives, also when that is later', async () => {
    const id = await request();
    await settle(id, { result: 'accepted', policyNumber: '7700001' });
    const policyOf = async () =>
      (await read<{ policies: Array<{ latest: object }> }>('/api/company/v1/liability', company)).policies[0]
        ?.latest;
    expect(await policyOf()).toMatchObject({ policy: { id: null, number: '7700001' } });
    const [policy] = await database.db.select().from(policies).where(eq(policies.id, 'c1'));
    if (!policy) throw new Error('no policy');
    await database.db.insert(policies).values([
      { ...policy, id: 'c9', number: '7700001' },
      { ...policy, customerId: 'anna', id: 'c8', number: '7700002' },
    ]);
    expect(await policyOf()).toMatchObject({ policy: { id: 'c9', number: '7700001' } });
    for (const added of ['c8', 'c9']) await database.db.delete(policies).where(eq(policies.id, added));
  });

  test('CORE-10: of two outcomes at once one is recorded, and the other is refused with it', async () => {
    const id = await request();
    const outcomes = [
      { result: 'refused', texts },
      { result: 'accepted', effectiveOn: '2026-12-05', premium: 444_000 },
      { result: 'refused', texts: { ...texts, en: 'Another reason altogether.' } },
    ];
    const answers = await Promise.all(outcomes.map((outcome) => settle(id, outcome)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await database.db.$count(mails, like(mails.kind, 'request%'))).toBe(1);
  });

  test('CORE-10: a system does not settle what staff settle, nor without the scope, nor what does not exist', async () => {
    const refused = await settle('r1', { result: 'refused', texts });
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'settledElsewhere']);
    const id = await request();
    const unscoped = await settle(id, { result: 'refused', texts }, reader);
    expect([unscoped.status, unscoped.body.errorCode]).toEqual([403, 'scopeMissing']);
    expect((await settle('nothing', { result: 'refused', texts })).status).toBe(404);
  });
});
