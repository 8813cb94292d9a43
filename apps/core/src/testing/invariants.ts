import { type Facts, instalmentFacts, ledgerFacts, policyFacts } from '@hofn/contracts';
import { addDays, addMonths, daysBetween } from '@hofn/domain';
import {
  type EarlierCover,
  earlierCoverOn,
  type Suspension,
  wasSuspendedOn,
} from '@hofn/domain/cover-history.ts';
import { isOwed } from '@hofn/insurance/billing/instalment.ts';
import { invoicedDays } from '@hofn/insurance/billing/plan.ts';
import { amountOn, receivableOn, trialBalance } from '@hofn/insurance/ledger.ts';
import { standing } from '@hofn/insurance/policy-life.ts';
import { withNextPeriod } from '@hofn/insurance/renewal-price.ts';
import { expect } from 'vitest';
import type { Book } from '../book.ts';
import { isBooked } from '../bookkeeping/accounts.ts';
import { life, type PolicyVersion } from '../bookkeeping/life.ts';
import { isOfPlan } from '../bookkeeping/payment-plan.ts';
import { chargedOf } from '../bookkeeping/premium.ts';
import { type Group, receivableOf } from '../ledger/ledger.ts';
import { type Life, ssn } from './life.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

/** Premium from a day until another, day by day and not rounded, as the core's rules say. */
const earnedSlowly = (book: Book, key: string, to: string): number => {
  const known = standing(book.lives.versions(key));
  let exact = 0;
  const first = known[0]?.change.kind === 'issue' ? known[0].change.policy.validFrom : to;
  for (let day = first; day < to; day = addDays(day, 1)) {
    const { policy, ended, suspendedPercent = 100 } = life.on(known, day) ?? {};
    if (!policy || day < policy.validFrom || (ended && ended <= day)) continue;
    if (policy.lapsedOn !== null && policy.lapsedOn <= day) continue;
    const goesOn = policy.renews && policy.cancelledOn === null && policy.lapsedOn === null;
    if (day > policy.validTo && !goesOn) continue;
    let years = 0;
    while (addMonths(policy.validFrom, 12 * (years + 1)) <= day) years += 1;
    const year = [years, years + 1].map((count) => addMonths(policy.validFrom, 12 * count));
    const isSuspended = policy.suspendedOn !== null && policy.suspendedOn <= day;
    const premium = isSuspended
      ? Math.round((policy.premiumPerYear * suspendedPercent) / 100)
      : policy.premiumPerYear;
    exact += premium / daysBetween(year[0] ?? day, year[1] ?? day);
  }
  return exact;
};

/** Everything that a customer was charged or will be by the instalments that there are, of premium alone. */
const chargedByAccount = (book: Book): number =>
  sum(
    book
      .of('ledger-entries', ssn)
      .filter(({ facts }) => facts.type === 'premium')
      .map(({ facts }) => facts.amount),
  ) +
  sum(
    book
      .of('instalments', ssn)
      .filter((each) => each.facts.cancelledAt === null && !isBooked(book, each))
      .map(({ facts }) => facts.amount),
  );

const chargesOf = (book: Book) => book.of('policies', ssn).flatMap(({ key }) => book.lives.charges(key));

/** What a policy says about each day before today is what its versions say (rule INS-8). */
const expectHistory = (
  versions: readonly PolicyVersion[],
  policy: Facts<'policies'> & { suspensions: Suspension[]; earlierCover: EarlierCover[] },
  today: string,
): void => {
  const known = standing(versions);
  for (let day = known[0]?.from ?? today; day <= today; day = addDays(day, 1)) {
    const then = life.on(known, day)?.policy;
    const wasSuspended = (then?.suspendedOn ?? '9999') <= day;
    expect(wasSuspendedOn(policy, day), `${policy.number} suspended on ${day}`).toBe(wasSuspended);
    const { deductible, covers } = earlierCoverOn(policy.earlierCover, day) ?? policy;
    expect({ deductible, covers }, `${policy.number} on ${day}`).toEqual({
      deductible: then?.deductible,
      covers: then?.covers,
    });
  }
};

/** What is true of the customer's policies on every day. */
const expectPolicies = (book: Book): void => {
  const { today } = book.state;
  for (const { key, facts } of book.of('policies', ssn)) {
    policyFacts.parse(facts);
    expect(sum(facts.premiumParts.map(({ amount }) => amount)), 'parts').toBe(facts.premiumPerYear);
    const versions = book.lives.versions(key);
    expect(versions.map(({ number }) => number)).toEqual(versions.map((_, index) => index + 1));
    const { suspensions = [], earlierCover = [], nextPeriod, ...now } = facts;
    const { nextPeriod: _before, ...versioned } = {
      nextPeriod,
      ...life.on(standing(versions), today)?.policy,
    };
    expect(versioned, `policy ${key} is its versions`).toEqual(now);
    // What is told of the next period follows from what the policy says now.
    const ahead = life.on(standing(versions), addDays(facts.validTo, 1))?.policy;
    if (nextPeriod) expect(withNextPeriod(now, today, ahead)).toEqual({ ...now, nextPeriod });
    expectHistory(versions, { ...facts, suspensions, earlierCover }, today);
    const { charged, chargedTo } = chargedOf(book, key);
    // The sums are rounded once each, so a policy is never more than half a króna off, however often it was charged.
    const off = charged - earnedSlowly(book, key, chargedTo);
    expect(Math.abs(off), `policy ${key}: charged ${charged} until ${chargedTo}`).toBeLessThanOrEqual(0.51);
    // Nobody is insured without being charged for it.
    const uncharged = earnedSlowly(book, key, today) - earnedSlowly(book, key, chargedTo);
    expect(uncharged, `policy ${key}: insured and not charged`).toBeLessThanOrEqual(0.51);
  }
};

