// Random lives of authority and proposals, by four people: whatever they do, money moves only as rule ROLE-3 says.
import type { Approval } from '@hofn/contracts';
import { approvals, type Database, employeeRoles } from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Fault } from '../platform/fault.ts';
import { type AuthorityDesk, startAuthorityDesk } from './testing-authority.ts';

// LIVES=200 npm run unit -- apps/api/src/authority/authority-model.test.ts
const lives = Number(process.env.LIVES ?? 4);

/** Those who may be given authority; Una administers and may not. */
const holders = ['katrin', 'bjarni', 'stina'] as const;
type Holder = (typeof holders)[number];
const administrators = ['katrin', 'una', 'bjarni'] as const;
type Administrator = (typeof administrators)[number];

type Proposed = {
  id: string;
  by: Holder;
  amount: number;
  version: number;
  account: string;
  state: Approval['state'];
};
/** What ought to be true. */
type Model = {
  authority: Partial<Record<Holder, number>>;
  waiting: Partial<Record<Holder, { giver: Administrator; upTo: number }>>;
  /** Whether Bjarni has the role that authority needs. */
  hasRole: boolean;
  version: number;
  account: string;
  proposals: Proposed[];
  done: { id: string; amount: number; proposedBy: Holder; approvedBy: Holder }[];
};
type Real = { on: AuthorityDesk };

const mayAct = ({ hasRole }: Model, who: Holder): boolean => who !== 'bjarni' || hasRole;
const amountOf = (model: Model, who: Holder): number =>
  mayAct(model, who) ? (model.authority[who] ?? -1) : -1;
const deciders = (model: Model, { by, amount }: Pick<Proposed, 'by' | 'amount'>): Holder[] =>
  holders.filter((who) => who !== by && amountOf(model, who) >= amount);
const isStale = (model: Model, { version, account }: Proposed): boolean =>
  version !== model.version || account !== model.account;

const idOf = async ({ on }: Real, who: Holder, state: string): Promise<string> =>
  (await on.list('una')).items.find((one) => one.employee.key === who && one.state === state)?.id ?? 'none';

