import {
  cases,
  changeRequests,
  instalments,
  policies,
  policyCovers,
  policyFigures,
  premiumParts,
  proposals,
} from '@hofn/database';
import { addDays } from '@hofn/domain';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Act, Life, Promised } from './life.ts';

type PolicyRow = typeof policies.$inferSelect;

/** Whether a policy covers on a day; written apart from the product's own rules, to be compared with them. */
export const isInForce = (row: PolicyRow, day: string): boolean =>
  !(row.lapsedOn !== null && row.lapsedOn <= day) &&
  !(row.cancelledOn !== null && row.cancelledOn < row.validFrom) &&
  row.validFrom <= day &&
  day <= row.validTo;

/** The premium of a number of days of a policy's year, not rounded. */
const shareOf = ({ validFrom, premiumPerYear }: PolicyRow, days: number): number => {
  const nextYear = `${Number(validFrom.slice(0, 4)) + 1}${validFrom.slice(4)}`;
  // 29 February plus a year is 28 February.
  const end = Date.parse(nextYear.endsWith('02-29') ? `${nextYear.slice(0, 4)}-02-28` : nextYear);
  return (premiumPerYear * days * 86_400_000) / (end - Date.parse(validFrom));
};

const daysFrom = (from: string, to: string): number =>
  Math.max(0, (Date.parse(to) - Date.parse(from)) / 86_400_000);

/** A refund that the customer reads is the premium of the period's days without cover, and never more than of all of them. */
export const expectRefund = (policy: PolicyRow, lastDay: string, refund: number): void => {
  const days = daysFrom(policy.validFrom, policy.validTo) + 1;
  expect(refund, 'no more than the premium of the period').toBeLessThanOrEqual(shareOf(policy, days) + 1);
  const unused = Math.min(days, daysFrom(lastDay, policy.validTo));
  expect(Math.abs(refund - shareOf(policy, unused)), `refund after ${lastDay}`).toBeLessThanOrEqual(1);
};

const endPromise = (life: Life, act: Act, lastDay: string): void => {
  const promised = life.promised.get(act.policyId ?? '');
  if (promised) promised.lastDay = lastDay;
};

/** The policy of an accepted offer is promised as it was offered, and the one it replaces ends the day before. */
const keepOffer = async (life: Life, act: Act): Promise<void> => {
  const { db } = life.on;
  const [request] = await db.select().from(changeRequests).where(eq(changeRequests.id, act.id));
  const [offer] = await db
    .select()
    .from(proposals)
    .where(eq(proposals.id, request?.proposalId ?? ''));
  const id = request?.outcome?.policy?.id;
  if (!offer || !id) throw new Error('an accepted offer without its policy');
  // The core system's own policy is promised by its facts.
  if (life.settledBy === 'core') return;
  life.promised.set(id, {
    ...{ owner: act.owner, premium: act.premium, covers: new Set(offer.covers.map((cover) => cover.id)) },
    ...{ deductible: offer.deductible, suspendedOn: null, figures: null, lastDay: null },
  });
  if (act.policyId === null) return;
  // One that had ended by then stays as it was, and is never renewed.
  const lastDay = addDays(offer.effectiveOn, -1);
  const { validToBefore = lastDay } = act.accepted ?? {};
  endPromise(life, act, [validToBefore, lastDay].toSorted()[0] ?? lastDay);
};

const keepCover = (promised: Promised, { asked, accepted }: Act): void => {
  if (accepted) promised.premium += accepted.premium - accepted.premiumBefore;
  const { act, cover, deductible } = asked as { act: string; cover: string; deductible: number };
  if (act === 'deductible') promised.deductible = deductible;
  if (act === 'add') promised.covers = new Set([...promised.covers, cover]);
  if (act === 'remove') promised.covers = new Set([...promised.covers].filter((id) => id !== cover));
};

/** From now on the policy has to say what was accepted. What the core system settles, its own facts say. */
export const keepPromise = async (life: Life, act: Act): Promise<void> => {
  act.state = 'applied';
  if (act.kind === 'offer') return keepOffer(life, act);
  const promised = life.promised.get(act.policyId ?? '');
  if (life.settledBy === 'core' || !promised || !act.accepted) return;
  const { effectiveOn, premium, premiumBefore } = act.accepted;
  if (act.kind === 'cover') keepCover(promised, act);
  if (act.kind === 'figures') {
    promised.premium += premium - premiumBefore;
    promised.figures = act.asked;
  }
  if (act.kind === 'suspend') promised.suspendedOn = effectiveOn;
  if (act.kind === 'resume') promised.suspendedOn = null;
  if (act.kind === 'cancel' || act.kind === 'withdraw') endPromise(life, act, addDays(effectiveOn, -1));
};

