// What law and terms leave nobody to decide is done in the customer's own call.
import type {
  CoreRequest,
  CustomerMatter,
  Policy,
  PolicyOptions,
  PolicyRequestPreview,
  Proposal,
  RequestStatus,
  SentPolicyRequest,
} from '@hofn/contracts';
import { caseEvents, cases, changeRequests, mails, policies } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import type { Language } from '@hofn/texts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordedEvents } from '../events/testing.ts';
import { offerMails } from '../offers/mails.ts';
import { isCar, problemOf, type Requests, startRequests } from './testing/started-requests.ts';

/** Texts without no-break spaces. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const sold = '2026-11-12T12:00:00Z';

describeWithDatabase('requests that the core does at once', (open) => {
  let on: Requests;
  beforeAll(async () => {
    on = await startRequests(await open(), {}, ['offer', 'withdraw']);
  });
  afterAll(() => on.stop());
  beforeEach(() => on.reset());

  const answer = (
    id: string,
    body: object,
    { key, language = 'is' }: { key?: string; language?: Language } = {},
  ) =>
    on.api.ask(`/api/ods/v1/proposal/${id}`, {
      ...{ method: 'POST', token: on.tokens.anna, language, body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    });
  const offer = async (id: string, language: Language = 'is'): Promise<Proposal> =>
    (await (
      await on.api.ask(`/api/ods/v1/proposal/${id}`, { token: on.tokens.anna, language })
    ).json()) as Proposal;
  const accept = async (id: string, language: Language = 'is') => {
    const { shown } = await offer(id, language);
    const response = await answer(id, { answer: 'accept', shown }, { language });
    return { status: response.status, body: (await response.json()) as { request: RequestStatus } };
  };
  /** Anna's car was sold to her here nine days ago. */
  const sellCar = async () => {
    const [car] = await on.db.select().from(policies).where(isCar);
    await on.db.insert(changeRequests).values({
      ...{ customerId: 'anna', id: 'sold', proposalId: 'o3', actorId: 'anna', after: {}, premium: 90_000 },
      ...{ effectiveOn: '2026-11-15', tariffVersion: 'test-1', language: 'is', state: 'confirmed' },
      ...{ createdAt: sold, settledAt: sold },
      outcome: {
        ...{ result: 'accepted', by: { kind: 'core', source: 'kerfi' }, texts: null, effectiveOn: null },
        ...{ premium: null, policy: { id: null, number: car?.number ?? '' } },
      },
    });
  };
  const withdraw = { kind: 'withdraw', policyId: 'p1' } as const;
  const newRequests = () => on.db.select().from(changeRequests).where(sql`${changeRequests.id} <> 'sold'`);
  const mailKinds = async () => (await on.db.select().from(mails)).map(({ kind }) => kind);
  const lastEvents = async (count: number) => (await recordedEvents({ db: on.db })).slice(-count);

  test('ACT-6: an accepted offer is issued in the act of accepting: the answer states the policy, which replaces the old one', async () => {
    expect((await offer('o1', 'en')).decision).toEqual({
      decided: 'atOnce',
      texts: [
        expect.stringContaining('nobody has to approve it. This takes effect on 1'),
        'An offer that you accept in time is a contract.',
      ],
    });
    const { status, body } = await accept('o1', 'en');
    expect(status).toBe(200);
    expect(body.request).toMatchObject({
      ...{ kind: 'offer', state: 'accepted', effectiveOn: '2026-12-01', premiumPerYear: 76_000 },
      ...{ newPolicy: true, policy: { id: expect.any(String), number: expect.any(String) } },
    });
    const issued = await on.policy(body.request.policy?.id ?? '');
    expect(issued).toMatchObject({ number: body.request.policy?.number, validFrom: '2026-12-01' });
    expect(await on.policy('p1')).toMatchObject({ validTo: '2026-11-30', renews: false });
    expect((await offer('o1', 'en')).decision).toBeUndefined();
  });

  test('ACT-3, STAFF-6: no case is left open, and staff and the customer read who decided: the rule with its edition', async () => {
    await accept('o1');
    const [item] = await on.db.select().from(cases);
    expect(item).toMatchObject({ state: 'closed', assigneeId: null });
    const shown = await on.staffCase(item?.id);
    expect(shown.matter).toMatchObject({ state: 'accepted', outcome: { by: 'Rule, edition 2026-2' } });
    expect(
      (
        await on.db
          .select()
          .from(caseEvents)
          .where(eq(caseEvents.caseId, item?.id ?? ''))
      ).map(({ kind, employeeId }) => [kind, employeeId]),
    ).toEqual([
      ['came', null],
      ['closed', null],
      ['looked', 'employee|katrin'],
    ]);
    const { items } = await on.read<{ items: CustomerMatter[] }>('/api/user/v1/matters');
    expect(items[0]).toMatchObject({ kind: 'change', state: 'closed', request: { state: 'accepted' } });
    const refusal = {
      result: 'refused',
      ground: 'nothingToInsure',
      texts: { is: 'x'.repeat(12), en: 'y'.repeat(12) },
    };
    expect(problemOf(await on.actOn({ act: 'settle', decision: refusal }, item?.id))).toEqual([
      409,
      expect.stringMatching(/requestSettled|conflict|caseClosed/),
    ]);
  });

  test('ACT-3, CORE-7, CORE-10: other systems learn that the core settled it, and a different outcome is refused', async () => {
    await accept('o1');
    const events = await recordedEvents({ db: on.db });
    const lastOf = (type: string) => events.findLastIndex((event) => event.type === type);
    expect(lastOf('hofn.offer.accepted')).toBeLessThan(lastOf('hofn.request.settled'));
    const settled = events[lastOf('hofn.request.settled')];
    expect(settled).toMatchObject({
      type: 'hofn.request.settled',
      data: { by: 'core', result: 'accepted', policyId: expect.any(String) },
    });
    const { id } = await on.requestRow();
    const path = `/api/core/v1/requests/${id}`;
    expect(await on.read<CoreRequest>(path, on.tokens.core)).toMatchObject({
      state: 'accepted',
      outcome: { by: 'core', policy: { number: expect.any(String) } },
    });
    const asCore = { method: 'PUT', token: on.tokens.core };
    const refused = { result: 'refused', texts: { is: 'x'.repeat(12), en: 'y'.repeat(12) } };
    expect(problemOf(await on.send(`${path}/outcome`, refused, asCore))).toEqual([409, 'requestSettled']);
  });

  for (const [language, words] of [
    ['is', ['Tryggingarnúmer:', 'Þú getur fallið frá samningnum til og með 5. desember 2026']],
    ['en', ['Policy number:', 'You can withdraw from the contract until 5 December 2026']],
  ] as const)
    test(`ACT-6, RIGHT-1: one e-mail confirms acceptance and policy, with the document and how to withdraw (${language})`, async () => {
      const { body } = await accept('o1', language);
      expect(await mailKinds()).toEqual(['proposalAccepted']);
      const [mail] = await on.db.select().from(mails);
      const subject = { id: 'anna', kind: 'person', ssn: '1402851489', fullName: 'Anna Prófdóttir' } as const;
      const compose = offerMails({
        db: on.db,
        files: on.files,
        site: 'https://hofn.example',
      }).proposalAccepted;
      const letter = await compose({ subject, about: mail?.about ?? {}, language } as never);
      for (const word of words) expect(plain(letter?.body ?? '')).toContain(word);
      expect(letter?.body).toContain(body.request.policy?.number);
      expect(letter?.attachments).toHaveLength(1);
      expect(letter?.button?.url).toContain(body.request.policy?.id);
    });

  test('ACT-6: the same acceptance twice at once, in two windows or after a lost answer, issues one policy', async () => {
    const { shown } = await offer('o1');
    const body = { answer: 'accept', shown };
    const answers = await Promise.all([
      ...['k', 'k', 'other'].map((key) => answer('o1', body, { key })),
      answer('o1', { answer: 'decline' }),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
      [],
    );
    const repeated = await answer('o1', body, { key: 'k' });
    expect([200, 409]).toContain(repeated.status);
    const accepted = await newRequests();
    expect(accepted.length).toBeLessThanOrEqual(1);
    const issued = await on.db.select().from(policies).where(sql`length(${policies.id}) > 10`);
    expect(issued).toHaveLength(accepted.length);
    expect((await mailKinds()).length).toBe(accepted.length);
  });

  test('RIGHT-1: a withdrawal is effective when it is sent: the answer states day, time and refund, and the policy ends', async () => {
    await sellCar();
    const preview = await on.send('/api/policy/v1/requests/preview', withdraw);
    expect(preview.body as PolicyRequestPreview).toMatchObject({
      lastDay: '2026-11-21',
      decision: {
        decided: 'atOnce',
        texts: [
          'This takes effect as soon as you confirm it. Nobody has to approve it.',
          'The law gives you this right. You need no reason.',
        ],
      },
    });
    const { status, body } = await on.request(withdraw);
    expect(status).toBe(201);
    const { request, next } = body as unknown as SentPolicyRequest;
    expect(request).toMatchObject({ kind: 'withdraw', state: 'accepted', effectiveOn: '2026-11-22' });
    expect(next.map(plain)).toEqual([
      'Done on 21 November 2026 at 12:00.',
      'You are covered as before until the end of 21 November 2026.',
      expect.stringContaining('A receipt is on its way to anna@'),
    ]);
    expect(await on.policy('p1')).toMatchObject({
      ...{ validTo: '2026-11-21', cancelledOn: '2026-11-21', renews: false },
    });
    expect((await on.read<Policy>('/api/policy/v2/p1')).planned).toMatchObject({ lastDay: '2026-11-21' });
    expect(await mailKinds()).toEqual(['requestAccepted']);
    const letter = await on.letter('requestAccepted');
    expect(letter.subject).toContain('You have withdrawn from the contract');
    expect(letter.body).toContain('Received: 21 November 2026 at 12:00');
    // Nothing can be done about the policy any more.
    expect(problemOf(await on.request(withdraw))).toEqual([409, 'notRequestable']);
    expect(await newRequests()).toHaveLength(1);
  });

  test('RIGHT-1: a contract whose cover has not begun is withdrawn from without a last day of cover: it never starts', async () => {
    const { body } = await accept('o1', 'en');
    const policyId = body.request.policy?.id ?? '';
    await on.db.delete(mails);
    const sent = (await on.request({ kind: 'withdraw', policyId })).body as unknown as SentPolicyRequest;
    expect(sent.request).toMatchObject({ state: 'accepted', neverBegan: true });
    expect(sent.next[1]).toBe('Cover never starts and you pay nothing.');
    expect((await on.read<Policy>(`/api/policy/v2/${policyId}`)).status).toBe('cancelled');
    const letter = await on.letter('requestAccepted');
    expect(letter.body).toContain('Cover never starts and you pay nothing.');
    expect(letter.body).not.toContain('Last day of cover');
  });

  test('RIGHT-1: it is offered until its last day, also while another request is open or waits, which it ends', async () => {
    await sellCar();
    await on.request({ kind: 'suspend', policyId: 'p1', from: '2026-12-01' });
    const optionsOf = () => on.read<PolicyOptions>('/api/policy/v2/p1/options');
    expect((await optionsOf()).requestable).toMatchObject({
      kinds: ['withdraw'],
      withdrawUntil: '2026-11-26',
    });
    on.clock.set('2026-11-26T23:30:00Z');
    expect((await on.request(withdraw)).status).toBe(201);
    const rows = await newRequests();
    expect(rows.map(({ kind, state }) => [kind, state]).toSorted()).toEqual([
      ['suspend', 'retracted'],
      ['withdraw', 'confirmed'],
    ]);
    expect((await lastEvents(9)).map(({ type }) => type)).toContain('hofn.request.retracted');
    await on.reset();
    await sellCar();
    on.clock.set('2026-11-27T00:30:00Z');
    expect((await optionsOf()).requestable.withdrawUntil).toBeNull();
    expect(problemOf(await on.request(withdraw))).toEqual([409, 'notRequestable']);
  });

  test('ACT-3: of two acts on one policy at once one is done, and the other is judged by what that left', async () => {
    await sellCar();
    const both = await Promise.all([on.request(withdraw), on.request(withdraw), accept('o1')]);
    const [first, second] = both;
    expect([first?.status, second?.status].filter((status) => status === 201).length).toBeLessThanOrEqual(1);
    expect(both.filter(({ status }) => status >= 500)).toEqual([]);
    const rows = await newRequests();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ state }) => state === 'pending')).toEqual([]);
  });
});
