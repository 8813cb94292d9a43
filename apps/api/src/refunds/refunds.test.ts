// Refunds of a card payment: proposed by one person, approved by another, made once by the card service, whatever it answers.
import type { MoneyPage, PaymentStatus, StaffCase } from '@hofn/contracts';
import {
  auditEvents,
  authorities,
  coreEvents,
  customers,
  type Database,
  employees,
  payments,
  staffReads,
} from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordedEvents } from '../events/testing.ts';
import { type RefundDesk, startRefundDesk } from './testing.ts';

describeEachEngine('refunds of card payments', (open) => {
  let database: Database;
  let on: RefundDesk;

  beforeAll(async () => {
    database = await open();
    on = await startRefundDesk(database);
  });
  afterAll(() => on.stop());
  beforeEach(async () => {
    await on.begin();
    await database.db.update(employees).set({ ssn: null });
    await database.db.delete(coreEvents);
  });

  const proposed = async (amount: number): Promise<string> => {
    await on.read(await on.propose('una', amount));
    return on.waiting();
  };
  const approve = async (id: string) =>
    on.read<{ state: string; lapsedBecause: string | null }>(await on.decide('katrin', id));
  const status = async () =>
    on.read<PaymentStatus>(await on.call('anna', '/api/payment/v1/installmentsOverview'));
  const caseOf = async (id: string) => on.read<StaffCase>(await on.call('una', `/api/staff/v1/cases/${id}`));

  test('DESK-12, ROLE-3: a refund is proposed by one person, approved by another, made once, on the account and read by the customer once it is a fact', async () => {
    const before = await on.read<{ left: number; waiting: object }>(await on.propose('una', 5_000));
    expect(before).toMatchObject({
      ...{ left: 12_510, refunds: [], waiting: { amount: 5_000, by: 'Una Prófdóttir', own: true } },
    });
    expect([(await status()).refunds, await on.mailKinds(), on.cards.asked]).toEqual([[], [], []]);
    const shown = await on.read<{ lines: { value: string }[] }>(
      await on.call('katrin', `/api/staff/v1/approvals/${await on.waiting()}`),
    );
    expect(shown.lines.map(({ value }) => value.replaceAll('\u00a0', ' '))).toEqual([
      ...['12.510 kr. 18. nóvember 2026, Visa •••• 4821', '12.510 kr.'],
    ]);
    expect(await on.approvalsOf('katrin')).toMatchObject([
      {
        ...{ act: 'payment.refund', amount: 5_000, mayDecide: true },
        title: 'Endurgreiðsla kortagreiðslu: Anna Prófdóttir',
        proposed: { note: 'Greitt tvisvar.' },
      },
    ]);
    const id = await on.waiting();
    expect(await approve(id)).toMatchObject({ state: 'approved' });
    expect(on.cards.asked).toEqual([{ key: id, charge: 'y1', amount: 5_000 }]);
    expect(await on.payment()).toMatchObject({
      ...{ left: 7_510, waiting: null, balance: 5_000 },
      refunds: [
        {
          ...{ id, state: 'refunded', amount: 5_000, reason: 'Greitt tvisvar.', fault: null },
          ...{ proposedBy: 'Una Prófdóttir', approvedBy: 'Katrín Ósk Prófdóttir' },
        },
      ],
    });
    expect(await on.account()).toEqual([['refund', 5_000, 'Endurgreitt á kort, Visa •••• 4821']]);
    expect((await status()).refunds).toEqual([
      { id, amount: 5_000, card: 'Visa •••• 4821', refundedOn: '2026-11-21', paidOn: '2026-11-18' },
    ]);
    expect(await on.mailKinds()).toEqual(['refundPaid']);
    expect(await recordedEvents(database)).toEqual([
      { type: 'hofn.payment.refunded', subject: 'anna', data: { paymentId: 'y1', refundId: id } },
    ]);
    expect(await on.theCase()).toMatchObject({ state: 'closed', assigneeName: 'Una Prófdóttir' });
    // The job that would have asked again changes nothing.
    await on.runJobs();
    expect([on.cards.asked.length, (await on.account()).length]).toEqual([1, 1]);
  });

  test('DESK-12: proposer and approver are two people, also with authority for more than the amount', async () => {
    const id = await proposed(5_000);
    expect(await on.refused(await on.decide('una', id))).toEqual([409, 'ownProposal']);
    await database.db.delete(authorities).where(eq(authorities.id, 'katrin'));
    expect(await on.refused(await on.decide('katrin', id))).toEqual([409, 'authorityMissing']);
    expect(on.cards.asked).toEqual([]);
    expect(await on.refused(await on.propose('una', 6_000))).toEqual([409, 'nobodyApproves']);
  });

  test('ROLE-3: authority that was lowered after the proposal decides no more', async () => {
    const id = await proposed(5_000);
    await database.db.update(authorities).set({ upTo: 4_999 }).where(eq(authorities.id, 'katrin'));
    expect(await on.refused(await on.decide('katrin', id))).toEqual([409, 'authorityMissing']);
    expect(on.cards.asked).toEqual([]);
  });

  test.each([
    ['more than was paid', { amount: 12_511, reason: 'x' }, 'amount'],
    ['nothing', { amount: 0, reason: 'x' }, 'amount'],
    ['part of a króna', { amount: 1.5, reason: 'x' }, 'amount'],
    ['no reason', { amount: 1, reason: '  ' }, 'reason'],
    ['a reason that is too long', { amount: 1, reason: 'x'.repeat(501) }, 'reason'],
  ])('DESK-12: %s is refused, and the field is named', async (_, body, field) => {
    expect(await on.refused(await on.call('una', `${on.path}/refunds`, body))).toEqual([
      ...[400, 'validation', field],
    ]);
    expect(await on.waiting()).toBe('none');
  });

  test('DESK-12: nothing more can be refunded than was paid less what was refunded', async () => {
    await approve(await proposed(12_000));
    expect(await on.refused(await on.propose('una', 511))).toEqual([400, 'validation', 'amount']);
    await approve(await proposed(510));
    expect(await on.payment()).toMatchObject({ left: 0, balance: 12_510 });
    expect(await on.refused(await on.propose('una', 1))).toEqual([400, 'validation', 'amount']);
    await database.db.update(payments).set({ state: 'declined' });
    expect(await on.payment()).toMatchObject({ left: 0 });
  });

  test('DESK-12: of two windows that propose at once one waits, and another amount needs another approval', async () => {
    const answers = await Promise.all([on.propose('una', 12_000), on.propose('katrin', 12_000)]);
    expect(answers.map(({ status: code }) => code).toSorted()).toEqual([200, 409]);
    const [waits] = (await on.approvalsOf('una')).filter(({ state }) => state === 'waiting');
    const proposer = waits?.own ? 'una' : 'katrin';
    const other = proposer === 'una' ? 'katrin' : 'una';
    await on.read(await on.propose(proposer, 700));
    expect(await on.refused(await on.decide(other, waits?.id ?? ''))).toEqual([409, 'approvalDecided']);
    const id = await on.waiting();
    const both = await Promise.all([on.decide(other, id), on.decide(other, id)]);
    expect(both.map(({ status: code }) => code).toSorted()).toEqual([200, 409]);
    expect([...on.cards.made.values()]).toEqual([{ key: id, charge: 'y1', amount: 700 }]);
  });

  test.each(['lost', 'silent', 'late'] as const)(
    'DESK-12: an answer that is %s is asked for again with the same key, refunds once, and nothing is said before',
    async (answer) => {
      on.cards.answer = answer;
      const id = await proposed(5_000);
      await approve(id);
      await on.runJobs();
      await on.runJobs();
      expect(new Set(on.cards.asked.map(({ key }) => key))).toEqual(new Set([id]));
      expect(on.cards.asked.length).toBe(3);
      expect(await on.payment()).toMatchObject({ left: 7_510, refunds: [{ state: 'ordered' }] });
      expect([await on.account(), (await status()).refunds, await on.mailKinds()]).toEqual([[], [], []]);
      expect(await on.refused(await on.propose('una', 100))).toEqual([409, 'refundPending']);
      const open = await caseOf((await on.theCase())?.id ?? '');
      expect([open.state, open.undecided]).toEqual(['open', true]);
      on.cards.answer = 'refunds';
      await on.runJobs();
      await on.runJobs();
      expect(on.cards.made.size).toBe(1);
      expect(await on.account()).toHaveLength(1);
      expect(await on.mailKinds()).toEqual(['refundPaid']);
      expect(await on.theCase()).toMatchObject({ state: 'closed' });
    },
  );

  test('DESK-12: two jobs with one answer store it once', async () => {
    on.cards.answer = 'silent';
    await approve(await proposed(5_000));
    const [job] = on.jobs;
    if (!job) throw new Error('No job was queued');
    on.cards.answer = 'refunds';
    const first = on.runJobs();
    on.jobs.push(job);
    await Promise.all([first, on.runJobs()]);
    expect([(await on.account()).length, await on.mailKinds(), on.cards.made.size]).toEqual([
      ...[1, ['refundPaid'], 1],
    ]);
  });

  test('DESK-12, DESK-14: a refund that the card service refuses stays in its owner’s case with the reason, can be proposed again, and its customer reads nothing', async () => {
    on.cards.answer = 'refuses';
    await approve(await proposed(5_000));
    const found = await on.payment();
    expect(found).toMatchObject({
      ...{ left: 12_510, balance: 0 },
      refunds: [{ state: 'refused', fault: 'Kortinu hefur verið lokað.' }],
    });
    expect([await on.account(), (await status()).refunds, await on.mailKinds()]).toEqual([[], [], []]);
    const open = await caseOf(found.case ?? '');
    expect(open).toMatchObject({ state: 'open', assignee: 'Una Prófdóttir', undecided: false });
    expect(open.events.map(({ note }) => note?.replaceAll('\u00a0', ' '))).toContain(
      'Endurgreiðsla á 5.000 kr. fór ekki fram. Kortinu hefur verið lokað.',
    );
    on.cards.answer = 'refunds';
    await approve(await proposed(5_000));
    expect(await on.payment()).toMatchObject({ left: 7_510, balance: 5_000 });
  });

  test('DESK-14: a refund whose job was given up is asked about by a daily job, and one without an answer for a day is back in the open list', async () => {
    on.cards.answer = 'silent';
    await approve(await proposed(5_000));
    on.clock.set('2026-11-22T13:00:00Z');
    await on.runJobs();
    expect(await on.theCase()).toMatchObject({ state: 'open' });
    on.jobs.length = 0;
    on.clock.set('2026-11-24T13:00:00Z');
    on.cards.answer = 'refunds';
    await on.findForgotten();
    expect(await on.payment()).toMatchObject({ refunds: [{ state: 'refunded' }] });
    expect(await on.account()).toHaveLength(1);
  });

  test('DESK-12: a proposal lapses when the payment has changed since', async () => {
    const id = await proposed(12_510);
    await database.db.update(payments).set({ amount: 12_000 });
    expect(await approve(id)).toMatchObject({ state: 'lapsed', lapsedBecause: 'account' });
    expect(on.cards.asked).toEqual([]);
  });

  test('DESK-12: finance reads refunds among payments out, with their state at the card service, and those without an answer as hanging', async () => {
    on.cards.answer = 'silent';
    await approve(await proposed(5_000));
    const list = async (query: string) =>
      on.read<MoneyPage>(await on.call('una', `/api/staff/v1/finance/payments?${query}`));
    expect(await list('direction=out&state=hanging')).toMatchObject({
      hanging: 1,
      items: [
        { kind: 'refund', state: 'unanswered', amount: 5_000, payment: 'y1', through: 'Visa •••• 4821' },
      ],
    });
    on.cards.answer = 'refunds';
    await on.runJobs();
    const page = await list('direction=out');
    expect(page).toMatchObject({ hanging: 0, items: [{ kind: 'refund', state: 'paid', day: '2026-11-21' }] });
    expect(page.sums).toEqual({ count: 1, in: 0, out: 5_000 });
    expect((await list('direction=in')).items[0]).toMatchObject({ kind: 'card', payment: 'y1' });
  });

  test('ROLE-4, ROLE-8: a payment of the employee’s household is not there, and each opening is recorded for customer and audit', async () => {
    await on.payment();
    const [read] = await database.db.select().from(staffReads).where(eq(staffReads.call, 'cardPayment'));
    expect(read).toMatchObject({ customerId: 'anna', target: 'y1' });
    const [event] = await database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'finance.cardPayment'))
      .orderBy(desc(auditEvents.id))
      .limit(1);
    expect(event).toMatchObject({ actorId: 'employee|una', subjectId: 'anna', object: 'payment y1' });
    await database.db.update(employees).set({ ssn: '1812901429' }).where(eq(employees.id, 'employee|una'));
    await database.db.update(customers).set({ spouseSsn: '1812901429' }).where(eq(customers.id, 'anna'));
    for (const answer of [await on.call('una', on.path), await on.propose('una', 100)])
      expect(await on.refused(answer)).toEqual([404, 'notFound']);
    await database.db.update(customers).set({ spouseSsn: null }).where(eq(customers.id, 'anna'));
  });
});
