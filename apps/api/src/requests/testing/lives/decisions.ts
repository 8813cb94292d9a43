import { cases, customers, policies } from '@hofn/database';
import { addDays } from '@hofn/domain';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { outcomeMails } from '../../outcome-letter.ts';
import { putPolicy } from './core-system.ts';
import { isEnd } from './customer.ts';
import type { Act, Life } from './life.ts';
import { noteOutcome, requestOf } from './outcomes.ts';
import { expectRefund, isInForce } from './promises.ts';

const texts = { is: 'Þetta var ákveðið í dag.', en: 'This was decided today.' };

export type Decision =
  | { result: 'accepted'; daysLater: number; premium: 'asked' | number; isTwice: boolean }
  | { result: 'refused' }
  | { result: 'moreInformation' };

type Acceptance = Extract<Decision, { result: 'accepted' }>;
type PolicyRow = typeof policies.$inferSelect;

const policyOf = async ({ on }: Life, { policyId }: Act): Promise<PolicyRow | undefined> =>
  (
    await on.db
      .select()
      .from(policies)
      .where(eq(policies.id, policyId ?? ''))
  )[0];

const latest = (...days: string[]): string => days.toSorted().at(-1) ?? '';

/** First day and premium of an acceptance. An offer's are agreed; a cover that nobody had protects from today. */
const termsOf = (life: Life, act: Act, { daysLater, premium }: Acceptance) => {
  const asked = act.kind === 'cover' ? latest(act.effectiveOn, life.today) : act.effectiveOn;
  const effectiveOn = addDays(asked, daysLater);
  return { effectiveOn, premium: premium === 'asked' || isEnd(act) ? act.premium : premium };
};

/** Whether an acceptance as it was asked for has to be possible: the customer had the policy on the day that counts. */
const isDue = (
  act: Act,
  policy: PolicyRow | undefined,
  { effectiveOn }: { effectiveOn: string },
  today: string,
) => {
  if (act.kind === 'offer') return true;
  if (!policy || policy.cancelledOn !== null || policy.lapsedOn !== null) return false;
  const day = isEnd(act) ? addDays(effectiveOn, -1) : effectiveOn;
  return isInForce(policy, today) || (day < today && isInForce(policy, day));
};

/** The refund that a letter of acceptance states. */
const refundInLetter = async ({ on }: Life, act: Act): Promise<number | undefined> => {
  const [subject] = await on.db.select().from(customers).where(eq(customers.id, act.owner));
  const compose = outcomeMails({ db: on.db, site: 'https://hofn.example' }).requestAccepted;
  const letter = await compose({ subject, language: 'en', about: { requestId: act.id } } as never);
  const amount = letter?.body.match(/ISK[\s\u00a0]([\d,]+)/)?.[1];
  return amount === undefined ? undefined : Number(amount.replaceAll(',', ''));
};

const caseOf = async ({ on }: Life, { id }: Act) => {
  const [row] = await on.db
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.kind, 'change'), eq(cases.matterId, id)));
  if (!row) throw new Error(`no case of request ${id}`);
  return row.id;
};

/** Staff decide about a request that is open. */
const decideAsStaff = async (life: Life, act: Act, decision: Decision): Promise<void> => {
  const { on } = life;
  const before = await policyOf(life, act);
  const id = await caseOf(life, act);
  if (decision.result !== 'accepted') {
    const ground = act.kind === 'offer' && decision.result === 'refused' ? { ground: 'nonDisclosure' } : {};
    const { status } = await on.settle({ result: decision.result, texts, ...ground }, id);
    // A withdrawal is a right, which nobody refuses.
    const isRight = act.kind === 'withdraw' && decision.result === 'refused';
    expect(isRight ? [400] : [200, 409]).toContain(status);
    return noteOutcome(life, act);
  }
  const terms = termsOf(life, act, decision);
  const body = { result: 'accepted', ...terms, texts };
  const answers = await Promise.all(
    Array.from({ length: decision.isTwice ? 2 : 1 }, () => on.settle(body, id)),
  );
  const statuses = answers.map(({ status }) => status);
  for (const status of statuses) expect([200, 400, 409]).toContain(status);
  const isAsAsked = decision.daysLater === 0 && (decision.premium === 'asked' || isEnd(act));
  if (isAsAsked && isDue(act, before, terms, life.today))
    expect(statuses, `${act.kind}: ${JSON.stringify(answers[0]?.body)}`).toContain(200);
  await noteOutcome(life, act, before);
  if (!isEnd(act) || !act.accepted || !before) return;
  const refund = await refundInLetter(life, act);
  if (refund !== undefined) expectRefund(before, addDays(act.accepted.effectiveOn, -1), refund);
};

