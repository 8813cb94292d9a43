import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { cases, changeRequests, customers, type Database, type Db, policies } from '@hofn/database';
import { insuranceActs } from '@hofn/database/schema/insurance.ts';
import { dayOf, systemClock } from '@hofn/domain';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { saveConnection } from '../../apps/core/src/store/connection.ts';
import { fillCustomers } from '../../apps/core/src/testing.ts';
import { createPasswords, seedCredentials } from '../../apps/identity/src/index.ts';
import type { Api } from '../../apps/web/src/session/api.ts';
import type { Figure } from '../bench.ts';
import { type Acknowledged, inBatches, lossFigure } from './acknowledged.ts';
import type { Person, StormServices } from './customers.ts';

/** How long the front may need to send the core's facts, and to ask again what was not answered, in milliseconds. */
const longestWaitMs = 15 * 60_000;
/** Place of the first of the core's customers among the temporary ids of seed 1: behind those of the bulk seed. */
const firstOfCore = 900_000;

const waitUntil = async (isDone: () => Promise<boolean>, what: string): Promise<void> => {
  const until = performance.now() + longestWaitMs;
  while (!(await isDone())) {
    if (performance.now() > until) throw new Error(`${what} takes longer than fifteen minutes.`);
    await pause(1_000);
  }
};

/** Gives the core customers with a policy each. It sends their facts when it starts. @returns their kennitala numbers */
export const fillCore = async ({ db }: Database, count: number): Promise<string[]> => {
  const today = dayOf(systemClock.now());
  const ssns = await fillCustomers(db, count, today, { from: firstOfCore, isSent: false });
  await saveConnection(db, { isOpening: false });
  return ssns;
};

/** Waits until the front has the core's customers with their policies, and gives them passwords. */
export const prepareActors = async (
  { db }: Database,
  ssns: readonly string[],
  password: string,
): Promise<{ id: string; ssn: string }[]> => {
  const find = () =>
    inBatches(ssns, (some) =>
      db
        .selectDistinct({ id: customers.id, ssn: customers.ssn })
        .from(customers)
        .innerJoin(policies, eq(policies.customerId, customers.id))
        .where(inArray(customers.ssn, some)),
    );
  await waitUntil(async () => (await find()).length === ssns.length, 'Sending the facts of the core');
  const found = await find();
  const parts = { db, passwords: createPasswords(randomBytes), now: new Date() };
  await seedCredentials(parts, { customerIds: found.map(({ id }) => id), password });
  return found;
};

/** Cancels the customer's policy, after having read what that leads to. */
export const cancelPolicy = async (
  { measure, acknowledged }: StormServices,
  client: Api,
  { id: customerId }: Person,
): Promise<void> => {
  const list = await measure.retry('read', () => client.get('/api/policy/v2'));
  const [policy] = list?.items ?? [];
  if (!policy) return;
  const body = { kind: 'cancel' as const, policyId: policy.id, grounds: 'notice' as const };
  const preview = await measure.retry('preview', () =>
    client.post('/api/policy/v1/requests/preview', { body, idempotencyKey: randomUUID() }),
  );
  if (!preview) return;
  const key = randomUUID();
  const sent = await measure.retry('act', () =>
    client.post('/api/policy/v1/requests', { body, idempotencyKey: key }),
  );
  if (sent) acknowledged.acts.set(sent.request.id, { customerId });
};

/** Waits until the core has answered everything it was asked for. @returns the seconds it took */
export const waitForAnswers = async ({ db }: Database): Promise<number> => {
  const began = performance.now();
  await waitUntil(
    async () => (await db.$count(changeRequests, isNotNull(changeRequests.askAgainAt))) === 0,
    'Asking the core again',
  );
  return Math.round((performance.now() - began) / 1000);
};

/** Looks up each acknowledged act: it must be done, once and in front and core, or open with a case. */
export const actFigures = async (db: Db, { acts }: Pick<Acknowledged, 'acts'>): Promise<Figure[]> => {
  const requests = await inBatches(acts.keys(), (some) =>
    db
      .select({
        ...{ id: changeRequests.id, customerId: changeRequests.customerId, state: changeRequests.state },
        ...{ cancelledOn: policies.cancelledOn, caseState: cases.state },
      })
      .from(changeRequests)
      .innerJoin(
        policies,
        and(eq(policies.customerId, changeRequests.customerId), eq(policies.id, changeRequests.policyId)),
      )
      .leftJoin(cases, eq(cases.matterId, changeRequests.id))
      .where(inArray(changeRequests.id, some)),
  );
  const done = await inBatches(acts.keys(), (some) =>
    db
      .select({ id: insuranceActs.requestId })
      .from(insuranceActs)
      .where(and(inArray(insuranceActs.requestId, some), eq(insuranceActs.result, 'done'))),
  );
  const timesDone = Map.groupBy(done, ({ id }) => id);
  const owners = [...acts.values()].map(({ customerId }) => customerId);
  const ofOwners = await inBatches(owners, (some) =>
    db
      .select({ customerId: changeRequests.customerId })
      .from(changeRequests)
      .where(inArray(changeRequests.customerId, some)),
  );
  const isDone = ({ id, state, cancelledOn }: (typeof requests)[number]) =>
    state === 'confirmed' && cancelledOn !== null && timesDone.has(id);
  const isOpen = ({ state, caseState }: (typeof requests)[number]) =>
    state === 'pending' && caseState === 'open';
  return [
    { name: 'acts acknowledged', value: acts.size, unit: '' },
    { name: 'acts done', value: requests.filter(isDone).length, unit: '' },
    { name: 'acts left to people', value: requests.filter(isOpen).length, unit: '' },
    lossFigure('acts lost', acts.size - requests.filter((row) => isDone(row) || isOpen(row)).length),
    lossFigure('acts done twice', [...timesDone.values()].filter(({ length }) => length > 1).length),
    lossFigure('acts recorded twice', ofOwners.length - new Set(ofOwners.map((row) => row.customerId)).size),
  ];
};