const expectPolicy = (row: PolicyRow, promised: Promised, today: string): void => {
  const { number, premiumPerYear, deductible, suspendedOn, cancelledOn, renews, validFrom, validTo } = row;
  expect({ number, premiumPerYear, deductible, suspendedOn }).toEqual({
    ...{ number, premiumPerYear: promised.premium, deductible: promised.deductible },
    suspendedOn: promised.suspendedOn,
  });
  if (promised.lastDay === null) return;
  // A period that had begun after the end never covers.
  const end = validTo === validFrom && promised.lastDay < validFrom ? promised.lastDay : validTo;
  expect({ number, cancelled: cancelledOn !== null, renews, end }).toEqual({
    ...{ number, cancelled: true, renews: false, end: promised.lastDay },
  });
  if (today > promised.lastDay) expect(isInForce(row, today), `${number} ended`).toBe(false);
};

/** Every policy says what was promised, its parts add up, and no two have one number. */
const expectPolicies = async (life: Life): Promise<void> => {
  const { db } = life.on;
  const rows = await db.select().from(policies);
  const [parts, covers] = [await db.select().from(premiumParts), await db.select().from(policyCovers)];
  const declared = await db.select().from(policyFigures);
  expect(new Set(rows.map(({ number }) => number)).size, 'different numbers').toBe(rows.length);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(life.promised.keys()));
  for (const row of rows) {
    const promised = life.promised.get(row.id);
    if (!promised) continue;
    expectPolicy(row, promised, life.today);
    const isOwn = ({ policyId }: { policyId: string }) => policyId === row.id;
    const total = parts.filter(isOwn).reduce((sum, { amount }) => sum + amount, 0);
    expect(total, `parts of ${row.number}`).toBe(row.premiumPerYear);
    expect(new Set(covers.filter(isOwn).map(({ id }) => id)), `covers of ${row.number}`).toEqual(
      promised.covers,
    );
    if (promised.figures !== null)
      expect(declared.find(isOwn)?.figures, `figures of ${row.number}`).toEqual(promised.figures);
  }
};

/** Nights that the nightly job may wait for a late renewal before a case is open. */
const patience = 3;

/** Every accepted act is applied, or waits for a day, or has an open case; and a policy has at most one at a time. */
const expectActs = async (life: Life): Promise<void> => {
  const { db } = life.on;
  const rows = await db.select().from(changeRequests);
  const items = await db.select().from(cases);
  expect(rows.length).toBe(life.acts.length);
  const busy = rows.filter(({ state, applyOn }) => state === 'pending' || applyOn !== null);
  const busyPolicies = busy.flatMap(({ policyId }) => policyId ?? []);
  expect(busyPolicies.length, 'one change at a time').toBe(new Set(busyPolicies).size);
  for (const act of life.acts) {
    const row = rows.find(({ id }) => id === act.id);
    const isOpen = items.some(({ matterId, state }) => matterId === act.id && state !== 'closed');
    const { state, applyOn = null, applyProblem = null } = row ?? {};
    const isWaiting = act.state === 'waiting';
    expect({ act: act.kind, pending: state === 'pending', waits: applyOn !== null }).toEqual({
      ...{ act: act.kind, pending: act.state === 'open', waits: isWaiting },
    });
    const isHopeless = applyProblem !== null && applyProblem.reason !== 'policyNotInForce';
    const isLate = applyOn !== null && addDays(applyOn, patience) <= life.today;
    const isOverdue = applyOn !== null && applyOn <= life.today && applyProblem === null;
    expect(isOverdue, `${act.kind} was not applied on ${applyOn}`).toBe(false);
    if (act.state === 'open' || isHopeless || isLate) expect(isOpen, `${act.kind} has an owner`).toBe(true);
  }
};

/** What has to be true after every step of a life. */
export const expectPromises = async (life: Life): Promise<void> => {
  await expectPolicies(life);
  await expectActs(life);
  for (const { amount } of await life.on.db.select({ amount: instalments.amount }).from(instalments))
    expect(amount, 'instalment').toBeGreaterThanOrEqual(0);
  const faults = life.on.api.lines.filter(({ level }) => Number(level) >= 50);
  expect(faults, 'errors in the log').toEqual([]);
};