/** The core system writes what it has accepted: a new policy, or the next version of the one that was changed. */
const writeAsCore = async (life: Life, act: Act, effectiveOn: string): Promise<string | null> => {
  const key = [...life.keys].find(([, id]) => id === act.policyId)?.[0];
  const lastDay = addDays(effectiveOn, -1);
  const policy = await policyOf(life, act);
  const ended = policy && {
    ...{ validTo: latest(lastDay, policy.validFrom), renews: false },
    cancelledOn:
      [life.today, addDays(policy.validFrom, lastDay < policy.validFrom ? -1 : 0)].toSorted()[0] ?? '',
  };
  if (act.kind === 'offer') {
    life.numbers += 1;
    const number = `720000${life.numbers}`;
    const offer = (await requestOf(life, act)).after as { covers?: Array<{ id: string }> };
    await putPolicy(life, `N${life.numbers}`, {
      ...{ customer: '1402851489', number, product: 'kasko', terms: ['BK10'], deductible: 185_000 },
      ...{ premiumPerYear: 76_000, premiumParts: [{ id: 'base', amount: 76_000 }], instalmentsPerYear: 12 },
      ...{ validFrom: effectiveOn, validTo: addDays(effectiveOn, 364), covers: [{ id: 'collision' }] },
    });
    if (offer && key && ended && policy.cancelledOn === null) await putPolicy(life, key, ended);
    return number;
  }
  if (!key || !policy) return null;
  if (isEnd(act) && ended) await putPolicy(life, key, ended);
  if (act.kind === 'suspend') await putPolicy(life, key, { suspendedOn: effectiveOn });
  if (act.kind === 'resume') await putPolicy(life, key, { suspendedOn: null });
  if (act.kind === 'cover') await putPolicy(life, key, { deductible: 140_000 });
  if (act.kind === 'figures') await putPolicy(life, key, { figures: act.asked });
  return policy.number;
};

/** The core system decides about a request that is open, before or after it has sent its facts. */
const decideAsCore = async (life: Life, act: Act, decision: Decision): Promise<void> => {
  const settle = (outcome: object) => life.on.putAsCore(`requests/${act.id}/outcome`, { texts, ...outcome });
  if (decision.result !== 'accepted') {
    expect((await settle({ result: decision.result })).status).toBe(200);
    return noteOutcome(life, act);
  }
  if (act.kind === 'offer') expect((await settle({ result: 'accepted' })).status).toBe(409);
  const policyNumber = await writeAsCore(life, act, act.effectiveOn);
  const outcome = { result: 'accepted', effectiveOn: act.effectiveOn, policyNumber };
  const times = decision.isTwice ? 2 : 1;
  const answers = await Promise.all(Array.from({ length: times }, () => settle(outcome)));
  for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBe(200);
  await noteOutcome(life, act);
};

/** Whoever settles requests decides about the oldest one that is open. */
export const decideOldest = async (life: Life, decision: Decision): Promise<void> => {
  const act = life.acts.find(({ state }) => state === 'open');
  if (!act) return;
  if (life.settledBy === 'core') await decideAsCore(life, act, decision);
  else await decideAsStaff(life, act, decision);
};

/** A decision that is sent again, or contradicted, after it was recorded changes nothing. */
export const decideAgain = async (life: Life, isSame: boolean): Promise<void> => {
  const act = life.acts.findLast(({ state }) => state === 'applied' || state === 'waiting');
  if (!act?.accepted || life.settledBy === 'core') return;
  const { effectiveOn, premium } = act.accepted;
  // What a rule has accepted has no words of staff, so theirs is another decision.
  const isSameAgain = isSame && (await requestOf(life, act)).outcome?.by.kind === 'staff';
  const decision = isSameAgain
    ? { result: 'accepted', effectiveOn, premium, texts }
    : { result: 'refused', texts };
  const { status } = await life.on.settle(decision, await caseOf(life, act));
  expect(status).toBe(isSameAgain ? 200 : 409);
};

/** Staff solve an accepted change that could not be written, and close its case with a note. */
export const closeProblem = async (life: Life): Promise<void> => {
  for (const act of life.acts.filter(({ state }) => state === 'waiting')) {
    const { applyProblem } = await requestOf(life, act);
    if (!applyProblem?.reportedOn) continue;
    const closed = await life.on.actOn({ act: 'close', note: 'Leyst í síma.' }, await caseOf(life, act));
    expect(closed.status).toBe(200);
    act.state = 'over';
  }
};
