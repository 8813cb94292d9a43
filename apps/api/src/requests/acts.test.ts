// Requests are carried out by the core in one call; its answer is stored together with the returned facts.
import type {
  CoreActAnswer,
  CustomerMatter,
  PolicyRequestPreview,
  RequestReceipt,
  SentPolicyRequest,
  StaffCase,
} from '@hofn/contracts';
import { cases, changeRequests, coreRecords, mails, policies } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpCorePort } from '../core/port.ts';
import { createMails } from '../platform/mail/mails.ts';
import { defaultSettings } from '../settings.ts';
import { createActs } from './acts.ts';
import { createSettling } from './settle.ts';
import type { FakeCore } from './testing/fake-core.ts';
import { isCar, problemOf, type Requests, startRequests } from './testing/started-requests.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const byNotice = { kind: 'cancel', policyId: 'p1', grounds: 'notice' } as const;
const lastDay = '2026-12-31';
const effect = {
  ...{ premiumBefore: 90_000, premiumAfter: 0, charged: 0, credited: 7_500, refunded: 12_000 },
  refundOn: '2026-11-21',
  instalments: [
    { dueDate: '2027-01-01', before: 7_500, after: 0 },
    { dueDate: '2027-02-01', before: 7_500, after: 0 },
  ],
};
const decided = { edition: '2026-2', reasons: [{ code: 'right', texts: null }] };

