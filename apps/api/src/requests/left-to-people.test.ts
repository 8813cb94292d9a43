// Staff decide what the core refers, and the core carries it out.
import type { CoreActAnswer, RequestReceipt, StaffCase } from '@hofn/contracts';
import { cases, coreRecords, mails, policies } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { figures } from '../company/testing.ts';
import { requests as requestsFeature } from './feature.ts';
import type { CoreBehaviour, FakeCore } from './testing/fake-core.ts';
import { isCar, problemOf, type Requests, startRequests } from './testing/started-requests.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const sold = { kind: 'cancel', policyId: 'p1', grounds: 'sold', on: '2026-11-20' } as const;
const referred = { result: 'referred', edition: '2026-2', reasons: [{ code: 'grounds', texts: null }] };
const accepted = { result: 'accepted', effectiveOn: '2026-11-21', premium: 0, texts: null };
const refused = {
  result: 'refused',
  texts: { is: 'Bíllinn er enn á skrá.', en: 'The car is still registered.' },
};
const effect = {
  ...{ premiumBefore: 90_000, premiumAfter: 0, charged: 0, credited: 0, refunded: 12_000 },
  ...{ refundOn: '2026-11-21', instalments: [] },
};
const agreed = { result: 'done', edition: null, reasons: [], effectiveOn: '2026-11-21', premium: 0, effect };

