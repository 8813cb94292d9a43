import { type RequestKind, requestKinds } from '@hofn/contracts';
import { customers, openDatabase, policies, transactions } from '@hofn/database';
import { insuranceAnswers } from '@hofn/database/schema/insurance.ts';
import { startPostgres, type TestServer } from '@hofn/database/test-server.ts';
import { migratedDatabase } from '@hofn/database/testing.ts';
import { demoFacts } from '@hofn/demo';
import { addDays } from '@hofn/domain';
import { amountOn, receivableOn } from '@hofn/insurance/ledger.ts';
import { asc, eq, isNotNull } from 'drizzle-orm';
import { importFacts } from '../apps/api/src/core/import/import-facts.ts';
import { openingBook } from '../apps/core/src/opening.ts';
import { groupsOf } from '../apps/core/src/store/ledger.ts';
import { type FrontAndCore, startFrontAndCore } from '../scripts/lives/start.ts';
import type { Bench, Figure } from './bench.ts';

const days = Number(process.env.YEAR_DAYS ?? 365);
const openedOn = '2026-12-01';

/** What customers ask for: on which day from the opening, about which policy, and the rest of the call. */
const wishes: ReadonlyArray<{ day: number; policy: string; ask: (today: string) => object }> = [
  { day: 2, policy: '2041188', ask: () => deductible(140_000) },
  { day: 5, policy: '2101735', ask: () => ({ kind: 'cancel' }) },
  {
    ...{ day: 40, policy: '2120044' },
    // Reported late, so that premium is returned.
    ask: (today) => ({ kind: 'cancel', grounds: 'sold', on: addDays(today, -20) }),
  },
  { day: 60, policy: '1344902', ask: () => ({ kind: 'cancel' }) },
  { day: 75, policy: '1801178', ask: (today) => ({ kind: 'suspend', from: addDays(today, 7) }) },
  { day: 120, policy: '1733404', ask: () => deductible(185_000) },
  { day: 150, policy: '1733402', ask: () => ({ kind: 'cancel' }) },
  { day: 200, policy: '1733404', ask: () => deductible(90_000) },
  { day: 260, policy: '1801179', ask: () => ({ kind: 'cancel' }) },
];

const deductible = (amount: number) => ({
  kind: 'cover',
  change: { act: 'deductible', deductible: amount },
});

/** Who decides on what customers ask for. */
const modes: ReadonlyArray<{ name: string; settledByCore: RequestKind[] }> = [
  { name: 'rules decide', settledByCore: [...requestKinds] },
  { name: 'staff decide', settledByCore: [] },
];

/** The customer asks, as in the portal. @throws Error when the front refuses */
const ask = async ({ db, call, tokenOf }: FrontAndCore, policy: string, body: object): Promise<void> => {
  const [found] = await db
    .select({ ssn: customers.ssn, policyId: policies.id })
    .from(policies)
    .innerJoin(customers, eq(customers.id, policies.customerId))
    .where(eq(policies.number, policy));
  if (!found) throw new Error(`The front has no policy ${policy}.`);
  const { ssn, policyId } = found;
  const answer = await call('/api/policy/v1/requests', await tokenOf(ssn), { policyId, ...body });
  if (answer.status !== 201) throw new Error(`Policy ${policy}: ${JSON.stringify(answer)}`);
};

/** An employee accepts what has been asked for. @returns how many requests */
const acceptAll = async ({ decide }: FrontAndCore): Promise<number> => {
  for (let accepted = 0; ; accepted += 1) {
    const status = await decide(({ effectiveOn, premium }) => ({
      ...{ result: 'accepted', effectiveOn, premium, texts: null },
    }));
    if (status === 0) return accepted;
    if (status !== 200) throw new Error(`An employee cannot accept a request: ${status}.`);
  }
};

/** Days pass one by one; what is not decided by a rule, an employee accepts the day after. @returns how many requests */
const passDays = async (both: FrontAndCore): Promise<number> => {
  let accepted = 0;
  for (let day = 1; day <= days; day += 1) {
    await both.pass(1);
    accepted += await acceptAll(both);
    for (const wish of wishes.filter((each) => each.day === day))
      await ask(both, wish.policy, wish.ask(both.today()));
  }
  return accepted + (await acceptAll(both));
};

/** A customer's year, in ISK: what they owed before, and what has been charged, paid and returned since. */
const sums = ['before', 'charged', 'paid', 'returned', 'account', 'receivable', 'difference'] as const;
type Line = { name: string } & Record<(typeof sums)[number], number>;