const expectInvariants = async (model: Model, { on }: Real): Promise<void> => {
  const told = ({ id, amount, proposedBy, approvedBy }: (typeof on.subjects.done)[number]) => ({
    ...{ id, amount, proposedBy: proposedBy.slice(9), approvedBy: approvedBy.slice(9) },
  });
  expect(on.subjects.done.map(told)).toEqual(model.done);
  expect(new Set(on.subjects.done.map(({ id }) => id)).size).toBe(on.subjects.done.length);
  expect(on.subjects.done.every(({ proposedBy, approvedBy }) => proposedBy !== approvedBy)).toBe(true);
  const rows = await on.db.select({ id: approvals.id, state: approvals.state }).from(approvals);
  const states = Object.fromEntries(rows.map(({ id, state }) => [id, state]));
  expect(states).toEqual(Object.fromEntries(model.proposals.map(({ id, state }) => [id, state])));
  const waiting = model.proposals.filter(({ state }) => state === 'waiting');
  expect(waiting.length).toBeLessThanOrEqual(1);
  for (const one of waiting) {
    // With everybody who may decide it, with nobody else, and if there is nobody, in sight of the supervisor.
    for (const who of holders.filter((each) => mayAct(model, each))) {
      const shown = (await on.approvalsOf(who)).find(({ id }) => id === one.id);
      expect([who, shown?.mayDecide ?? false]).toEqual([who, deciders(model, one).includes(who)]);
    }
    const isStuck = deciders(model, one).length === 0;
    const seen = (await on.approvalsOf('stina')).find(({ id }) => id === one.id);
    if (isStuck) expect(seen?.nobodyMayDecide).toBe(true);
    else if (seen) expect(seen.nobodyMayDecide).toBe(false);
  }
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

const holder = fc.constantFrom(...holders);
const administrator = fc.constantFrom(...administrators);
const amount = fc.constantFrom(100, 500, 1000, 5000);

const gives = fc.tuple(administrator, holder, amount).map(([by, who, upTo]) =>
  command(`${by} gives ${who} ${upTo}`, async (model, { on }) => {
    const mayHold = mayAct(model, who);
    const isGiven = by !== who && mayHold && !model.waiting[who];
    const { status } = await on.give(by, who, { upTo });
    expect(status).toBe(isGiven ? 201 : by === who || mayHold ? 409 : 400);
    if (isGiven) model.waiting[who] = { giver: by, upTo };
  }),
);

const confirms = fc.tuple(administrator, holder).map(([by, who]) =>
  command(`${by} confirms ${who}`, async (model, real) => {
    const given = model.waiting[who];
    const { status } = await real.on.confirm(by, await idOf(real, who, 'waiting'));
    const isConfirmed = given !== undefined && by !== who && by !== given.giver;
    expect(status).toBe(isConfirmed ? 200 : given ? 409 : 404);
    if (!isConfirmed) return;
    model.authority[who] = given.upTo;
    delete model.waiting[who];
  }),
);

const lowers = fc.tuple(administrator, holder, fc.option(amount)).map(([by, who, to]) =>
  command(`${by} ${to === null ? 'ends' : `lowers to ${to}`} ${who}`, async (model, real) => {
    const held = model.authority[who];
    const { status } = await real.on.end(by, await idOf(real, who, 'holds'), to);
    const isLower = held !== undefined && (to === null || to < held);
    expect(status).toBe(isLower ? 200 : held === undefined ? 404 : 400);
    if (!isLower) return;
    if (to === null) delete model.authority[who];
    else model.authority[who] = to;
  }),
);

/** What proposing ought to answer, and the proposal that makes way for it. */
const expectedOf = (
  model: Model,
  by: Holder,
  asked: number,
): { code?: string; gone?: Proposed; same?: Proposed } => {
  if (!mayAct(model, by)) return { code: 'forbidden' };
  const gone = model.proposals.find(({ state }) => state === 'waiting');
  if (gone?.by === by && gone.amount === asked && !isStale(model, gone)) return { same: gone };
  if (gone && gone.by !== by && gone.version === model.version && deciders(model, gone).length > 0)
    return { code: 'approvalWaiting' };
  if (deciders(model, { by, amount: asked }).length === 0) return { code: 'nobodyApproves' };
  return gone ? { gone } : {};
};

const proposes = fc.tuple(holder, amount).map(([by, asked]) =>
  command(`${by} proposes ${asked}`, async (model, { on }) => {
    const { code, gone, same } = expectedOf(model, by, asked);
    const result = await on.propose(by, asked).catch((error: unknown) => error);
    if (code !== undefined) {
      expect([code, result instanceof Fault && result.code]).toEqual([code, code]);
      return;
    }
    if (result instanceof Error) throw result;
    const { id } = result as { id: string };
    if (same) {
      expect(id).toBe(same.id);
      return;
    }
    if (gone) gone.state = 'lapsed';
    const { version, account } = model;
    model.proposals.push({ ...{ id, by, amount: asked, version, account }, state: 'waiting' });
  }),
);

const decision = fc.constantFrom('approve', 'approve', 'approve', 'refuse', 'return');
const stateOf: Record<string, Approval['state']> = {
  ...{ approve: 'approved', refuse: 'refused', return: 'returned' },
};

const decides = fc.tuple(holder, decision).map(([by, what]) =>
  command(`${by} decides: ${what}`, async (model, { on }) => {
    const last = model.proposals.at(-1);
    if (!last) return;
    const { status } = await on.decide(by, last.id, what, what === 'approve' ? '' : 'Nei.');
    if (!mayAct(model, by)) expect(status).toBe(403);
    else if (last.state !== 'waiting' || !deciders(model, last).includes(by)) expect(status).toBe(409);
    else {
      expect(status).toBe(200);
      last.state = isStale(model, last) ? 'lapsed' : (stateOf[what] ?? 'waiting');
      if (last.state === 'approved')
        model.done.push({ id: last.id, amount: last.amount, proposedBy: last.by, approvedBy: by });
    }
  }),
);

const changes = fc.constantFrom('version', 'account').map((what) =>
  command(`the ${what} changes`, async (model, { on }) => {
    if (what === 'version') model.version += 1;
    else model.account += '1';
    Object.assign(on.subjects, { version: model.version, account: model.account });
  }),
);

const roles = fc.boolean().map((has) =>
  command(`Bjarni ${has ? 'has' : 'has not'} the role`, async (model, { on }) => {
    const isBjarnis = and(eq(employeeRoles.employeeId, 'employee|bjarni'), eq(employeeRoles.role, 'claims'));
    await on.db.delete(employeeRoles).where(isBjarnis);
    if (has) await on.db.insert(employeeRoles).values(on.role('bjarni', 'claims'));
    model.hasRole = has;
  }),
);

const often = [gives, gives, confirms, confirms, confirms, lowers, proposes, proposes, proposes, decides];
const commands = [...often, decides, decides, decides, changes, roles];

describeWithDatabase('authority and approvals, by a model', (open) => {
  let database: Database;
  let on: AuthorityDesk;
  beforeAll(async () => {
    database = await open();
    on = await startAuthorityDesk(database);
  });
  afterAll(() => on.desk.stop());

  test(
    'ROLE-3, ROLE-5: whatever several people do, nothing is carried out above authority, by its proposer, twice or after a change, and what waits is with those who may decide it or seen to be stuck',
    async () => {
      let carriedOut = 0;
      await fc.assert(
        fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: 'max' }), async (steps) => {
          await on.begin();
          for (const who of ['katrin', 'stina'] as const) await on.authorize(who, 1000);
          const { version, account } = on.subjects;
          const model: Model = {
            ...{ authority: { katrin: 1000, stina: 1000 }, waiting: {}, hasRole: true },
            ...{ version: version ?? 0, account, proposals: [], done: [] },
          };
          await fc.asyncModelRun(() => ({ model, real: { on } }), steps);
          carriedOut += model.done.length;
        }),
        { numRuns: lives, endOnFailure: lives <= 8 },
      );
      // Otherwise the lives would say nothing.
      expect(carriedOut).toBeGreaterThan(0);
    },
    patience(120_000),
  );
});
