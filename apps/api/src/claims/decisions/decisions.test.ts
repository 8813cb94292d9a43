// Claims are decided and paid at the desk through the insurance core.
import type { CaseLine, Claim } from '@hofn/contracts';
import {
  auditEvents,
  caseEvents,
  cases,
  claimActs,
  claims,
  coreRecords,
  customers,
  documents,
  mails,
  ownChanges,
  staffReads,
} from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { noon } from '../../testing.ts';
import { claims as claimsFeature } from '../feature.ts';
import { type ClaimDesk, type Name, startClaimDesk } from './testing.ts';

const plain = (text = '') => text.replaceAll('\u00a0', ' ');
const reasons = { is: 'Lögn gaf sig innan dyra.', en: 'A pipe burst indoors.' };
const leak = { id: 'water', claimed: 300_000, loss: 240_000, depreciation: 40_000, deductible: 40_000 };
const decide = { kind: 'claim.decide', covers: [leak], reasons };
const toCustomer = (amount: number) => ({ kind: 'claim.pay', payments: [{ to: 'customer', amount }] });
const plumber = {
  ...{ to: 'other', recipient: 'Pípulagnir prófunar ehf.', recipientSsn: '5810141239' },
  ...{ account: '133 26 5511', amount: 60_000 },
};

