import {
  type ClaimAct,
  type CoreClaimAct,
  type CoreClaimAnswer,
  claimFacts,
  type Facts,
} from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { insurancePaymentsOut } from '@hofn/database/schema/insurance.ts';
import { addDays, addMonths } from '@hofn/domain';
import { sumOf } from '@hofn/insurance/claim-amounts.ts';
import { amountOn } from '@hofn/insurance/ledger.ts';
import { createLogger } from '@hofn/service';
import { expect } from 'vitest';
import type { Book, BookRecord } from '../book.ts';
import { isWorkedOn } from '../bookkeeping/claim-events.ts';
import { judgedBy } from '../bookkeeping/claim-policy.ts';
import { createClaimActs } from '../claim-acts/claim-acts.ts';
import type { Group } from '../ledger/ledger.ts';
import type { Bank, BankAnswer } from '../payouts/bank.ts';
import { createPayouts } from '../payouts/payouts.ts';
import { readCalendar } from '../store/calendar.ts';
import { inBook } from '../store/work.ts';

type Claim = Facts<'claims'>;
const note = { is: 'Skýring', en: 'Reason' };
const logger = createLogger('core', 'silent');

/** How the bank of a life answers for now: it may also be down, or have paid when its answer is lost. */
export type BankMood = 'pays' | 'rejects' | 'late' | 'lost' | 'down';

/** A bank that remembers what it was asked for, and pays once for each key. */
const createBank = () => {
  const made = new Map<string, { amount: number; state: BankAnswer['state'] }>();
  const bank = { mood: 'pays' as BankMood };
  const port: Bank = {
    pay: async ({ key, amount }) => {
      if (bank.mood === 'down') throw new Error('The bank is down');
      const before = made.get(key);
      if (before && before.amount !== amount) throw new Error('The key was used for another payment');
      const first = { rejects: 'rejected', late: 'processing', pays: 'paid', lost: 'paid' } as const;
      const payment = before ?? { amount, state: first[bank.mood] };
      made.set(key, payment);
      if (bank.mood === 'lost') throw new Error('The answer is lost');
      return { state: payment.state, reason: 'closed' };
    },
    find: async (key) => {
      if (bank.mood === 'down') throw new Error('The bank is down');
      const payment = made.get(key);
      if (payment?.state === 'processing' && bank.mood === 'pays') payment.state = 'paid';
      return payment && { state: payment.state, reason: 'closed' };
    },
  };
  return {
    ...{ port, made },
    feel: (mood: BankMood) => {
      bank.mood = mood;
    },
    /** Sends the last payment that was made back. */
    bounce: () => {
      const last = [...made.values()].findLast(({ state }) => state === 'paid');
      if (last) last.state = 'returned';
    },
  };
};

/** What an employee does with a claim of a life. Amounts are in whole ISK. */
export type ClaimStep =
  | { kind: 'decide'; loss: number; off: number; cover: string }
  | { kind: 'pay'; percent: number }
  | { kind: 'reserve'; reserve: number }
  | { kind: 'policy'; of: number }
  | { kind: 'ask' | 'close' | 'reopen' };

const decidedOf = ({ covers = [] }: Claim): number => sumOf(covers.map(({ payable }) => payable));
const amountIn = ({ payments }: Claim, ...states: string[]): number =>
  sumOf(payments.filter(({ state }) => states.includes(state)).map(({ amount }) => amount));

/** The period of a loss: the first day of the year of the policy that it is in. */
const periodOf = (book: Book, claim: Claim): string | undefined => {
  let start = judgedBy(book, claim)?.policy.validFrom;
  while (start !== undefined && start > claim.dateOfLoss) start = addMonths(start, -12);
  return start;
};

