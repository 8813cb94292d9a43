import { cases, changeRequests, coreRecords, instalments, policies, transactions } from '@hofn/database';
import { insuranceActs, insuranceAnswers } from '@hofn/database/schema/insurance.ts';
import { addDays } from '@hofn/domain';
import { and, eq, isNotNull } from 'drizzle-orm';
import { expect } from 'vitest';
import type { BookType } from '../../apps/core/src/book.ts';
import { ssn } from '../../apps/core/src/testing/life.ts';
import type { FrontAndCore } from './start.ts';

/** Fields of a row or fact. A list that a fact does not have is empty in the front. */
const pick = <Fields extends string>(row: object, fields: readonly Fields[]) =>
  Object.fromEntries(
    fields.map((field) => {
      const value = (row as Record<string, unknown>)[field] ?? null;
      return [field, Array.isArray(value) && value.length === 0 ? null : value];
    }),
  );

const ofPolicies = [
  ...['number', 'premiumPerYear', 'deductible', 'validFrom', 'validTo', 'renews', 'cancelledOn'],
  ...['lapsedOn', 'suspendedOn', 'suspensions', 'earlierCover', 'nextPeriod'],
] as const;
const ofInstalments = ['amount', 'dueDate', 'finalDueDate', 'penaltyInterest', 'fees', 'method'] as const;

/** Expects that every request is undecided with an owner, done exactly once, or refused; none is in between. */
const expectRequests = async ({ db, core }: FrontAndCore): Promise<boolean> => {
  const requests = await db.select().from(changeRequests);
  let isAnswered = true;
  for (const { id, state, act, askAgainAt, applyOn, outcome } of requests) {
    const isOf = and(eq(insuranceActs.requestId, id), eq(insuranceActs.result, 'done'));
    const done = await core.db.$count(insuranceActs, isOf);
    const [item] = await db.select().from(cases).where(eq(cases.matterId, id));
    const said = { id, state, act: act?.state ?? null, done };
    expect(done, 'done twice').toBeLessThanOrEqual(1);
    expect(applyOn, 'the front keeps no change for later').toBeNull();
    if (state === 'confirmed') {
      expect(said, 'accepted and done').toMatchObject({ act: 'done', done: 1 });
      expect(outcome).toMatchObject({ result: 'accepted', effect: expect.any(Object) });
      expect(item?.state, 'nobody waits for it').toBe('closed');
      continue;
    }
    // An act that was done while its answer was lost is asked for again.
    if (done > 0) expect(said).toMatchObject({ act: 'asked' });
    if (state === 'pending') expect(item?.state, 'what is undecided has an owner').toBe('open');
    if (act?.state === 'asked' && state === 'pending') {
      isAnswered = false;
      expect(askAgainAt, 'it is asked again').not.toBeNull();
    } else expect(askAgainAt).toBeNull();
  }
  return isAnswered;
};

/** Expects that what the customer reads is what the core has. */
const expectSameFacts = async ({ db, core, book }: FrontAndCore): Promise<void> => {
  const { type: kind, key: of, fault } = insuranceAnswers;
  const refused = await core.db.select({ kind, of, fault }).from(insuranceAnswers).where(isNotNull(fault));
  expect(refused, 'facts that the front has refused').toEqual([]);
  const has = await book();
  const records = await db.select().from(coreRecords);
  const keyOf = (type: BookType, id: string) =>
    records.find((record) => record.type === type && record.id === id)?.key ?? `unknown ${id}`;
  const inFront = async (type: 'policies' | 'instalments') => {
    const rows = type === 'policies' ? await db.select().from(policies) : await db.select().from(instalments);
    return Object.fromEntries(
      rows.map((row) => [keyOf(type, row.id), pick(row, type === 'policies' ? ofPolicies : ofInstalments)]),
    );
  };
  for (const type of ['policies', 'instalments'] as const) {
    const fields = type === 'policies' ? ofPolicies : ofInstalments;
    const known = has.of(type, ssn).map(({ key, facts }) => [key, pick(facts, fields)]);
    expect(await inFront(type), type).toEqual(Object.fromEntries(known));
  }
  const amounts = (await db.select().from(transactions)).map(({ amount }) => amount);
  const entries = has.of('ledger-entries', ssn).map(({ facts }) => facts.amount);
  const total = (all: readonly number[]) => all.reduce((sum, amount) => sum + amount, 0);
  expect(total(amounts), 'the account').toBe(total(entries));
};

/** Expects that policies say what was accepted: the last day of what was cancelled, and the newest deductible in effect. */
const expectKept = async ({ db, today }: FrontAndCore): Promise<void> => {
  const accepted = await db.select().from(changeRequests).where(eq(changeRequests.state, 'confirmed'));
  for (const { number, validFrom, validTo, cancelledOn, deductible } of await db.select().from(policies)) {
    const about = accepted.filter(({ outcome }) => outcome?.policy?.number === number);
    const end = about.find(({ kind }) => kind === 'cancel')?.outcome?.effectiveOn;
    if (end) {
      expect(cancelledOn, `${number} is cancelled`).not.toBeNull();
      // A period that never covers ends on its first day.
      const [, last] = [addDays(end, -1), validFrom].toSorted();
      expect(validTo <= (last ?? end), `${number} ends before ${end}, not on ${validTo}`).toBe(true);
      continue;
    }
    const newest = about
      .filter(({ outcome, after }) => after.act === 'deductible' && (outcome?.effectiveOn ?? '') <= today())
      .toSorted((one, other) =>
        `${one.outcome?.effectiveOn}${one.settledAt}` < `${other.outcome?.effectiveOn}${other.settledAt}`
          ? -1
          : 1,
      )
      .at(-1);
    if (newest) expect(deductible, `deductible of ${number}`).toBe(newest.after.deductible);
  }
};

/**
 * Expects after a step that nothing accepted is lost or done twice; and where every act is answered, that front and core say
 * the same (rules INS-10, ACT-1 to ACT-3).
 */
export const expectAgreement = async (both: FrontAndCore): Promise<void> => {
  const isAnswered = await expectRequests(both);
  if (!isAnswered) return;
  await expectSameFacts(both);
  await expectKept(both);
};