describeEachEngine('decisions on claims', (open) => {
  let desk: ClaimDesk;
  beforeAll(async () => {
    desk = await startClaimDesk(await open());
  });
  afterAll(() => desk.stop());
  beforeEach(() => desk.reset());

  const claimOf = async () =>
    (
      await desk.db
        .select()
        .from(claims)
        .where(and(eq(claims.customerId, 'anna'), eq(claims.id, 'c1')))
    )[0];
  const caseOf = async () => (await desk.db.select().from(cases).where(eq(cases.id, 'k1')))[0];
  /** Kinds of the e-mails that were queued, in alphabetical order. */
  const kinds = async () => (await desk.db.select().from(mails)).map(({ kind }) => kind).toSorted();
  const asCustomer = async () =>
    (await (await desk.ask('anna', '/api/claim/v1/getclaim/c1')).json()) as Claim;
  const approve = async (as: Name, decision = 'approve', note = '') => {
    const { approvals } = await desk.claim();
    const waiting = approvals.find(({ state }) => state === 'waiting');
    const answer = await desk.send(as, `/api/staff/v1/approvals/${waiting?.id}`, { decision, note });
    return { status: answer.status, ...((await answer.json()) as { state?: string; errorCode?: string }) };
  };
  const askAgain = async () => {
    const [again] = claimsFeature.repeated;
    await again?.create(desk.api.services)(new AbortController().signal);
  };

  test('DESK-8: a handler reads what the claim is judged by on the day of loss, earlier claims and the account', async () => {
    await desk.db.insert(ownChanges).values({
      ...{ customerId: 'anna', part: 'bankAccount', id: 'x', changedAt: '2026-11-15T10:00:00Z' },
    });
    const shown = await desk.claim();
    expect(shown).toMatchObject({
      ...{ number: 'T-1', status: 'inProgress', version: 1, decides: 'core', reserve: null, covers: [] },
      judgedBy: {
        ...{ coverage: 'covered', decided: 0, ordered: 0, paid: 0 },
        covers: [{ id: 'water', title: 'Water', sumInsured: 500_000, deductible: 40_000, left: 500_000 }],
      },
      account: { account: '0133-26-••4410', changedOn: '2026-11-15' },
      earlier: [{ number: 'T-2', status: 'settled' }],
      history: [],
    });
    expect(shown.acts).toEqual(['claim.policy', 'claim.ask', 'claim.reserve', 'claim.decide']);
  });

  test('INS-8: a claim is judged by the policy that a handler chooses among those that can pay for such a loss', async () => {
    const known = {
      source: 'kerfi',
      type: 'policies' as const,
      version: 1,
      customerId: 'anna',
      receivedAt: noon,
    };
    await desk.db.insert(coreRecords).values([
      { ...known, key: 'P1', id: 'p1' },
      { ...known, key: 'P2', id: 'p2' },
      { ...known, key: 'P3', id: 'p3', source: 'annad-kerfi' },
    ]);
    // No car, and none of another core.
    expect((await desk.claim()).policies).toEqual([
      {
        ...{ number: '1000002', name: 'Home insurance', insured: 'Ægisíða 14', coverage: 'covered' },
        ...{ validFrom: '2026-03-01', validTo: '2026-12-15' },
      },
    ]);
    for (const policy of ['1000001', '1000003', '2000001', '9']) {
      const refused = await desk.act({ kind: 'claim.policy', policy });
      expect([refused.status, refused.errors]).toEqual([
        400,
        { 'act.policy': ['This claim cannot be judged by a policy with this number'] },
      ]);
    }
    expect(desk.core.received.filter(({ act }) => act.act.kind === 'claim.policy')).toEqual([]);
    const { result, claim } = await desk.act({ kind: 'claim.policy', policy: '1000002' });
    expect([result, claim?.judgedBy?.policy?.number]).toEqual(['done', '1000002']);
    expect(claim?.history).toMatchObject([{ kind: 'claim.policy', state: 'done', amount: null }]);
  });

  test('ROLE-8: reading a claim is recorded, for the customer once within half an hour', async () => {
    await desk.claim();
    await desk.claim();
    expect(await desk.db.select().from(staffReads)).toMatchObject([{ customerId: 'anna', target: 'k1' }]);
    desk.clock.set('2026-11-21T13:00:00Z');
    await desk.claim();
    expect(await desk.db.select().from(staffReads)).toHaveLength(2);
  });

  test('DESK-8: a reserve is stored, the case is the handler’s, and the customer reads nothing of it', async () => {
    const { status, result, claim } = await desk.act({ kind: 'claim.reserve', reserve: 350_000 });
    expect([status, result]).toEqual([200, 'done']);
    expect(claim).toMatchObject({
      reserve: 350_000,
      history: [{ kind: 'claim.reserve', state: 'done', by: 'Katrín Ósk Prófdóttir', amount: 350_000 }],
    });
    expect(await caseOf()).toMatchObject({ assigneeId: 'employee|katrin', state: 'open' });
    expect(JSON.stringify(await asCustomer())).not.toContain('350000');
    expect(await kinds()).toEqual([]);
    const [audited] = await desk.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'staff.claim'), eq(auditEvents.actorKind, 'employee')))
      .orderBy(desc(auditEvents.at));
    expect(audited).toMatchObject({ actorId: 'employee|katrin', subjectId: 'anna', object: 'claim c1' });
  });

  test('DESK-8: asking for papers tells the customer what and until when, and the case waits until that day', async () => {
    const needs = [{ is: 'Reikningur pípara', en: 'The plumber’s invoice' }];
    const { result } = await desk.act({ kind: 'claim.ask', needs, needsBy: '2026-11-27' });
    expect(result).toBe('done');
    expect((await asCustomer()).needs).toEqual({ items: ['The plumber’s invoice'], by: '2026-11-27' });
    expect(await kinds()).toEqual(['claimDocuments']);
    const queue = await desk.ask('katrin', '/api/staff/v1/queue?state=waiting');
    const { items } = (await queue.json()) as { items: CaseLine[] };
    expect(items).toMatchObject([{ id: 'k1', waits: { for: 'customer', until: '2026-11-27' } }]);
  });

  test.each(['2026-11-21', '2028-01-01'])(
    'a last day of %s is refused, and nothing is asked',
    async (needsBy) => {
      const needs = [{ is: 'Reikningur', en: 'Invoice' }];
      const { status, errors } = await desk.act({ kind: 'claim.ask', needs, needsBy });
      expect([status, Object.keys(errors ?? {})]).toEqual([400, ['act.needsBy']]);
      expect(desk.core.received).toEqual([]);
    },
  );

  test('DESK-8: a preview says what is paid by cover and shows the letter in both languages; nothing is decided', async () => {
    const answer = await desk.send('katrin', `${desk.at}/preview`, { version: 1, covers: [leak], reasons });
    const said = (await answer.json()) as {
      payable: number;
      covers: object[];
      letters: Record<'is' | 'en', object>;
    };
    expect(said).toMatchObject({ payable: 160_000, covers: [{ id: 'water', payable: 160_000 }] });
    const letter = plain(JSON.stringify(said.letters.en));
    for (const text of ['ISK 160,000', 'A pipe burst indoors.', '−ISK 40,000', 'Insurance Complaints'])
      expect(letter).toContain(text);
    expect(plain(JSON.stringify(said.letters.is))).toContain('Lögn gaf sig innan dyra.');
    expect(await desk.db.select().from(claimActs)).toEqual([]);
    expect(desk.core.received.map(({ path }) => path)).toEqual(['/acts/claim.decide/preview']);
  });

  test('DESK-10: the customer gets a decision with amounts by cover, reasons and decider by e-mail, letter and screen', async () => {
    const { result, claim } = await desk.act(decide);
    expect(result).toBe('done');
    expect(claim).toMatchObject({
      status: 'approved',
      covers: [{ id: 'water', title: 'Water', loss: 240_000, payable: 160_000 }],
      decision: { by: 'Katrín Ósk Prófdóttir', approvedBy: null, reasons },
    });
    expect(await kinds()).toEqual(['claimStatus']);
    const told = await asCustomer();
    expect(told).toMatchObject({
      status: 'approved',
      covers: [{ title: 'Water', loss: 240_000, depreciation: 40_000, deductible: 40_000, payable: 160_000 }],
      decision: { by: 'Katrín Ósk Prófdóttir', reasons: 'A pipe burst indoors.' },
    });
    expect(told.timeline.map(({ note }) => note)).toContain('A pipe burst indoors.');
    const [letter] = await desk.db.select().from(documents).where(eq(documents.claimId, 'c1'));
    expect(letter).toMatchObject({ customerId: 'anna', kind: 'claimDecision' });
    const pdf = await desk.ask('anna', `/api/document/v1/download/${letter?.id}`);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });

  test('DESK-10: a refusal closes the case', async () => {
    const { result, claim } = await desk.act({ ...decide, covers: [{ ...leak, loss: 0, depreciation: 0 }] });
    expect([result, claim?.status]).toEqual(['done', 'rejected']);
    expect(await caseOf()).toMatchObject({ state: 'closed' });
  });

  test('DESK-9: the customer and somebody else are paid; the whole account number goes to the core alone', async () => {
    await desk.act(decide);
    const payments = [{ to: 'customer', amount: 100_000 }, plumber];
    // Somebody else is paid, which a colleague looks at too.
    expect((await desk.act({ kind: 'claim.pay', payments })).result).toBe('proposed');
    expect((await approve('bjarni')).status).toBe(200);
    const claim = await desk.claim();
    expect(claim?.payments).toMatchObject([
      { recipient: 'Anna Prófdóttir', amount: 100_000, state: 'approved', account: '0133-26-••4410' },
      { recipient: 'Pípulagnir prófunar ehf.', amount: 60_000, account: '0133-26-••5511' },
    ]);
    const { act } = desk.core.received.findLast(({ path }) => path === '/acts/claim.pay') ?? {};
    expect(act?.act).toMatchObject({
      payments: [{ account: '0133-26-004410', recipientSsn: '1402851489' }, { account: '0133-26-005511' }],
    });
    expect((await asCustomer()).paymentsTotal).toBe(160_000);
    expect(await desk.putAsCore(desk.claimCore.settlePayment('paid'))).toBe(200);
    expect((await asCustomer()).payments).toMatchObject([{ state: 'paid' }, { state: 'paid' }]);
    expect(await kinds()).toEqual(['claimPayment', 'claimStatus']);
  });

  test.each(['failed', 'returned'] as const)(
    'DESK-9: a payment that the bank says is %s puts the case back in its owner’s list, with why',
    async (state) => {
      await desk.act(decide);
      await desk.act(toCustomer(160_000));
      const { version } = (await caseOf()) ?? { version: 0 };
      const wait = { act: 'wait', version, for: 'bank', until: '2026-12-04' };
      expect((await desk.send('katrin', '/api/staff/v1/cases/k1', wait)).status).toBe(200);
      await desk.putAsCore(desk.claimCore.settlePayment(state));
      const queue = await desk.ask('katrin', '/api/staff/v1/queue?whose=mine');
      const { items } = (await queue.json()) as { items: CaseLine[] };
      expect(items).toMatchObject([{ id: 'k1', state: 'open', waits: null }]);
      expect((await desk.claim()).payments).toMatchObject([{ state, fault: 'The account has been closed' }]);
      expect(await asCustomer()).toMatchObject({ paymentsTotal: 0, payments: [{ state }] });
      expect(JSON.stringify(await asCustomer())).not.toContain('has been closed');
    },
  );

  test('DESK-10: a payment that comes back after the claim was settled is no decision, and one that failed is in no letter', async () => {
    const lettersOf = () => desk.db.select().from(documents).where(eq(documents.claimId, 'c1'));
    await desk.act(decide);
    await desk.act(toCustomer(160_000));
    await desk.putAsCore(desk.claimCore.follow('settled', 'paid'));
    expect(await desk.putAsCore(desk.claimCore.follow('approved', 'returned'))).toBe(200);
    expect((await asCustomer()).status).toBe('approved');
    expect(await lettersOf()).toHaveLength(1);
    const again = await desk.act({ ...decide, covers: [{ ...leak, ownShare: 10_000 }] });
    expect(again.result).toBe('done');
    const letters = (await lettersOf()).map(({ facts }) => facts as { compensation: number });
    // Letters of one day are in no order of their own.
    expect(letters.toSorted((one, other) => other.compensation - one.compensation)).toMatchObject([
      { compensation: 160_000 },
      { compensation: 150_000, payments: [] },
    ]);
  });

  test('DESK-14: a claim that is imported with a payment which failed long ago opens no case, and one that fails later does', async () => {
    const { type, version, facts } = desk.claimCore.fact();
    const payment = {
      ...{ id: 'p1', title: reasons, recipient: 'Anna Prófdóttir', amount: 10_000, paidOn: null },
      ...{ account: '0133-26-004410', state: 'failed' as const },
    };
    const imported = { ...facts, number: 'T-9', payments: [payment] };
    const put = (more: { version: number; facts: typeof imported }) =>
      desk.putAsCore({ type, key: 'T9', quiet: true, ...more });
    expect(await put({ version, facts: imported })).toBe(200);
    expect(await desk.db.$count(cases)).toBe(1);
    const failed = { ...imported, payments: [payment, { ...payment, id: 'p2' }] };
    expect(await put({ version: version + 1, facts: failed })).toBe(200);
    expect(await desk.db.$count(cases)).toBe(2);
    await desk.db.delete(claims).where(eq(claims.number, 'T-9'));
  });

  test.each<[string, object, string]>([
    ['a kennitala that is none', { ...plumber, recipientSsn: '1234567890' }, 'recipientSsn'],
    [
      'the customer as if they were somebody else',
      { ...plumber, recipientSsn: '1402851489' },
      'recipientSsn',
    ],
    ['an account of nobody', { ...plumber, account: '12' }, 'account'],
    ['somebody else’s account', { ...plumber, account: '0133-26-000001' }, 'account'],
    ['nothing', { ...plumber, amount: 0 }, 'amount'],
  ])(
    'DESK-9: a payment to %s is refused, naming the field, and nothing is ordered',
    async (_, payment, field) => {
      await desk.act(decide);
      const { status, errors } = await desk.act({ kind: 'claim.pay', payments: [payment] });
      expect([status, Object.keys(errors ?? {})]).toEqual([400, [`act.payments.0.${field}`]]);
      expect((await desk.claim()).payments).toEqual([]);
    },
  );

  test.each(['depreciation', 'ownShare'])(
    'DESK-8: a %s above the loss is refused, naming the field',
    async (field) => {
      const covers = [{ ...leak, depreciation: 0, [field]: 240_001 }];
      const acted = await desk.act({ ...decide, covers });
      expect([acted.status, Object.keys(acted.errors ?? {})]).toEqual([400, [`act.covers.0.${field}`]]);
      const previewed = await desk.send('katrin', `${desk.at}/preview`, {
        version: 1,
        covers,
        reasons: null,
      });
      expect([previewed.status, await previewed.json()]).toMatchObject([
        400,
        { errors: { [`covers.0.${field}`]: {} } },
      ]);
      expect(desk.core.received).toEqual([]);
    },
  );

  test('DESK-8: a field that the core finds wrong is named', async () => {
    desk.core.behaves(() => 400);
    expect((await desk.act(decide)).status).toBe(503);
    desk.core.behaves(() => ({ status: 400, errors: { 'act.covers.0.deductible': ['Too much.'] } }));
    const { status, errors } = await desk.act(decide);
    expect([status, Object.keys(errors ?? {})]).toEqual([400, ['act.covers.0.deductible']]);
  });

  test('DESK-9: a customer without an account on file is not paid', async () => {
    await desk.act(decide);
    await desk.db.update(customers).set({ bankAccount: null }).where(eq(customers.id, 'anna'));
    const { status, errors } = await desk.act(toCustomer(1));
    expect([status, Object.keys(errors ?? {})]).toEqual([400, ['act.payments.0.to']]);
  });

  test('DESK-9: what the core declines says why, and nothing is stored', async () => {
    await desk.act(decide);
    expect(await desk.act(toCustomer(160_001))).toMatchObject({
      ...{ status: 200, result: 'declined', reasons: ['Refused: abovePayable'] },
      claim: { payments: [] },
    });
  });

  test('ROLE-3: a decision above the handler’s authority is carried out once a colleague with the authority approves it', async () => {
    await desk.giveAuthority('katrin', 159_999);
    const proposed = await desk.act(decide);
    expect(proposed).toMatchObject({
      ...{ status: 200, result: 'proposed' },
      claim: {
        ...{ status: 'inProgress', history: [] },
        authority: [{ upTo: 159_999 }, { act: 'claim.decide', upTo: 159_999 }, {}],
        approvals: [{ act: 'claim.decide', amount: 160_000, state: 'waiting', own: true, mayDecide: false }],
      },
    });
    expect(desk.core.received.map(({ path }) => path)).not.toContain('/acts/claim.decide');
    expect((await approve('katrin')).errorCode).toBe('ownProposal');
    expect(await approve('bjarni')).toMatchObject({ status: 200, state: 'approved' });
    expect(await desk.claim()).toMatchObject({
      ...{ status: 'approved', approvals: [{ state: 'approved' }] },
      decision: { by: 'Katrín Ósk Prófdóttir', approvedBy: 'Bjarni Prófsson' },
      history: [{ kind: 'claim.decide', state: 'done', approvedBy: 'Bjarni Prófsson' }],
    });
    expect((await asCustomer()).decision).toMatchObject({ approvedBy: 'Bjarni Prófsson' });
  });

  test('ROLE-3: a proposal is about a version however large, such as one of a core that counts milliseconds', async () => {
    expect(await desk.putAsCore(desk.claimCore.goOnFrom(1_795_262_400_000))).toBe(200);
    await desk.giveAuthority('katrin', 0);
    expect((await desk.act(decide)).result).toBe('proposed');
    expect(await approve('bjarni')).toMatchObject({ status: 200, state: 'approved' });
    expect((await desk.claim()).status).toBe('approved');
  });

  test('ROLE-3: a decision that would pay another amount than the one that was approved is not carried out', async () => {
    await desk.giveAuthority('katrin', 0);
    desk.claimCore.leave(100_000);
    await desk.act(decide);
    // Another claim of the policy is refused, so that more of its sum insured is left.
    desk.claimCore.leave(500_000);
    await desk.giveAuthority('bjarni', 100_000);
    expect(await approve('bjarni')).toMatchObject({ status: 200, state: 'approved' });
    expect(await desk.claim()).toMatchObject({
      ...{ status: 'inProgress', covers: [] },
      history: [{ state: 'declined', amount: 100_000, reasons: ['Refused: amountChanged'] }],
    });
  });

  test('ROLE-3: paying in parts does not stay below a limit', async () => {
    await desk.act(decide);
    await desk.giveAuthority('katrin', 100_000);
    expect((await desk.act(toCustomer(100_000))).result).toBe('done');
    desk.clock.set('2026-11-21T12:01:00Z');
    const proposed = await desk.act(toCustomer(1));
    expect(proposed).toMatchObject({ result: 'proposed', claim: { approvals: [{ amount: 100_001 }] } });
    await approve('bjarni');
    expect((await desk.claim()).history[0]).toMatchObject({ kind: 'claim.pay', state: 'done', amount: 1 });
  });

  test('ROLE-3: a proposal lapses when the claim has changed or the account has, and nothing is paid', async () => {
    await desk.act(decide);
    await desk.giveAuthority('katrin', 0);
    await desk.act(toCustomer(160_000));
    await desk.db.update(customers).set({ bankAccount: '009999' }).where(eq(customers.id, 'anna'));
    expect(await approve('bjarni')).toMatchObject({ status: 200, state: 'lapsed' });
    desk.clock.set('2026-11-21T12:10:00Z');
    await desk.act(toCustomer(160_000));
    await desk.giveAuthority('katrin', 500_000);
    expect((await desk.act({ kind: 'claim.reserve', reserve: 200_000 })).result).toBe('done');
    const { approvals, payments } = await desk.claim();
    expect([approvals.map(({ lapsedBecause }) => lapsedBecause), payments]).toEqual([
      ['changed', 'account'],
      [],
    ]);
  });

  test('ROLE-3: authority lowered while a proposal waits counts when it is decided', async () => {
    await desk.giveAuthority('katrin', 0);
    await desk.act(decide);
    await desk.giveAuthority('bjarni', 159_999);
    expect((await approve('bjarni')).errorCode).toBe('authorityMissing');
    expect((await desk.claim()).approvals).toMatchObject([{ state: 'waiting', nobodyMayDecide: true }]);
  });

  test('ROLE-3: nothing is proposed that nobody else could approve', async () => {
    await desk.giveAuthority('katrin', 0);
    await desk.giveAuthority('bjarni', 0);
    const { status, errorCode } = await desk.act(decide);
    expect([status, errorCode]).toEqual([409, 'nobodyApproves']);
    expect((await desk.claim()).approvals).toEqual([]);
  });

  test('DESK-9: an account that was changed within fourteen days needs a second look', async () => {
    const change = { customerId: 'anna', part: 'bankAccount', id: 'x' } as const;
    await desk.act(decide);
    await desk.db.insert(ownChanges).values({ ...change, changedAt: '2026-11-08T10:00:00Z' });
    expect((await desk.act(toCustomer(10_000))).result).toBe('proposed');
    await desk.db.update(ownChanges).set({ changedAt: '2026-11-07T10:00:00Z' });
    expect((await desk.act(toCustomer(20_000))).result).toBe('done');
  });

  test('two people decide at once: one does, the other reads that the claim has changed', async () => {
    await desk.send('katrin', desk.at, { version: 1, act: decide });
    const late = await desk.send('katrin', desk.at, { version: 1, act: decide });
    expect(late.status).toBe(409);
    const taken = await desk.act(decide, { as: 'bjarni' });
    expect([taken.status, taken.errorCode]).toEqual([409, 'caseTaken']);
    expect((await desk.claim()).history).toHaveLength(1);
  });

  test('DESK-4: a draft is gone once its act is sent, and the drafts of other acts stay', async () => {
    const drafts = '/api/staff/v1/cases/k1/drafts';
    for (const kind of ['claimDecide', 'claimAsk', 'note'])
      await desk.send('katrin', `${drafts}/${kind}`, { changedAt: null, fields: { is: 'Drög' } });
    await desk.act(decide);
    const { items } = (await (await desk.ask('katrin', drafts)).json()) as { items: { kind: string }[] };
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(['claimAsk', 'note']);
  });

  test('DESK-8: a decision that would pay another amount than its letter said is refused, and nothing is stored', async () => {
    const sent = await desk.send('katrin', desk.at, { version: 1, act: decide, payable: 160_001 });
    expect([sent.status, ((await sent.json()) as { errorCode: string }).errorCode]).toEqual([
      409,
      'previewChanged',
    ]);
    expect(await desk.db.select().from(claimActs)).toEqual([]);
    const same = await desk.send('katrin', desk.at, { version: 1, act: decide, payable: 160_000 });
    expect(((await same.json()) as { result: string }).result).toBe('done');
  });

  test('ROLE-3: proposing the same again changes nothing, and the core performs it under the id of the proposal', async () => {
    await desk.act(decide);
    await desk.giveAuthority('katrin', 0);
    await desk.act(toCustomer(160_000));
    const { claim } = await desk.act(toCustomer(160_000));
    expect(claim?.approvals.map(({ state }) => state)).toEqual(['waiting']);
    await approve('bjarni');
    const { key } = desk.core.received.findLast(({ path }) => path === '/acts/claim.pay') ?? {};
    expect(key).toBe(claim?.approvals[0]?.id);
  });

  test('a repeated call with its key acts once', async () => {
    const first = await desk.send('katrin', desk.at, { version: 1, act: decide }, 'once');
    const again = await desk.send('katrin', desk.at, { version: 1, act: decide }, 'once');
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(((await again.json()) as { result: string }).result).toBe('done');
    expect(await desk.db.select().from(claimActs)).toHaveLength(1);
  });

  test('ACT-1: an act without an answer stays open with its owner and is asked again until there is one', async () => {
    desk.core.behaves((call) => (call.path.endsWith('/preview') ? desk.claimCore.behave(call) : 503));
    const { result, claim } = await desk.act(decide);
    expect([result, claim?.history[0]?.state, claim?.acts]).toEqual(['asked', 'asked', []]);
    expect(await caseOf()).toMatchObject({ assigneeId: 'employee|katrin', state: 'open' });
    const second = await desk.act({ kind: 'claim.reserve', reserve: 1 });
    expect(second.status).toBe(409);
    const key = desk.core.received.find(({ path }) => path === '/acts/claim.decide')?.key;
    desk.core.behaves(desk.claimCore.behave);
    await askAgain();
    expect(await claimOf()).toMatchObject({ status: 'inProgress' });
    desk.clock.set('2026-11-21T12:01:00Z');
    await askAgain();
    expect(desk.core.received.at(-1)?.key).toBe(key);
    expect(await claimOf()).toMatchObject({ status: 'approved', compensation: 160_000 });
    expect((await desk.claim()).history).toMatchObject([{ state: 'done' }]);
  });

  test('ACT-1: an act whose day has passed before the core answers ends, and others can be done', async () => {
    desk.core.behaves((call) => (call.path.endsWith('/preview') ? desk.claimCore.behave(call) : 503));
    const ask = { kind: 'claim.ask', needs: [reasons], needsBy: '2026-11-22' };
    expect((await desk.act(ask)).result).toBe('asked');
    desk.core.behaves(() => ({ status: 400, errors: { 'act.needsBy': ['Before today.'] } }));
    desk.clock.set('2026-11-24T12:00:00Z');
    await askAgain();
    desk.core.behaves(desk.claimCore.behave);
    const { history, acts } = await desk.claim();
    expect(history).toMatchObject([{ state: 'declined', reasons: [expect.stringMatching(/no longer/)] }]);
    expect(acts).toContain('claim.decide');
    expect((await desk.act(decide)).result).toBe('done');
  });

  test('ACT-1: an answer that was lost is not done twice', async () => {
    desk.core.behaves((call) => {
      const answer = desk.claimCore.behave(call);
      return call.path.endsWith('/preview') ? answer : 503;
    });
    expect((await desk.act(decide)).result).toBe('asked');
    desk.core.behaves(desk.claimCore.behave);
    desk.clock.set('2026-11-21T12:01:00Z');
    await askAgain();
    expect((await desk.claim()).history).toMatchObject([{ state: 'done' }]);
    expect(await claimOf()).toMatchObject({ status: 'approved' });
    expect(desk.claimCore.fact().version).toBe(2);
  });

  test('a claim that is reopened has an open case again', async () => {
    await desk.act({ ...decide, covers: [{ ...leak, loss: 0, depreciation: 0 }] });
    const { result, claim } = await desk.act({ kind: 'claim.reopen', note: reasons });
    expect([result, claim?.status]).toEqual(['done', 'reopened']);
    expect(await caseOf()).toMatchObject({ state: 'open', assigneeId: 'employee|katrin' });
  });

  test('without a core that answers, the claim is shown and nothing can be done with it', async () => {
    desk.core.behaves(() => 503);
    expect(await desk.claim()).toMatchObject({ decides: 'silent', judgedBy: null, acts: [] });
    expect((await desk.act(decide)).status).toBe(503);
    expect(await desk.db.select().from(claimActs)).toEqual([]);
  });

  test('ROLE-1: a claim of another kind of role is not there', async () => {
    expect((await desk.ask('una', desk.at)).status).toBe(403);
  });

  test('ROLE-2: a claim about an injury is not there without the role', async () => {
    await desk.db.update(claims).set({ line: 'accident' }).where(eq(claims.id, 'c1'));
    expect((await desk.ask('katrin', desk.at)).status).toBe(404);
    expect((await desk.act(decide)).status).toBe(404);
    expect(await desk.db.select().from(caseEvents).where(eq(caseEvents.kind, 'assigned'))).toEqual([]);
  });

  // Last, because the log keeps the change.
  test('DESK-9: an account that was changed on My pages needs a second look also once the core has taken the change over', async () => {
    await desk.act(decide);
    desk.clock.set(new Date(Date.now() + 13 * 86_400_000).toISOString());
    const account = { bank: '0133', ledger: '26', account: '005522' };
    expect((await desk.send('anna', '/api/user/v1/settings/bankinfo', account)).status).toBe(200);
    expect(await desk.acknowledgeChanges()).toBe(200);
    expect(await desk.db.select().from(ownChanges)).toEqual([]);
    expect((await desk.act(toCustomer(10_000))).result).toBe('proposed');
    expect((await desk.claim()).account).toMatchObject({ account: '0133-26-••5522' });
    // The log has the time of the database’s clock.
    desk.clock.set(new Date(Date.now() + 15 * 86_400_000).toISOString());
    expect((await desk.act(toCustomer(20_000))).result).toBe('done');
  });
});