/** What is true of the instalments: each is premium of policies, and none is forgotten. */
const expectInstalments = (book: Book): void => {
  const { today } = book.state;
  const lines = chargesOf(book).flatMap(({ instalments }) => Object.entries(instalments));
  for (const instalment of book.of('instalments', ssn)) {
    const { key, facts } = instalment;
    instalmentFacts.parse(facts);
    const isOpen = isOwed(facts) && facts.dueDate > addDays(today, invoicedDays);
    const of = lines.filter(([name]) => name === key).map(([, amount]) => amount);
    // A payment that bounced was of premium that nobody remembers by policy, and so is a plan for it.
    if (isOpen && isOfPlan(key)) expect(sum(of), `premium in ${key}`).toBeLessThanOrEqual(facts.amount);
    else if (isOpen) expect(sum(of), `premium in ${key}`).toBe(facts.amount);
    if (facts.cancelledAt === null && facts.dueDate <= today)
      expect(isBooked(book, instalment), `${key} is on the account`).toBe(true);
  }
};

/** What is true of the ledger: it balances, is what the customer reads, and nothing of it changes (rule INS-5). */
const expectLedger = (book: Book, groups: readonly Group[], before: readonly Group[]): void => {
  const { today, openedOn } = book.state;
  for (const group of groups)
    expect(sum(group.postings.map(({ amount }) => amount)), `sum of ${group.key}`).toBe(0);
  const now = new Map(groups.map((group) => [group.key, group]));
  for (const group of before) expect(now.get(group.key), 'groups are only added').toEqual(group);

  const entries = book.of('ledger-entries', ssn);
  const read = entries.map(({ key, facts }) => [key, facts.bookedOn, facts.amount]).toSorted();
  const posted = groups
    .filter((group) => receivableOf(group) !== 0)
    .map((group) => [group.key, group.day, receivableOf(group)])
    .toSorted();
  expect(read, 'the account is the receivable').toEqual(posted);
  const owed = sum(entries.map(({ facts }) => facts.amount));
  expect(receivableOn(groups, { customer: ssn, day: today })).toBe(owed);
  const movements = groups.flatMap(({ day, postings }) => postings.map((posting) => ({ day, ...posting })));
  const balance = trialBalance(movements, { from: openedOn, to: today });
  expect(balance.find(({ account }) => account === 'receivable')?.closing).toBe(owed);
  expect(balance.find(({ account }) => account === 'refundPayable')?.closing, 'refunds are paid').toBe(0);
  expect(sum(balance.map(({ closing }) => closing)), 'trial balance').toBe(0);

  for (const instalment of book.of('instalments', ssn)) {
    const { key, facts } = instalment;
    const charges = groups.filter(({ cause, instalment: of }) => cause === 'premium' && of === key);
    const isDue = facts.dueDate > openedOn && facts.dueDate <= today && facts.cancelledAt === null;
    if (isDue) expect(charges, `${key} is charged`).toHaveLength(1);
    else expect(charges.length, `${key} is charged once`).toBeLessThanOrEqual(1);
  }
  for (const { key } of book.of('policies', ssn)) {
    const refunds = groups.filter(({ policy, cause }) => policy === key && cause === 'refundPaid');
    const positive = book.lives.charges(key).map(({ amount }) => Math.max(0, amount));
    expect(-sum(refunds.map((group) => amountOn(group, 'cash'))), 'refunds').toBeLessThanOrEqual(
      sum(positive),
    );
  }
};

/** Follows a life, and expects after each step what is true of every life. */
export const followLife = (real: Pick<Life, 'book' | 'groups'> & Partial<Pick<Life, 'claims'>>) => {
  let offset: number | undefined;
  let before: Book | undefined;
  let posted: Group[] = [];

  return async (): Promise<void> => {
    const book = await real.book();
    expectPolicies(book);
    expectInstalments(book);
    for (const { facts } of book.of('ledger-entries', ssn)) ledgerFacts.parse(facts);
    // What the opening charged beyond its instalments is not on the account of the core.
    const difference = chargedByAccount(book) - sum(chargesOf(book).map(({ amount }) => amount));
    offset ??= difference;
    expect(difference, 'the account agrees with what policies were charged').toBe(offset);
    for (const { key } of before?.of('policies', ssn) ?? []) {
      const versions = before?.lives.versions(key) ?? [];
      expect(book.lives.versions(key).slice(0, versions.length), 'versions are only added').toEqual(versions);
    }
    const groups = await real.groups();
    expectLedger(book, groups, posted);
    await real.claims?.expectTrue(book, groups);
    [before, posted] = [book, groups];
  };
};
