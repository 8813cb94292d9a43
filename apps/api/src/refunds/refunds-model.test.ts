// Random lives of refunds of one payment: whatever two people and the card service do, never more than paid comes back, never twice.
import { type Database, refunds } from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Name, type RefundDesk, startRefundDesk } from './testing.ts';

// LIVES=200 npm run unit -- apps/api/src/refunds/refunds-model.test.ts
const lives = Number(process.env.LIVES ?? 12);

const paid = 12_510;
const names = ['katrin', 'una'] as const;

type Proposed = { id: string; by: Name; amount: number };
type Known = { id: string; amount: number; state: 'ordered' | 'refunded' | 'refused' };
/** What ought to be true. */
type Model = { waiting: Proposed | undefined; refunds: Known[]; answer: Answer; made: Set<string> };
type Real = { on: RefundDesk };

const sumOf = (of: readonly { amount: number }[]): number => of.reduce((sum, { amount }) => sum + amount, 0);
const leftIn = ({ refunds: all }: Model): number =>
  paid - sumOf(all.filter(({ state }) => state !== 'refused'));
const isPending = ({ refunds: all }: Model): boolean => all.some(({ state }) => state === 'ordered');

/** What the card service does when it is asked for a refund, and what is known of it then. */
const ask = (model: Model, refund: Known): void => {
  if (refund.state !== 'ordered' || model.answer === 'silent') return;
  const wasMade = model.made.has(refund.id);
  if (!wasMade && model.answer === 'late') return;
  if (!wasMade && model.answer === 'refuses') {
    refund.state = 'refused';
    return;
  }
  model.made.add(refund.id);
  if (model.answer !== 'lost') refund.state = 'refunded';
};

const expectInvariants = async (model: Model, { on }: Real): Promise<void> => {
  const made = [...on.cards.made.values()];
  expect(sumOf(made)).toBeLessThanOrEqual(paid);
  expect(new Set(made.map(({ key }) => key))).toEqual(model.made);
  const rows = await on.db.select().from(refunds);
  const states = (of: readonly Known[]) =>
    of.map(({ id, amount, state }) => `${id} ${amount} ${state}`).toSorted();
  expect(states(rows)).toEqual(states(model.refunds));
  expect(rows.every(({ proposedBy, approvedBy }) => proposedBy !== approvedBy)).toBe(true);
  const facts = model.refunds.filter(({ state }) => state === 'refunded');
  // The account has each refund once it is a fact, and nothing else.
  const entries = await on.account();
  expect(entries.map(([, amount]) => Number(amount)).toSorted()).toEqual(
    facts.map(({ amount }) => amount).toSorted(),
  );
  expect((await on.mailKinds()).length).toBe(facts.length);
  const payment = await on.payment();
  expect([payment.left, payment.balance, payment.waiting?.amount]).toEqual([
    ...[leftIn(model), sumOf(facts), model.waiting?.amount],
  ]);
  // Whatever is not at its end is in an open case.
  if (model.waiting || isPending(model)) expect(await on.theCase()).toMatchObject({ state: 'open' });
};

const command = (
  text: string,
  run: (model: Model, real: Real) => Promise<void>,
): fc.AsyncCommand<Model, Real> => ({
  check: () => true,
  run: async (model, real) => {
    await run(model, real);
    await expectInvariants(model, real);
  },
  toString: () => text,
});

const name = fc.constantFrom(...names);
const commands = [
  fc.tuple(name, fc.constantFrom(1, 4_000, 6_255, 12_510, 12_511)).map(([who, amount]) =>
    command(`${who} proposes ${amount}`, async (model, { on }) => {
      const owner = (await on.theCase()) ?? { state: 'closed', assigneeId: null };
      const isTaken = owner.state === 'open' && ![null, `employee|${who}`].includes(owner.assigneeId);
      const isRefused = isPending(model) || amount > leftIn(model) || isTaken;
      const { status } = await on.propose(who, amount);
      expect(status === 200).toBe(!isRefused);
      if (!isRefused) model.waiting = { id: await on.waiting(), by: who, amount };
    }),
  ),
  fc.tuple(name, fc.boolean()).map(([who, twice]) =>
    command(`${who} approves${twice ? ' twice' : ''}`, async (model, { on }) => {
      const { waiting } = model;
      if (!waiting) return;
      const windows = Array.from({ length: twice ? 2 : 1 }, () => on.decide(who, waiting.id));
      const accepted = (await Promise.all(windows)).filter(({ status }) => status === 200);
      expect(accepted.length).toBe(waiting.by === who ? 0 : 1);
      if (waiting.by === who) return;
      const refund: Known = { id: waiting.id, amount: waiting.amount, state: 'ordered' };
      model.waiting = undefined;
      model.refunds.push(refund);
      ask(model, refund);
    }),
  ),
  name.map((who) =>
    command(`${who} refuses`, async (model, { on }) => {
      if (!model.waiting) return;
      const { status } = await on.decide(who, model.waiting.id, 'refuse');
      expect(status).toBe(model.waiting.by === who ? 409 : 200);
      if (model.waiting.by !== who) model.waiting = undefined;
    }),
  ),
  fc.constantFrom<Answer[]>('refunds', 'refuses', 'late', 'lost', 'silent').map((answer) =>
    command(`the card service ${answer}`, async (model, { on }) => {
      model.answer = answer;
      on.cards.answer = answer;
    }),
  ),
  fc.constant(
    command('jobs run', async (model, { on }) => {
      await on.runJobs();
      for (const refund of model.refunds) ask(model, refund);
    }),
  ),
];

describeWithDatabase('lives of refunds', (open) => {
  let database: Database;
  let on: RefundDesk;
  beforeAll(async () => {
    database = await open();
    on = await startRefundDesk(database);
  });
  afterAll(() => on.stop());

  test('DESK-12: of one payment never more is refunded than was paid and nothing twice, and account, e-mail and case say what is a fact', {
    timeout: patience(120_000),
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 20 }), async (steps) => {
        await on.begin();
        const model: Model = { waiting: undefined, refunds: [], answer: 'refunds', made: new Set() };
        await fc.asyncModelRun(() => ({ model, real: { on } }), steps);
      }),
      { numRuns: lives },
    );
  });
});
