import { randomUUID } from 'node:crypto';
import type { CoreAct } from '@hofn/contracts';
import { customers, openDatabase, policies } from '@hofn/database';
import { insuranceActs } from '@hofn/database/schema/insurance.ts';
import { startPostgres } from '@hofn/database/test-server.ts';
import { migratedDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { httpCorePort } from '../apps/api/src/core/port.ts';
import { createActs } from '../apps/core/src/acts/acts.ts';
import { testSecret } from '../apps/core/src/acts/testing.ts';
import { saveConnection } from '../apps/core/src/store/connection.ts';
import { fillCustomers } from '../apps/core/src/testing.ts';
import { type FrontAndCore, startFrontAndCore } from '../scripts/lives/start.ts';
import { type Bench, type Figure, median } from './bench.ts';

/** Turns that count, in each of which three customers ask for the same, each in another way. */
const turns = Number(process.env.ACTS ?? 300);
/** Turns before, after which V8 has compiled what the calls run. */
const warmUpTurns = 30;
/** The core answers within three seconds (rule ACT-1). */
const answerMs = 3_000;
/** A day of the edition of the rules by which another deductible is decided at once. */
const today = '2026-12-03';

/** A customer, with the policy of which they want another deductible. */
type Customer = { ssn: string; policyId: string; number: string };
/** A way to the same work. Each throws unless it is done. */
type Way = { preview: (of: Customer) => Promise<void>; act: (of: Customer) => Promise<void> };
type Times = Record<keyof Way, number[]>;

const change = { kind: 'cover', change: { act: 'deductible', deductible: 185_000 } };

const expectDone = (result: unknown, isDone: boolean): void => {
  if (!isDone) throw new Error(`It was not done: ${JSON.stringify(result)}`);
};

/** By the API, as the portal asks, with the core behind it. */
const byFront = ({ call, tokenOf }: FrontAndCore): Way => {
  const ask = async (path: string, { ssn, policyId }: Customer) =>
    call(path, await tokenOf(ssn), { policyId, ...change });
  return {
    preview: async (of) => {
      const { status, body } = await ask('/api/policy/v1/requests/preview', of);
      expectDone(body, status === 200 && (body.decision as { decided?: string })?.decided === 'atOnce');
    },
    act: async (of) => {
      const { body } = await ask('/api/policy/v1/requests', of);
      expectDone(body, (body.request as { state?: string })?.state === 'accepted');
    },
  };
};

type Core = Pick<ReturnType<typeof createActs>, 'preview' | 'perform'>;

/** By the core, with the act that the front would send. */
const byCore = ({ preview, perform }: Core, actOf: (of: Customer) => CoreAct): Way => ({
  preview: async (of) => {
    const said = await preview(actOf(of));
    expectDone(said, said.result === 'done');
  },
  act: async (of) => {
    const said = await perform(randomUUID(), actOf(of));
    expectDone(said, said.result === 'done');
  },
});

/** Adds customers to the core, and sends them to the front. */
const fill = async (both: FrontAndCore, count: number): Promise<Customer[]> => {
  both.clock.set(`${today}T12:00:00Z`);
  await fillCustomers(both.db, count, today, { isSent: false });
  await saveConnection(both.db, { isOpening: false });
  // Sends the facts.
  await both.pass(0);
  return both.db
    .select({ ssn: customers.ssn, policyId: policies.id, number: policies.number })
    .from(policies)
    .innerJoin(customers, eq(customers.id, policies.customerId));
};

/** Gives any customer the act that the front sent for one. */
const templateOf = async ({ core }: FrontAndCore, of: Customer): Promise<(other: Customer) => CoreAct> => {
  const [receipt] = await core.db.select().from(insuranceActs).where(eq(insuranceActs.customer, of.ssn));
  const text = JSON.stringify(receipt?.input);
  return ({ ssn, number, policyId }) => {
    const act = JSON.parse(text.replaceAll(of.ssn, ssn)) as CoreAct;
    return { ...act, request: { ...act.request, id: randomUUID(), policy: { id: policyId, number } } };
  };
};

const timeOf = async (work: Promise<void>): Promise<number> => {
  const started = performance.now();
  await work;
  return performance.now() - started;
};

const round = (value: number): number => Math.round(value * 10) / 10;
const at = (times: readonly number[], share: number): number =>
  round(times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN);

const figuresOf = (times: Record<'front' | 'port' | 'direct', Times>): Figure[] =>
  (['preview', 'act'] as const).flatMap((call) => {
    const { front, port, direct } = times;
    const ofWay = (name: string, of: Times, most?: number): Figure[] => [
      { name: `${call}, ${name}: p50`, value: at(of[call], 0.5), unit: 'ms' },
      { name: `${call}, ${name}: p99`, value: at(of[call], 0.99), unit: 'ms', ...(most && { most }) },
    ];
    const ratio = (name: string, of: Times): Figure => ({
      name: `${call}, ${name} by direct call`,
      value: round(median(of[call].map((ms, turn) => ms / (direct[call][turn] ?? Number.NaN)))),
      unit: 'times',
    });
    return [
      ...ofWay('front', front, answerMs),
      ...ofWay('port', port, answerMs),
      ...ofWay('direct call', direct),
      ...[ratio('front', front), ratio('port', port)],
    ];
  });

/** Customers ask for another deductible: by the front, by the core's port alone, and by a call of its functions. */
export const bench: Bench = {
  about: `preview and act of another deductible, ${turns} times by the front, by the core's port and by a direct call, on PostgreSQL`,
  run: async (): Promise<Figure[]> => {
    const postgres = await startPostgres();
    if (!postgres) throw new Error('This benchmark needs PostgreSQL.');
    const database = await openDatabase({ url: await migratedDatabase(postgres) });
    const both = await startFrontAndCore(database);
    try {
      const [first, ...others] = await fill(both, 1 + 3 * (warmUpTurns + turns));
      if (!first) throw new Error('The front has no customers.');
      const front = byFront(both);
      await front.act(first);
      const actOf = await templateOf(both, first);
      const http = httpCorePort({ url: both.portUrl, secret: testSecret, source: 'kerfi' });
      const ways = {
        front,
        port: byCore({ preview: http.preview, perform: http.act }, actOf),
        direct: byCore(createActs({ db: both.core.db, clock: both.clock }), actOf),
      };
      const times = Object.fromEntries(
        Object.keys(ways).map((name) => [name, { preview: [], act: [] }]),
      ) as unknown as Record<keyof typeof ways, Times>;
      const names = Object.keys(ways) as Array<keyof typeof ways>;
      for (const [index, customer] of others.entries()) {
        const name = names[index % names.length] ?? 'direct';
        const preview = await timeOf(ways[name].preview(customer));
        const act = await timeOf(ways[name].act(customer));
        if (index < names.length * warmUpTurns) continue;
        times[name].preview.push(preview);
        times[name].act.push(act);
      }
      return figuresOf(times);
    } finally {
      await both.stop();
      await database.close();
      await postgres.stop();
    }
  },
};