describeWithDatabase('what the core leaves to people', (open) => {
  let core: FakeCore;
  let on: Requests;
  beforeAll(async () => {
    on = await startRequests(await open(), {}, ['cancel', 'figures']);
    core = on.core;
  });
  afterAll(() => on.stop());
  beforeEach(async () => {
    await on.reset();
    const at = on.clock.now().toISOString();
    await on.db.insert(coreRecords).values({
      source: 'kerfi',
      type: 'policies',
      key: 'bill',
      id: 'p1',
      version: 1,
      customerId: 'anna',
      receivedAt: at,
    });
    core.behaves(() => referred);
    await on.request(sold);
  });

  /** A core that performs acts that an employee has accepted, and refers all others. */
  const carriesOut = async (): Promise<CoreBehaviour> => {
    const number = (await on.db.select().from(policies).where(isCar))[0]?.number ?? '';
    const facts = {
      ...{ customer: '1402851489', number, product: 'kasko', insured: null, premiumPerYear: 90_000 },
      ...{
        deductible: 90_000,
        sumInsured: null,
        validFrom: '2026-03-01',
        validTo: '2026-11-20',
        renews: false,
      },
      ...{ cancelledOn: '2026-11-21', lapsedOn: null, suspendedOn: null, instalmentsPerYear: 12 },
      ...{ instalmentFeePercent: 0, terms: [], items: [], covers: [], figures: null },
      premiumParts: [{ id: 'base', amount: 90_000 }],
    };
    const done = {
      ...{ ...agreed, policyNumber: number },
      facts: [{ type: 'policies', key: 'bill', version: 2, facts }],
    } as CoreActAnswer;
    return ({ act, path }) => {
      if (act.decidedBy === null) return referred;
      return path.endsWith('/preview') ? agreed : done;
    };
  };
  const matter = async (id?: string) =>
    (await on.staffCase(id)).matter as Extract<StaffCase['matter'], { kind: 'change' }>;
  const caseRow = async () => {
    const [row] = await on.db.select().from(cases);
    if (!row) throw new Error('no case');
    return row;
  };
  const kinds = async () => (await on.db.select().from(mails)).map(({ kind }) => kind);

  test('ACT-3: an employee reads why the core left it to them, previews what it leads to, accepts, and the core carries it out', async () => {
    expect(await matter()).toMatchObject({
      settledBy: 'staff',
      act: {
        state: 'referred',
        reasons: ['The law allows this on certain grounds, which we have to check.'],
      },
    });
    const [first] = core.received;
    core.behaves(await carriesOut());
    const { body } = await on.preview(accepted);
    const { letters } = body as { letters: { en: { body: string } } };
    expect(plain(letters.en.body)).toContain(
      'ISK 12,000 is paid into your bank account on 21 November 2026.',
    );
    expect(await on.requestRow()).toMatchObject({ state: 'pending' });
    expect((await on.settle(accepted)).status).toBe(200);
    expect(core.received.at(-1)).toMatchObject({
      path: '/acts/cancel',
      act: { decidedBy: { name: 'Katrín Ósk Prófdóttir' }, request: { effectiveOn: '2026-11-21' } },
    });
    expect(core.received.at(-1)?.key).not.toBe(first?.key);
    expect(await on.policy('p1')).toMatchObject({ validTo: '2026-11-20' });
    const { id, state } = await caseRow();
    expect(state).toBe('closed');
    const { state: stateOfRequest, outcome } = await matter(id);
    expect([stateOfRequest, outcome?.by, outcome?.effect?.map(plain)]).toEqual([
      'accepted',
      'Katrín Ósk Prófdóttir',
      ['ISK 12,000 is paid into your bank account on 21 November 2026.'],
    ]);
    expect(await kinds()).toEqual(['changeRequest', 'requestAccepted']);
  });

  test('ACT-2, ACT-3: what was accepted and not answered stays with the employee, says so, and is done when the core answers', async () => {
    core.behaves(() => 503);
    expect((await on.settle(accepted)).status).toBe(200);
    const row = await caseRow();
    expect(row).toMatchObject({ state: 'open', assigneeId: 'employee|katrin' });
    expect(await matter()).toMatchObject({ settledBy: 'core', act: { state: 'asked', tries: 1 } });
    expect(problemOf(await on.settle(refused))).toEqual([409, 'settledElsewhere']);
    core.behaves(await carriesOut());
    on.clock.set('2026-11-21T12:30:00Z');
    const [again] = requestsFeature.repeated ?? [];
    await again?.create(on.api.services)(new AbortController().signal);
    expect(await caseRow()).toMatchObject({ state: 'closed' });
    expect(await matter(row.id)).toMatchObject({
      state: 'accepted',
      outcome: { by: 'Katrín Ósk Prófdóttir' },
    });
  });

  const receipt = async (token?: string) =>
    on.read<RequestReceipt>(`/api/user/v1/requests/${(await on.requestRow()).id}/receipt`, token);
  const recorded = (key: string) => ({
    receipt: { key, sha256: 'ab'.repeat(32), recordedAt: '2026-11-21T12:00:01.000Z' },
  });

  test('ACT-5: the receipt says what the core left to people and why, and once an employee has decided, who, with both records', async () => {
    const left = {
      ...{ state: 'referred', decidedBy: 'Our rules, edition 2026-2' },
      reasons: ['The law allows this on certain grounds, which we have to check.'],
    };
    const waiting = await receipt();
    expect(waiting).toMatchObject({ state: 'open', decision: null, acts: [left] });
    expect((await matter()).receipt).toEqual(waiting);
    // Until the core has answered, what the employee has accepted is not yet so.
    core.behaves(() => 503);
    await on.settle(accepted);
    const row = await caseRow();
    expect((await receipt()).acts[1]).toMatchObject({ state: 'asked', decidedBy: null });
    expect((await matter(row.id)).receipt).toMatchObject({
      decision: null,
      acts: [left, { state: 'asked', decidedBy: 'Katrín Ósk Prófdóttir, employee' }],
    });
    const carried = await carriesOut();
    core.behaves((call) => ({ ...(carried(call) as object), ...recorded(call.key) }));
    on.clock.set('2026-11-21T12:30:00Z');
    const [again] = requestsFeature.repeated ?? [];
    await again?.create(on.api.services)(new AbortController().signal);
    const done = await receipt();
    expect(done).toMatchObject({
      state: 'accepted',
      decision: { decidedBy: 'Katrín Ósk Prófdóttir, employee', reasons: [] },
      acts: [left, { state: 'done', reference: core.received.at(-1)?.key, sha256: 'ab'.repeat(32) }],
    });
    expect(done.acts[0]?.reference).toBe(waiting.acts[0]?.reference);
    expect((await matter(row.id)).receipt).toEqual(done);
  });

  test('ACT-5: of a refusal the receipt has the employee and the reason; what the core could not do is for staff to read', async () => {
    const texts = { is: 'Tryggingin er ekki til hér.', en: 'The policy is not here.' };
    core.behaves(() => ({ result: 'declined', edition: null, reasons: [{ code: 'unknownPolicy', texts }] }));
    await on.settle(accepted);
    expect((await receipt()).acts[1]).toMatchObject({ state: 'declined', reasons: [] });
    expect((await matter()).receipt?.acts[1]?.reasons).toEqual([texts.en]);
    await on.settle(refused);
    expect(await receipt()).toMatchObject({
      state: 'refused',
      decision: {
        ...{ decidedBy: 'Katrín Ósk Prófdóttir, employee', facts: [] },
        reasons: [refused.texts.en],
      },
      acts: [{ state: 'referred' }, { state: 'declined' }],
    });
  });

  test('ACT-4: a refusal is a person’s own, which the core is not asked for', async () => {
    core.behaves(() => referred);
    expect((await on.settle(refused)).status).toBe(200);
    expect(core.received).toEqual([]);
    expect(await on.requestRow()).toMatchObject({ state: 'refused', outcome: { by: { kind: 'staff' } } });
    expect(await on.policy('p1')).toMatchObject({ validTo: '2027-02-28' });
  });

  test('ACT-3: a day that the request does not allow is named, and the core is not asked', async () => {
    core.behaves(() => referred);
    const wrong = await on.settle({ ...accepted, effectiveOn: '2029-01-01' });
    expect([wrong.status, Object.keys((wrong.body as { errors: object }).errors)]).toEqual([
      400,
      ['effectiveOn'],
    ]);
    expect(core.received).toEqual([]);
  });

  test('ACT-1, ACT-3: a company’s new figures are an act too, which the core refers to the desk', async () => {
    await on.db.delete(cases);
    core.behaves(() => ({ ...referred, reasons: [{ code: 'companyFigures', texts: null }] }));
    const change = {
      ...{ cover: 'liability', policyId: 'c1', effectiveOn: '2026-12-01' },
      figures: { ...figures.liability, payroll: figures.liability.payroll + 1_000_000 },
    };
    const sent = await on.send('/api/company/v1/requestupdate', change, { token: on.tokens.company });
    expect(sent.status).toBe(201);
    expect(core.received).toMatchObject([{ path: '/acts/figures' }]);
    expect(await matter()).toMatchObject({
      ...{ request: 'figures', settledBy: 'staff' },
      act: { state: 'referred', reasons: ['The premium is worked out from the company’s figures.'] },
    });
    const { id } = sent.body as { id: string };
    const path = `/api/user/v1/requests/${id}/receipt`;
    const { asked } = await on.read<RequestReceipt>(path, on.tokens.company);
    expect(asked.map(({ label }) => label)).toEqual([
      ...['Request', 'Annual payroll', 'Takes effect on', 'Estimated annual premium'],
    ]);
    expect((await on.api.ask(path, { token: on.tokens.anna })).status).toBe(404);
  });

  test('ACT-3: what the core cannot carry out comes back to the employee with its reason', async () => {
    const texts = { is: 'Tryggingin er ekki til hér.', en: 'The policy is not here.' };
    core.behaves(() => ({ result: 'declined', edition: null, reasons: [{ code: 'unknownPolicy', texts }] }));
    expect((await on.preview(accepted)).status).toBe(409);
    expect((await on.settle(accepted)).status).toBe(200);
    expect(await matter()).toMatchObject({
      settledBy: 'staff',
      act: { state: 'declined', reasons: [texts.en] },
    });
    expect(await caseRow()).toMatchObject({ state: 'open' });
  });
});
