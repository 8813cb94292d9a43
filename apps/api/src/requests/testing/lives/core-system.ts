import type { PolicyFacts } from '@hofn/contracts';
import {
  changeRequests,
  policies,
  policyCovers,
  policyFigures,
  type policyItems,
  premiumParts,
} from '@hofn/database';
import { addDays, addMonths, roundIsk } from '@hofn/domain';
import { and, eq, isNotNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Life, type Owner, owners } from './life.ts';
import { keepPromise } from './promises.ts';

type Facts = Omit<Partial<PolicyFacts>, 'covers' | 'figures' | 'instalmentsPerYear'> & {
  covers?: Array<{ id: string; sumInsured?: number | null; deductible?: number | null }>;
  figures?: unknown;
  instalmentsPerYear?: number;
};

/** What a policy says here, as the core system would send it again. */
const factsOf = async ({ on: { db } }: Pick<Life, 'on'>, id: string): Promise<Facts> => {
  const [row] = await db.select().from(policies).where(eq(policies.id, id));
  if (!row) throw new Error(`no policy ${id}`);
  const { customerId, productId, termsCodes, insuredIs, insuredEn, id: _, ...facts } = row;
  const ofPolicy = (
    table: typeof policyCovers | typeof premiumParts | typeof policyFigures | typeof policyItems,
  ) => and(eq(table.customerId, customerId), eq(table.policyId, id));
  const [declared] = await db.select().from(policyFigures).where(ofPolicy(policyFigures));
  return {
    ...facts,
    customer: owners[customerId as Owner],
    product: productId,
    terms: termsCodes,
    insured: insuredIs === null ? null : { is: insuredIs, en: insuredEn ?? insuredIs },
    covers: await db
      .select({
        id: policyCovers.id,
        sumInsured: policyCovers.sumInsured,
        deductible: policyCovers.deductible,
      })
      .from(policyCovers)
      .where(ofPolicy(policyCovers)),
    premiumParts: await db
      .select({ id: premiumParts.id, amount: premiumParts.amount })
      .from(premiumParts)
      .where(ofPolicy(premiumParts)),
    figures: declared?.figures ?? null,
  };
};

/** The core system sends the next version of a policy; what it says is what the policy has to say from now on. */
export const putPolicy = async (
  life: Pick<Life, 'on' | 'versions' | 'keys' | 'promised'>,
  key: string,
  changes: Facts,
): Promise<void> => {
  const known = life.keys.get(key);
  const facts = { ...(known === undefined ? {} : await factsOf(life, known)), ...changes };
  const version = (life.versions.get(key) ?? 0) + 1;
  const answer = await life.on.putAsCore(`policies/${key}`, { version, facts });
  expect(answer, key).toMatchObject({ status: 200 });
  life.versions.set(key, version);
  const id = String(answer.body.id);
  life.keys.set(key, id);
  const { covers = [], deductible = null, suspendedOn = null, premiumPerYear = 0 } = facts;
  life.promised.set(id, {
    owner: facts.customer === owners.anna ? 'anna' : 'felag',
    ...{ premium: premiumPerYear, covers: new Set(covers.map((cover) => cover.id)), deductible, suspendedOn },
    figures: facts.figures ?? null,
    lastDay: facts.cancelledOn ? (facts.validTo ?? null) : null,
  });
};

/** Sends the newest version of a policy again, which changes nothing. */
export const repeatPolicy = async (life: Life, key: string): Promise<void> => {
  const version = life.versions.get(key) ?? 1;
  const facts = { ...(await factsOf(life, life.keys.get(key) ?? '')), number: '1' };
  const answer = await life.on.putAsCore(`policies/${key}`, { version, facts });
  expect(answer.body).toMatchObject({ outcome: 'unchanged' });
};

/** The core system sends the number of a policy under another key, which is refused. */
export const sendTwin = async (life: Life, key: string): Promise<void> => {
  const facts = await factsOf(life, life.keys.get(key) ?? '');
  const answer = await life.on.putAsCore('policies/twin', { version: 1, facts });
  expect(answer).toMatchObject({ status: 400, body: { errors: { 'facts.number': [expect.any(String)] } } });
};

const rowOf = async (life: Life, key: string) => {
  const [row] = await life.on.db
    .select()
    .from(policies)
    .where(eq(policies.id, life.keys.get(key) ?? ''));
  return row;
};