describeWithDatabase('acts of the core', (open) => {
  let core: FakeCore;
  let on: Requests;
  beforeAll(async () => {
    on = await startRequests(await open(), {}, ['cancel', 'suspend', 'resume', 'offer']);
    core = on.core;
  });
  afterAll(() => on.stop());
  beforeEach(async () => {
    await on.reset();
    const record = {
      source: 'kerfi',
      type: 'policies',
      customerId: 'anna',
      receivedAt: on.clock.now().toISOString(),
    };
    await on.db.insert(coreRecords).values({ ...record, key: 'bill', id: 'p1', version: 1 });
  });
  const number = async () => (await on.db.select().from(policies).where(isCar))[0]?.number ?? '';
  const preview = { result: 'done', ...decided, effectiveOn: '2027-01-01', premium: 0, effect };
  /** The policy as the core has cancelled it. */
  const cancelled = async (): Promise<CoreActAnswer> => ({
    ...{ result: 'done', ...decided, effectiveOn: '2027-01-01', premium: 0, effect },
    policyNumber: await number(),
    facts: [
      {
        ...{ type: 'policies', key: 'bill', version: 2 },
        facts: {
          ...{ customer: '1402851489', number: await number(), product: 'kasko', insured: null },
          ...{ premiumPerYear: 90_000, deductible: 90_000, sumInsured: null, validFrom: '2026-03-01' },
          ...{
            validTo: lastDay,
            renews: false,
            cancelledOn: '2026-11-21',
            lapsedOn: null,
            suspendedOn: null,
          },
          ...{ instalmentsPerYear: 12, instalmentFeePercent: 0, terms: [], items: [], covers: [] },
          ...{ premiumParts: [{ id: 'base', amount: 90_000 }], figures: null },
        },
      },
    ],
  });

  /** Another process of the API. */
  const replica = () => {
    const settings = {
      ...defaultSettings(),
      ...core.settings,
      REQUESTS_SETTLED_BY_CORE: ['cancel' as const, 'offer' as const],
    };
    const { db, clock } = on;
    const logger = createLogger('api', 'silent');
    const own = {
      db,
      clock,
      logger,
      settings,
      mails: createMails({ db, clock, outbox: { send: async () => {} } }),
    };
    const port = httpCorePort({
      url: core.settings.CORE_URL,
      secret: core.settings.CORE_SECRET[0] ?? '',
      source: 'kerfi',
    });
    const acts = createActs({ ...own, core: port }, createSettling(own));
    return {
      acts,
      /** Whether the core is called, and answers. */
      preview: async () => port.preview({ request: {} as never, decidedBy: null }).catch(() => undefined),
    };
  };
  const later = (minutes: number) =>
    on.clock.set(new Date(on.clock.now().getTime() + minutes * 60_000).toISOString());
  const askAgain = () => replica().acts.performWaiting(new AbortController().signal);
  const kinds = async () => (await on.db.select().from(mails)).map(({ kind }) => kind);
  const send = async (body: object = byNotice) => {
    const sent = await on.request(body);
    return { status: sent.status, body: sent.body as unknown as SentPolicyRequest };
  };
  const caseRow = async () => (await on.db.select().from(cases))[0];

  test('ACT-1: a cancellation is done in the customer’s call: policy, receipt with money and days, letter, closed case', async () => {
    const answer = await cancelled();
    core.behaves(() => answer);
    const { status, body } = await send();
    expect(status).toBe(201);
    expect(body.request).toMatchObject({ state: 'accepted', effectiveOn: '2027-01-01' });
    expect(body.next.map(plain)).toEqual([
      expect.stringMatching(/^Done on/),
      'You are covered as before until the end of 31 December 2026.',
      expect.stringContaining('receipt'),
    ]);
    const payments = body.request.facts.find(({ label }) => label === 'Payments')?.value ?? '';
    expect(plain(payments)).toBe(
      'ISK 7,500 is taken off what you owe. ISK 12,000 is paid into your bank account on 21 November 2026. Payments due from 1 January 2027 are cancelled, ISK 15,000 in all.',
    );
    expect(await on.policy('p1')).toMatchObject({ validTo: lastDay, renews: false });
    expect(await kinds()).toEqual(['requestAccepted']);
    expect((await on.letter('requestAccepted')).body).toContain('ISK 12,000 is paid into your bank account');
    expect(await caseRow()).toMatchObject({ state: 'closed', assigneeId: null });
    expect(core.received).toMatchObject([
      {
        path: '/acts/cancel',
        act: { decidedBy: null, request: { kind: 'cancel', effectiveOn: '2027-01-01' } },
      },
    ]);
  });

  test('ACT-1: what it would lead to is read beforehand from the core, and nothing is stored', async () => {
    core.behaves(() => preview);
    const { body } = await on.send('/api/policy/v1/requests/preview', byNotice);
    const shown = body as unknown as PolicyRequestPreview;
    expect(shown.decision).toEqual({
      decided: 'atOnce',
      texts: [
        expect.stringContaining('nobody has to approve it'),
        'The law gives you this right. You need no reason.',
      ],
    });
    expect(shown.consequences.map(plain)).toContain(
      'ISK 12,000 is paid into your bank account on 21 November 2026.',
    );
    expect(shown.refund).toBeNull();
    expect(core.received).toMatchObject([{ path: '/acts/cancel/preview' }]);
    expect(await on.db.select().from(cases)).toEqual([]);
  });

  test('ACT-1, ACT-4: what would lead to something else than the customer was shown is not done: they see the difference first', async () => {
    const shownFor = async () =>
      ((await on.send('/api/policy/v1/requests/preview', byNotice)).body as PolicyRequestPreview).shown;
    core.behaves(() => preview);
    const shown = await shownFor();
    expect(await shownFor()).toBe(shown);
    // Another edition of the rules refers it, or what was paid since changes the refund.
    const otherwise = [
      { result: 'referred', edition: '2026-3', reasons: [{ code: 'grounds', texts: null }] },
      { ...preview, effect: { ...effect, refunded: 4_500 } },
    ];
    for (const now of otherwise) {
      core.behaves(() => now);
      const answer = await on.request({ ...byNotice, shown });
      expect(problemOf(answer)).toEqual([409, 'previewChanged']);
      expect(core.received.map(({ path }) => path)).toEqual(['/acts/cancel/preview']);
      expect(await on.db.$count(changeRequests)).toBe(0);
      expect(await shownFor()).not.toBe(shown);
    }
    // A core that does not answer changes nothing of what was shown: the act says the rest.
    core.behaves(() => 503);
    expect((await send({ ...byNotice, shown })).status).toBe(201);
  });

  test('RIGHT-1: a withdrawal is not held up by what has changed since it was shown', async () => {
    const at = '2026-11-12T12:00:00Z';
    await on.db.insert(changeRequests).values({
      ...{ customerId: 'anna', id: 'sold', proposalId: 'o3', actorId: 'anna', after: {}, premium: 90_000 },
      ...{ effectiveOn: '2026-11-15', tariffVersion: 'test-1', language: 'is', state: 'confirmed' },
      ...{ createdAt: at, settledAt: at },
      outcome: {
        ...{ result: 'accepted', by: { kind: 'core', source: 'kerfi' }, texts: null, effectiveOn: null },
        ...{ premium: null, policy: { id: null, number: await number() } },
      },
    });
    core.behaves(() => ({ ...preview, effectiveOn: '2026-11-22' }));
    expect((await on.request({ kind: 'withdraw', policyId: 'p1', shown: 'something else' })).status).toBe(
      201,
    );
  });

  test('ACT-1, ACT-2: a repeated call gets its answer, and is not compared with what it has changed itself', async () => {
    core.behaves(() => preview);
    const { shown } = (await on.send('/api/policy/v1/requests/preview', byNotice)).body as { shown: string };
    const answer = await cancelled();
    core.behaves(({ path }) => (path.endsWith('/preview') ? preview : answer));
    const confirm = () =>
      on.api.ask('/api/policy/v1/requests', {
        ...{ method: 'POST', token: on.tokens.anna, language: 'en' },
        body: JSON.stringify({ ...byNotice, shown }),
        headers: { 'content-type': 'application/json', 'idempotency-key': 'shown' },
      });
    expect((await confirm()).status).toBe(201);
    core.behaves(() => 503);
    const again = await confirm();
    expect([again.status, ((await again.json()) as SentPolicyRequest).request.state]).toEqual([
      201,
      'accepted',
    ]);
  });

  test('ACT-1: an act that changes only what each coming payment is says that, and nothing of money paid back', async () => {
    const coming = ['2027-01-01', '2027-02-01'].map((dueDate) => ({ dueDate, before: 7_500, after: 6_900 }));
    const small = {
      ...effect,
      premiumAfter: 82_800,
      credited: 0,
      refunded: 0,
      refundOn: null,
      instalments: coming,
    };
    core.behaves(() => ({ ...preview, effect: small }));
    const { body } = await on.send('/api/policy/v1/requests/preview', byNotice);
    const { consequences } = body as unknown as PolicyRequestPreview;
    expect(consequences.map(plain).slice(-1)).toEqual([
      'From 1 January 2027 each payment is ISK 6,900 instead of ISK 7,500.',
    ]);
    core.behaves(() => ({ ...preview, effect: { ...small, charged: 300, instalments: [] } }));
    const charged = await on.send('/api/policy/v1/requests/preview', byNotice);
    const shown = (charged.body as unknown as PolicyRequestPreview).consequences.map(plain);
    expect(shown.slice(-1)).toEqual(['ISK 300 is added to what you owe.']);
  });

  test('ACT-1, ACT-3: before a suspension and its end are confirmed, the customer reads what the policy costs, and what is paid back or charged', async () => {
    const shownOf = async (kind: 'suspend' | 'resume', from: string, changes: object) => {
      core.behaves(() => ({ ...preview, effectiveOn: from, effect: { ...effect, ...changes } }));
      const { body } = await on.send('/api/policy/v1/requests/preview', { kind, policyId: 'p1', from });
      return (body as unknown as PolicyRequestPreview).consequences.map(plain);
    };
    const suspended = await shownOf('suspend', '2026-12-10', {});
    expect(suspended).toContain('Register the vehicle off the road with the Transport Authority.');
    expect(suspended).toContain('You pay no premium for the time of the suspension.');
    expect(suspended).toContain('ISK 12,000 is paid into your bank account on 21 November 2026.');
    expect(await shownOf('suspend', '2026-12-10', { premiumAfter: 22_500 })).toContain(
      'While the policy is suspended the annual premium is ISK 22,500.',
    );
    await on.db.update(policies).set({ suspendedOn: '2026-12-10' }).where(isCar);
    const charged = { credited: 0, refunded: 0, refundOn: null, premiumBefore: 0, premiumAfter: 90_000 };
    const instalments = [{ dueDate: '2027-01-01', before: 0, after: 7_500 }];
    expect(await shownOf('resume', '2026-12-20', { ...charged, instalments })).toEqual([
      'Cover applies again from 20 December 2026 on the same terms.',
      expect.stringContaining('must not be driven until cover applies again'),
      'From 1 January 2027 each payment is ISK 7,500 instead of ISK 0.',
    ]);
    expect((await shownOf('resume', '2026-12-10', { ...charged, instalments }))[0]).toBe(
      'The policy is not suspended, and cover goes on.',
    );
  });

  test('ACT-2: without an answer the act is pending, its case is open, and it is asked again with the same key until it is done', async () => {
    core.behaves(() => 503);
    const { status, body } = await send();
    expect([status, body.request.state]).toEqual([201, 'open']);
    expect(await kinds()).toEqual(['changeRequest']);
    expect(await caseRow()).toMatchObject({ state: 'open' });
    const [first] = core.received;
    await askAgain();
    expect(core.received).toHaveLength(1);
    later(1);
    await askAgain();
    expect(core.received.map(({ key }) => key)).toEqual([first?.key, first?.key]);
    const answer = await cancelled();
    core.behaves(() => answer);
    later(20);
    await askAgain();
    expect(core.received.map(({ key }) => key)).toEqual([first?.key]);
    expect(await on.requestRow()).toMatchObject({ state: 'confirmed', askAgainAt: null });
    expect(await kinds()).toEqual(['changeRequest', 'requestAccepted']);
    expect(await caseRow()).toMatchObject({ state: 'closed' });
    later(60);
    await askAgain();
    expect(core.received).toHaveLength(1);
  });

  test('ACT-2: an answer that comes after the time limit counts as none, and the same act is asked again', async () => {
    core.behaves(() => undefined);
    const began = performance.now();
    expect((await send()).body.request.state).toBe('open');
    expect(performance.now() - began).toBeGreaterThan(2_900);
    const key = core.received[0]?.key;
    const answer = await cancelled();
    core.behaves(() => answer);
    later(1);
    await askAgain();
    expect(core.received.map((each) => each.key)).toEqual([key]);
    expect(await on.requestRow()).toMatchObject({ state: 'confirmed' });
  });

  test('ACT-2: a process killed before it could store the answer leaves an act that another one finishes', async () => {
    const answer = await cancelled();
    // The answer is lost on its way.
    core.behaves(() => 500);
    await send();
    const { act } = await on.requestRow();
    expect(act).toMatchObject({ state: 'asked', tries: 1 });
    core.behaves(() => answer);
    later(1);
    // Several replicas at once: one outcome, one e-mail.
    await Promise.all([askAgain(), askAgain(), askAgain()]);
    expect(await on.requestRow()).toMatchObject({
      state: 'confirmed',
      act: { state: 'done', key: act?.key },
    });
    expect(await kinds()).toEqual(['changeRequest', 'requestAccepted']);
  });

  test('ACT-2, HOLD-4: facts that are refused here are not called done; the act stays open until they are right', async () => {
    const answer = await cancelled();
    const wrong = structuredClone(answer) as Extract<CoreActAnswer, { result: 'done' }>;
    Object.assign(wrong.facts[0]?.facts ?? {}, { product: 'unheard-of' });
    core.behaves(() => wrong);
    expect((await send()).body.request.state).toBe('open');
    expect(await on.policy('p1')).toMatchObject({ validTo: '2027-02-28', cancelledOn: null });
    expect(await caseRow()).toMatchObject({ state: 'open' });
    core.behaves(() => answer);
    later(1);
    await askAgain();
    expect(await on.requestRow()).toMatchObject({ state: 'confirmed' });
  });

  test('ACT-2, INS-7: when the core issues a number that another policy has, the case names the field until the answer is right', async () => {
    const answer = await cancelled();
    const taken = structuredClone(answer) as Extract<CoreActAnswer, { result: 'done' }>;
    Object.assign(taken.facts[0]?.facts ?? {}, { number: '1000010' });
    const asked = async () => {
      const { matter } = await on.staffCase((await caseRow())?.id);
      return (matter as Extract<StaffCase['matter'], { kind: 'change' }>).act;
    };
    core.behaves(() => 503);
    await send();
    expect(await asked()).not.toHaveProperty('unusable');
    core.behaves(() => taken);
    later(1);
    await askAgain();
    expect(await asked()).toMatchObject({
      ...{ state: 'asked', tries: 2 },
      unusable: ['policies bill, facts.number: Another policy has the number 1000010.'],
    });
    core.behaves(() => 503);
    later(2);
    await askAgain();
    expect(await asked()).not.toHaveProperty('unusable');
    core.behaves(() => answer);
    later(10);
    await askAgain();
    expect(await asked()).toMatchObject({ state: 'done' });
  });

  test('ACT-3: what the core refers waits for a person, with the reason beforehand, and can be taken back', async () => {
    const referred = { result: 'referred', edition: '2026-2', reasons: [{ code: 'grounds', texts: null }] };
    core.behaves(() => referred);
    const shown = (await on.send('/api/policy/v1/requests/preview', byNotice))
      .body as unknown as PolicyRequestPreview;
    expect(shown.decision).toEqual({
      decided: 'referred',
      texts: [
        expect.stringMatching(/^We will look at this and reply by/),
        'The law allows this on certain grounds, which we have to check.',
      ],
    });
    const { body } = await send();
    expect(body.request).toMatchObject({ state: 'open' });
    expect(await kinds()).toEqual(['changeRequest']);
    expect(await on.requestRow()).toMatchObject({
      act: { state: 'referred', reasons: referred.reasons },
      askAgainAt: null,
    });
    const taken = await on.send(`/api/user/v1/requests/${body.request.id}/retract`, {});
    expect(taken).toMatchObject({ status: 200, body: { state: 'retracted' } });
  });

  test('ACT-2: what the core may have done already cannot be taken back', async () => {
    core.behaves(() => 503);
    const { body } = await send();
    const taken = await on.send(`/api/user/v1/requests/${body.request.id}/retract`, {});
    expect(problemOf(taken)).toEqual([409, 'requestInHand']);
    expect((await on.options('p1')).request).toMatchObject({ retractable: false });
  });

  test('ACT-2, RIGHT-1: what a withdrawal from the contract has ended is not asked for again', async () => {
    core.behaves(() => 503);
    await send();
    const at = '2026-11-12T12:00:00Z';
    await on.db.insert(changeRequests).values({
      ...{ customerId: 'anna', id: 'sold', proposalId: 'o3', actorId: 'anna', after: {}, premium: 90_000 },
      ...{ effectiveOn: '2026-11-15', tariffVersion: 'test-1', language: 'is', state: 'confirmed' },
      ...{ createdAt: at, settledAt: at },
      outcome: {
        ...{ result: 'accepted', by: { kind: 'core', source: 'kerfi' }, texts: null, effectiveOn: null },
        ...{ premium: null, policy: { id: null, number: await number() } },
      },
    });
    expect((await on.request({ kind: 'withdraw', policyId: 'p1' })).status).toBe(201);
    const answer = await cancelled();
    core.behaves(() => answer);
    later(30);
    await askAgain();
    expect(core.received.map(({ path }) => path)).toEqual(['/acts/withdraw']);
  });

  test('ACT-2: a repeated call with the same idempotency key asks the core for nothing new', async () => {
    const answer = await cancelled();
    core.behaves(() => answer);
    const again = () =>
      on.api.ask('/api/policy/v1/requests', {
        ...{ method: 'POST', token: on.tokens.anna, language: 'en', body: JSON.stringify(byNotice) },
        headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
      });
    const first = (await (await again()).json()) as SentPolicyRequest;
    const second = (await (await again()).json()) as SentPolicyRequest;
    expect(second.request).toEqual(first.request);
    expect(core.received).toHaveLength(1);
  });

  const receiptPath = (id: string) => `/api/user/v1/requests/${id}/receipt`;
  const receiptOf = (id: string) => on.read<RequestReceipt>(receiptPath(id));

  test('ACT-5: the customer opens the receipt: what was asked for and decided, by which rules and why, the money, and the core’s reference and hash', async () => {
    const answer = await cancelled();
    const receipt = { key: 'of-core', sha256: 'ab'.repeat(32), recordedAt: '2026-11-21T12:00:03.000Z' };
    core.behaves(() => ({ ...answer, receipt }));
    const { body } = await send();
    const { id } = body.request;
    expect(body.request.hasReceipt).toBe(true);
    const { items } = await on.read<{ items: CustomerMatter[] }>('/api/user/v1/matters');
    expect(items.find(({ request }) => request?.id === id)?.request?.hasReceipt).toBe(true);
    const { asked, decision, acts, ...about } = await receiptOf(id);
    expect(about).toEqual({
      ...{
        id,
        kind: 'cancel',
        state: 'accepted',
        policy: `Comprehensive motor insurance, ${await number()}`,
      },
      ...{ requestedAt: '2026-11-21T12:00:00.000Z', settledAt: '2026-11-21T12:00:00.000Z' },
    });
    const pairs = (facts: RequestReceipt['asked']) => facts.map(({ label, value }) => [label, plain(value)]);
    expect(pairs(asked)).toEqual([
      ['Request', 'Cancellation'],
      ['Last day of cover', '31 December 2026'],
    ]);
    expect(decision?.decidedBy).toBe('Our rules, edition 2026-2');
    expect(decision?.reasons).toEqual(['The law gives you this right. You need no reason.']);
    expect(pairs(decision?.facts ?? [])).toEqual([
      ['Last day of cover', '31 December 2026'],
      ['Payments', expect.stringContaining('ISK 12,000 is paid into your bank account')],
    ]);
    expect(acts).toEqual([
      {
        ...{ reference: 'of-core', state: 'done', askedAt: '2026-11-21T12:00:00.000Z' },
        ...{ decidedBy: 'Our rules, edition 2026-2', reasons: decision?.reasons },
        ...{ recordedAt: receipt.recordedAt, sha256: receipt.sha256 },
      },
    ]);
    const others = { method: 'GET', language: 'en' as const };
    for (const token of [on.tokens.company, await on.issuer.token('birgir')])
      expect((await on.api.ask(receiptPath(id), { ...others, token })).status).toBe(404);
    const icelandic = (await (
      await on.api.ask(receiptPath(id), { token: on.tokens.anna, language: 'is' })
    ).json()) as RequestReceipt;
    expect(icelandic.decision?.decidedBy).toBe('Reglur okkar, útgáfa 2026-2');
  });

  test('ACT-2, ACT-5: while the core has not answered the receipt says so and nothing else; one without receipts has its key alone', async () => {
    core.behaves(() => 503);
    const { id } = (await send()).body.request;
    const key = core.received[0]?.key;
    const waiting = { reference: key, state: 'asked', decidedBy: null, reasons: [], recordedAt: null };
    expect(await receiptOf(id)).toMatchObject({
      ...{ state: 'open', settledAt: null, decision: null },
      acts: [{ ...waiting, sha256: null }],
    });
    const answer = await cancelled();
    core.behaves(() => answer);
    later(1);
    await askAgain();
    expect(await receiptOf(id)).toMatchObject({
      state: 'accepted',
      acts: [{ reference: key, state: 'done', recordedAt: null, sha256: null }],
    });
  });

  test('ACT-5: a request that the core was not asked to carry out has no receipt', async () => {
    const change = { act: 'other', text: 'Tjaldvagninn líka, takk.' };
    const { status, body } = await on.request({ kind: 'cover', policyId: 'p1', change });
    expect(status).toBe(201);
    const { request } = body as unknown as SentPolicyRequest;
    expect(request.hasReceipt).toBeUndefined();
    expect((await on.api.ask(receiptPath(request.id), { token: on.tokens.anna })).status).toBe(404);
  });

  test('ACT-1: a core that is down for several calls in a row is left alone for a while, so that nobody waits', async () => {
    core.behaves(() => 503);
    const { preview: call } = replica();
    for (let calls = 0; calls < 8; calls += 1) await call();
    expect(core.received).toHaveLength(5);
  });
});