/** A decision pays no more than the sum insured leaves, whatever other claims of the period pay (rule DESK-8a). */
const expectWithinSum = (book: Book, { key, facts }: BookRecord<'claims'>): void => {
  const judged = judgedBy(book, facts);
  const total = decidedOf(facts);
  if (total > 0) expect(judged?.coverage, `${key} pays with cover`).not.toBe('none');
  const sum = judged?.policy.sumInsured ?? null;
  if (sum === null) return;
  const used = book
    .of('claims', facts.customer)
    .filter((other) => other.key !== key && other.facts.policy === facts.policy)
    .filter((other) => periodOf(book, other.facts) === periodOf(book, facts))
    .map(({ facts: other }) => (other.covers ? decidedOf(other) : amountIn(other, 'paid')));
  expect(total, `${key} within the sum insured`).toBeLessThanOrEqual(Math.max(0, sum - sumOf(used)));
};

/** What a claim is expected to cost more than has been paid of it. */
const outstandingOf = (claim: Claim): number => Math.max(0, (claim.reserve ?? 0) - amountIn(claim, 'paid'));

/** Claims of a customer's life: filed, decided, paid by a bank, and what is always true of them. */
export const liveClaims = (db: Db, customer: string) => {
  const bank = createBank();
  let [filed, acts, minutes] = [0, 0, 0];
  let day = '';
  const clock = { now: () => new Date(Date.parse(`${day}T08:00:00Z`) + minutes * 60_000) };
  const port = createClaimActs({ db, clock });
  const payouts = createPayouts({ db, bank: bank.port, clock, logger });

  /** Time passes, a little or to another day: longer than the bank is left alone. */
  const tick = async (): Promise<void> => {
    const { today } = await readCalendar(db);
    minutes = today === day ? minutes + 16 : 0;
    day = today;
  };
  const read = async (): Promise<Book> => {
    const read = await db.transaction((tx) => inBook(tx, customer, (book) => book));
    if (!read) throw new Error('The life has no customer');
    return read.result;
  };

  const actOf = (book: Book, { facts }: BookRecord<'claims'>, step: ClaimStep): ClaimAct => {
    switch (step.kind) {
      case 'policy': {
        const policies = book.of('policies', customer);
        return { kind: 'claim.policy', policy: policies[step.of % policies.length]?.facts.number ?? 'none' };
      }
      case 'decide': {
        const { loss, off, cover: id } = step;
        const [depreciation, ownShare] = [Math.min(off, loss), Math.min(off, loss - Math.min(off, loss))];
        const line = { id, claimed: null, loss, depreciation, ownShare, deductible: off };
        return { kind: 'claim.decide', covers: [line], reasons: note };
      }
      case 'pay': {
        const left = decidedOf(facts) - amountIn(facts, 'approved', 'ordered', 'paid');
        const amount = Math.max(1, Math.round((left * step.percent) / 100));
        const payment = { id: `p${acts}`, title: note, recipient: 'Prófari', recipientSsn: customer, amount };
        return { kind: 'claim.pay', payments: [{ ...payment, account: '0133-26-004821' }] };
      }
      case 'reserve':
        return { kind: 'claim.reserve', reserve: step.reserve };
      case 'ask':
        return { kind: 'claim.ask', needs: [note], needsBy: addDays(day, 7) };
      default:
        return { kind: `claim.${step.kind}`, note };
    }
  };

  /** Does something twice under one key, and a third time as one who has seen an older version. */
  const doTwice = async (input: CoreClaimAct): Promise<CoreClaimAnswer> => {
    const key = `claim-act-${acts}`;
    const answer = await port.perform(key, input);
    expect(await port.perform(key, input), 'the same key twice').toEqual(answer);
    if (answer.result !== 'done') return answer;
    const late = { ...input, decidedBy: { name: 'Birta' } };
    if (answer.facts.some(({ type }) => type === 'claims'))
      expect((await port.perform(`${key}-late`, late)).reasons[0]?.code).toBe('claimChanged');
    return answer;
  };

  return {
    bank,
    count: async (): Promise<number> => (await read()).of('claims', customer).length,
    /** The customer files a claim on one of their policies. */
    file: async ({ at, daysAgo }: { at: number; daysAgo: number }): Promise<void> => {
      await tick();
      filed += 1;
      await db.transaction((tx) =>
        inBook(tx, customer, (book) => {
          const policies = book.of('policies', customer);
          const claim: Claim = {
            ...{ customer, claim: `f${filed}`, number: `T-${filed}`, title: note, status: 'received' },
            ...{ policy: policies[at % policies.length]?.key ?? null, dateOfLoss: addDays(day, -daysAgo) },
            ...{
              place: null,
              line: null,
              reportedAt: `${day}T07:00:00Z`,
              lossAmount: null,
              compensation: null,
            },
            ...{ unverified: false, handler: null, needs: [], needsBy: null, nextBy: null },
            ...{ events: [], payments: [] },
          };
          book.put('claims', `claim-T-${filed}`, claim);
        }),
      );
    },
    /** An employee does something with one of the claims, if it can be done. */
    act: async (at: number, step: ClaimStep): Promise<void> => {
      await tick();
      acts += 1;
      const before = await read();
      const claims = before.of('claims', customer);
      const record = claims[at % claims.length];
      if (!record) return;
      const { number } = record.facts;
      const input = {
        claim: { customer, number, version: record.version },
        ...{ act: actOf(before, record, step), decidedBy: { name: 'Ragna' }, approvedBy: null },
      };
      const { standing, ...previewed } = await port.preview(input);
      const answer = await doTwice(input);
      expect({ result: answer.result, reasons: answer.reasons }, 'as previewed').toEqual({
        ...{ result: previewed.result, reasons: previewed.reasons },
      });
      expect(standing?.version).toBe(record.version);
      if (answer.result !== 'done' || step.kind !== 'decide') return;
      const book = await read();
      const after = book.get('claims', record.key);
      if (after) expectWithinSum(book, after);
    },
    /** Two replicas look at the payments that are due at once. */
    payOut: async (mood: BankMood): Promise<void> => {
      await tick();
      bank.feel(mood);
      await Promise.all([payouts.work(), payouts.work()]);
    },
    /** What is true of claims after every step. */
    expectTrue: async (book: Book, groups: readonly Group[]): Promise<void> => {
      const rows = await db.select().from(insurancePaymentsOut);
      for (const { key, facts } of book.of('claims', customer)) {
        claimFacts.parse(facts);
        if (!isWorkedOn(facts)) continue;
        const decided = decidedOf(facts);
        expect(amountIn(facts, 'approved', 'ordered', 'paid'), `${key}: ordered`).toBeLessThanOrEqual(
          decided,
        );
        if (facts.status === 'settled' && facts.covers)
          expect(amountIn(facts, 'paid'), `${key} is settled`).toBe(decided);
        for (const { id, state, amount } of facts.payments) {
          if (id.startsWith('core-')) continue;
          const row = rows.find((each) => each.claim === key && each.payment === id);
          expect([row?.state, row?.amount], `${key} ${id}`).toEqual([state, amount]);
          // What the core says is paid has been paid; an ordered one may have been.
          const atBank = bank.made.get(row?.key ?? '');
          if (state === 'paid')
            expect(['paid', 'returned'], `${key} ${id} at the bank`).toContain(atBank?.state);
          if (state === 'failed') expect(atBank?.state).toBe('rejected');
          if (state === 'approved') expect(atBank).toBeUndefined();
        }
      }
      const keys = new Set(rows.map(({ key }) => key));
      for (const key of bank.made.keys()) expect(keys.has(key), 'the bank pays what was ordered').toBe(true);
      const claims = book.of('claims', customer).map(({ facts }) => facts);
      const ofClaims = groups.filter(({ claim }) => claim !== null);
      const balance = (account: Parameters<typeof amountOn>[1]) =>
        sumOf(ofClaims.map((group) => amountOn(group, account)));
      expect(0 - balance('cash'), 'paid of claims').toBe(
        sumOf(claims.map((claim) => amountIn(claim, 'paid'))),
      );
      expect(balance('claimsPaid')).toBe(0 - balance('cash'));
      expect(0 - balance('claimsReserve'), 'reserves').toBe(sumOf(claims.map(outstandingOf)));
    },
  };
};