/** Another premium: each part by the same percentage. */
const repriced = async (life: Life, key: string, percent: number): Promise<Facts> => {
  const { premiumParts: parts = [] } = await factsOf(life, life.keys.get(key) ?? '');
  const changed = parts.map((part) => ({ ...part, amount: roundIsk((part.amount * percent) / 100) }));
  return {
    premiumParts: changed,
    premiumPerYear: changed.reduce((sum, { amount }) => sum + amount, 0),
  };
};

export type Version = 'text' | 'premium' | 'lapse' | 'restore' | 'cancel' | 'resume';

/** The core system changes a policy for reasons of its own. */
export const changePolicy = async (life: Life, key: string, version: Version): Promise<void> => {
  const row = await rowOf(life, key);
  if (!row) return;
  const { today } = life;
  if (version === 'text')
    await putPolicy(life, key, { insured: { is: `Bíll ${today}`, en: `Car ${today}` } });
  if (version === 'premium') await putPolicy(life, key, await repriced(life, key, 107));
  if (row.cancelledOn !== null) return;
  if (version === 'resume' && row.suspendedOn !== null) await putPolicy(life, key, { suspendedOn: null });
  if (version === 'lapse' && row.validFrom < today && row.validTo > today)
    await putPolicy(life, key, { lapsedOn: today, renews: false });
  if (version === 'restore' && row.lapsedOn !== null && row.validTo > today)
    await putPolicy(life, key, { lapsedOn: null, renews: true, validFrom: today });
  if (version === 'cancel' && row.validFrom < today && row.validTo > addDays(today, 14))
    await putPolicy(life, key, { cancelledOn: today, validTo: addDays(today, 14), renews: false });
};

/** How the core system renews: how many nights late, and by how many percent of the premium before. */
export type Renewal = { nightsLate: number; percent: number };

const renew = async (life: Life, key: string, { percent }: Renewal): Promise<void> => {
  const row = await rowOf(life, key);
  if (!row?.renews || row.cancelledOn !== null || row.lapsedOn !== null) return;
  const validFrom = addDays(row.validTo, 1);
  const validTo = addDays(addMonths(validFrom, 12), -1);
  await putPolicy(life, key, { ...(await repriced(life, key, percent)), validFrom, validTo });
};

/** The night of a day: renewals that are due, on time before the nightly job and late ones after it. */
const night = async (life: Life, day: string, renewal: Renewal): Promise<void> => {
  life.today = day;
  life.on.clock.set(`${day}T00:02:00Z`);
  const due: string[] = [];
  for (const key of life.keys.keys()) {
    const row = await rowOf(life, key);
    if (row && addDays(row.validTo, 1 + renewal.nightsLate) <= day) due.push(key);
  }
  if (renewal.nightsLate === 0) for (const key of due) await renew(life, key, renewal);
  // As it is scheduled: again half an hour later, for what has failed.
  for (const at of ['00:05', '00:35']) await life.on.night(`${day}T${at}:00Z`);
  await noteApplied(life);
  if (renewal.nightsLate > 0) for (const key of due) await renew(life, key, renewal);
  life.on.clock.set(`${day}T09:00:00Z`);
};

/** What the nightly job has written counts as promised from now on. */
const noteApplied = async (life: Life): Promise<void> => {
  for (const act of life.acts.filter(({ state }) => state === 'waiting')) {
    const [row] = await life.on.db.select().from(changeRequests).where(eq(changeRequests.id, act.id));
    if (row?.applyOn === null) await keepPromise(life, act);
  }
};

/** The next day before `until` on which something is due: a change that waits or has failed, or a renewal. */
const nextDay = async (life: Life, until: string, { nightsLate }: Renewal): Promise<string> => {
  const tomorrow = addDays(life.today, 1);
  const waiting = await life.on.db
    .select({ on: changeRequests.applyOn })
    .from(changeRequests)
    .where(isNotNull(changeRequests.applyOn));
  const nights = waiting.flatMap(({ on }) => [0, 1, 2, 3, 4].map((more) => addDays(on ?? until, more)));
  const renewals = [];
  for (const key of life.keys.keys()) {
    const row = await rowOf(life, key);
    if (row?.renews && row.cancelledOn === null && row.lapsedOn === null)
      renewals.push(addDays(row.validTo, 1 + nightsLate));
  }
  const due = [...nights, ...renewals, until].filter((day) => day >= tomorrow).toSorted();
  return due.find((day) => day <= until) ?? until;
};

/** Days pass. Every night on which something is due is lived through. */
export const passDays = async (life: Life, days: number, renewal: Renewal): Promise<void> => {
  const until = addDays(life.today, days);
  while (life.today < until) await night(life, await nextDay(life, until, renewal), renewal);
};