const lineOf = async (
  { db, core, today }: FrontAndCore,
  { id, ssn, fullName }: { id: string; ssn: string; fullName: string },
): Promise<Line> => {
  const groups = await groupsOf(core.db, ssn);
  const total = (of: typeof groups, ...accounts: ReadonlyArray<Parameters<typeof amountOn>[1]>) =>
    of.flatMap((group) => accounts.map((account) => amountOn(group, account))).reduce((a, b) => a + b, 0);
  const opening = groups.filter(({ cause }) => cause === 'opening');
  const since = groups.filter(({ cause }) => cause !== 'opening' && cause !== 'claimPaid');
  const refunds = since.filter(({ cause }) => cause === 'refundPaid');
  const entries = await db.select().from(transactions).where(eq(transactions.customerId, id));
  const account = entries.reduce((sum, { amount }) => sum + amount, 0);
  const receivable = receivableOn(groups, { customer: ssn, day: today() });
  const returned = -total(refunds, 'cash');
  return {
    ...{ name: fullName, account, receivable, difference: account - receivable },
    before: total(opening, 'receivable'),
    charged: -total(since, 'premium', 'fees', 'interest'),
    paid: total(since, 'cash') + returned,
    returned,
  };
};

const nameWidth = 32;
const sumWidth = 12;

const print = (lines: readonly Line[]): void => {
  console.log(`    ${''.padEnd(nameWidth)}${sums.map((name) => name.padStart(sumWidth)).join('')}`);
  for (const line of lines) {
    const name = line.name.slice(0, nameWidth).padEnd(nameWidth);
    console.log(`    ${name}${sums.map((of) => String(line[of]).padStart(sumWidth)).join('')}`);
  }
};

const passYear = async (postgres: TestServer, { name, settledByCore }: (typeof modes)[number]) => {
  const database = await openDatabase({ url: await migratedDatabase(postgres) });
  const both = await startFrontAndCore(database, { settledByCore });
  try {
    const started = performance.now();
    await importFacts({ database, clock: both.clock }, 'kerfi', demoFacts(openedOn));
    await both.open(openingBook(openedOn), { isSent: true });
    const accepted = await passDays(both);
    const seconds = Math.round((performance.now() - started) / 1000);
    const persons = await both.db.select().from(customers).orderBy(asc(customers.fullName));
    const lines: Line[] = [];
    for (const person of persons) lines.push(await lineOf(both, person));
    console.log(`    ${name}: ${days} days in ${seconds} s`);
    print(lines);
    const figure = (of: string, value: number, unit = 'ISK'): Figure => ({
      ...{ name: `${name}: ${of}`, value, unit },
    });
    const all = (of: (typeof sums)[number]) => lines.reduce((sum, line) => sum + line[of], 0);
    const unexplained = lines.filter(
      ({ before, charged, paid, returned, receivable }) => before + charged - paid + returned !== receivable,
    );
    const none = (of: string, value: number): Figure => ({ ...figure(of, value, ''), most: 0 });
    const differing = lines.filter(({ difference }) => difference !== 0);
    const refused = await both.core.db.$count(insuranceAnswers, isNotNull(insuranceAnswers.fault));
    const figures = [
      figure('customers', lines.length, ''),
      figure('accepted by staff', accepted, ''),
      ...sums.slice(0, -1).map((of) => figure(of, all(of))),
      none('customers with a difference', differing.length),
      none('customers whose sums do not add up', unexplained.length),
      none('facts that the front has refused', refused),
    ];
    return { figures, lines };
  } finally {
    await both.stop();
    await database.close();
  }
};

/** A year of the demo's customers, once with rules that decide and once with staff. */
export const bench: Bench = {
  about: `${days} days of the demo's customers, who ask for ${wishes.length} things, by rule and by staff, on PostgreSQL`,
  run: async (): Promise<Figure[]> => {
    const postgres = await startPostgres();
    if (!postgres) throw new Error('This benchmark needs PostgreSQL.');
    try {
      const figures: Figure[] = [];
      const charged: string[] = [];
      for (const mode of modes) {
        const { figures: of, lines } = await passYear(postgres, mode);
        figures.push(...of);
        charged.push(...lines.map((line) => `${line.name} ${line.charged}`));
      }
      // What is asked for is judged by the day on which it is (rule INS-3), so a day's delay changes nothing.
      const otherwise = new Set(charged).size - charged.length / modes.length;
      return [
        ...figures,
        { name: 'customers charged otherwise by staff', value: otherwise, unit: '', most: 0 },
      ];
    } finally {
      await postgres.stop();
    }
  },
};
