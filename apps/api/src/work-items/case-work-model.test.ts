// Random work on one case, by four people over many days: the case is never lost, and its history never changes (rule DESK-5).
import type { CaseEvent, CaseWaitsFor, StaffCase } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { addDays, dayOf } from '@hofn/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, type Name, startDesk } from './testing-desk.ts';

// LIVES=200 npm run unit -- apps/api/src/work-items/case-work-model.test.ts
const lives = Number(process.env.LIVES ?? 3);

/** Those who may open messages; Bjarni is of the desk, and may not. */
const workers = ['katrin', 'una', 'stina'] as const;
type Worker = (typeof workers)[number];
const fullNames: Record<Worker, string> = {
  katrin: 'Katrín Ósk Prófdóttir',
  una: 'Una Prófdóttir',
  stina: 'Stína Prófdóttir',
};
const states = ['open', 'waiting', 'answered', 'closed'] as const;

type Absence = { who: Worker; to: string; deputy: Worker | 'bjarni' | null };
/** What ought to be true of the case. */
type Model = {
  owner: Worker | null;
  state: 'open' | 'answered' | 'closed';
  waitsUntil: string | null;
  absences: Absence[];
};
type Real = {
  desk: Desk;
  id: string;
  writeAgain: () => Promise<string>;
  history: CaseEvent[];
};

const today = ({ desk }: Real): string => dayOf(desk.clock.now());
const isMine = (model: Model, by: Name) => model.owner === null || model.owner === by;
const change = (model: Model, to: Partial<Model>) => Object.assign(model, { waitsUntil: null, ...to });

const look = async ({ desk, id }: Real): Promise<StaffCase> =>
  (await (await desk.get('stina', `/api/staff/v1/cases/${id}`)).json()) as StaffCase;

const isAway = (model: Model, who: Name, day: string) =>
  model.absences.find((one) => one.who === who && day <= one.to);

/** Who has the case in “mine”, and whether it is in the common list. */
const placesOf = (model: Model, day: string, dueAt: string) => {
  const { owner, state, absences } = model;
  const absence = owner !== null && state === 'open' ? isAway({ ...model, absences }, owner, day) : undefined;
  const counts = absence !== undefined && dueAt.slice(0, 10) <= absence.to;
  const deputy = counts ? absence.deputy : null;
  const standIn = deputy !== null && deputy !== 'bjarni' && !isAway(model, deputy, day) ? deputy : null;
  return {
    mine: workers.filter((name) => name === owner || name === standIn),
    isCommon: owner === null || (counts && standIn === null),
  };
};

const expectInvariants = async (model: Model, real: Real): Promise<void> => {
  const { desk, id } = real;
  const found = await look(real);
  const day = today(real);
  // One owner or nobody.
  expect(found.assignee).toBe(model.owner === null ? null : fullNames[model.owner]);
  expect(found.state).toBe(model.state);
  // In exactly one part of the queue.
  const isWaiting = model.state === 'open' && model.waitsUntil !== null && model.waitsUntil > day;
  const part = isWaiting ? 'waiting' : model.state;
  const listed = async (as: Name, query: string) =>
    (await desk.queue(as, query)).items.some((line) => line.id === id);
  for (const state of states)
    expect([state, await listed('stina', `whose=all&state=${state}`)]).toEqual([state, state === part]);
  // With the owner, the deputy or everyone, and with nobody else.
  const { mine, isCommon } = placesOf(model, day, found.dueAt);
  for (const name of workers)
    expect([name, await listed(name, `whose=mine&state=${part}`)]).toEqual([name, mine.includes(name)]);
  expect(await listed('una', `whose=unassigned&state=${part}`)).toBe(isCommon);
  expect(mine.length > 0 || isCommon).toBe(true);
  if (isWaiting) expect(model.owner).not.toBeNull();
  expect(await listed('bjarni', 'whose=all&state=all')).toBe(false);
  // The history grows, and what it said it still says.
  const history = found.events.filter(({ kind }) => kind !== 'looked');
  expect(history.slice(0, real.history.length)).toEqual(real.history);
  real.history = history;
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

/** An act with the version of today; the model says whether it is allowed and what it changes. */
const act = (
  by: Name,
  text: string,
  body: (real: Real) => object,
  { isAllowed, to }: { isAllowed: (model: Model, real: Real) => boolean; to: (real: Real) => Partial<Model> },
) =>
  command(`${by} ${text}`, async (model, real) => {
    const { version } = await look(real);
    const { status } = await real.desk.send(by, `/api/staff/v1/cases/${real.id}`, { version, ...body(real) });
    const isDone = isAllowed(model, real);
    expect([by, text, status]).toEqual([by, text, isDone ? 200 : expect.toBeOneOf([400, 409])]);
    if (isDone) change(model, to(real));
  });

const worker = fc.constantFrom(...workers);
const waitsFor = fc.constantFrom<CaseWaitsFor>('customer', 'colleague', 'bank', 'core', 'something');
const receiver = fc.constantFrom(...workers, 'bjarni' as const, null);

const wrote = fc.constant(
  command('the customer writes', async (model, { writeAgain }) => {
    await writeAgain();
    change(model, { state: 'open' });
  }),
);

const commands = [
  worker.map((by) =>
    command(`${by} notes`, async (_model, { desk, id }) => {
      const note = { act: 'note', text: `Frá ${by}`, mentions: by === 'una' ? ['katrin'] : [] };
      expect((await desk.send(by, `/api/staff/v1/cases/${id}`, note)).status).toBe(200);
    }),
  ),
  worker.map((by) =>
    act(by, 'takes', () => ({ act: 'assign' }), {
      isAllowed: ({ owner }) => owner !== by,
      to: () => ({ owner: by }),
    }),
  ),
  worker.map((by) =>
    act(by, 'releases', () => ({ act: 'release' }), {
      isAllowed: ({ owner }) => owner === by,
      to: () => ({ owner: null }),
    }),
  ),
  fc.tuple(worker, waitsFor, fc.integer({ min: 0, max: 6 })).map(([by, who, days]) =>
    act(
      by,
      `waits for ${who} ${days} days`,
      (real) => ({ act: 'wait', for: who, until: addDays(today(real), days), note: 'Gögn' }),
      {
        isAllowed: (model) => isMine(model, by) && model.state !== 'closed' && days > 0,
        to: (real) => ({ owner: by, state: 'open', waitsUntil: addDays(today(real), days) }),
      },
    ),
  ),
  worker.map((by) =>
    act(by, 'resumes', () => ({ act: 'resume' }), {
      isAllowed: (model) => isMine(model, by) && model.state === 'open' && model.waitsUntil !== null,
      to: () => ({ owner: by }),
    }),
  ),
  fc.tuple(worker, receiver).map(([by, to]) =>
    act(by, `hands over to ${to}`, () => ({ act: 'handOver', to, reason: 'Vegna anna' }), {
      isAllowed: (model) =>
        (isMine(model, by) || by === 'stina') &&
        model.state !== 'closed' &&
        to !== 'bjarni' &&
        to !== model.owner,
      to: () => ({ owner: to === 'bjarni' ? null : to }),
    }),
  ),
  fc.tuple(worker, fc.boolean()).map(([by, close]) =>
    act(by, `replies${close ? ' and closes' : ''}`, () => ({ act: 'answer', text: 'Skráð.', close }), {
      isAllowed: (model) => isMine(model, by),
      to: () => ({ owner: by, state: close ? 'closed' : 'answered' }),
    }),
  ),
  worker.map((by) =>
    act(by, 'closes', () => ({ act: 'close' }), {
      isAllowed: (model) => isMine(model, by) && model.state !== 'closed',
      to: () => ({ owner: by, state: 'closed' }),
    }),
  ),
  worker.map((by) =>
    act(by, 'reopens', () => ({ act: 'reopen' }), {
      isAllowed: (model) => isMine(model, by) && model.state !== 'open',
      to: () => ({ owner: by, state: 'open' }),
    }),
  ),
  wrote,
  fc.integer({ min: 1, max: 4 }).map((days) =>
    command(`${days} days pass`, async (model, real) => {
      const { clock } = real.desk;
      clock.set(`${addDays(today(real), days)}T08:00:00Z`);
      model.absences = model.absences.filter(({ to }) => to >= today(real));
    }),
  ),
  fc
    .tuple(worker, fc.integer({ min: 2, max: 14 }), fc.constantFrom(...workers, 'bjarni' as const, null))
    .map(([who, days, deputy]) =>
      command(`${who} is away for ${days} days, deputy ${deputy}`, async (model, real) => {
        const [from, to] = [today(real), addDays(today(real), days)];
        const body = { employee: who, from, to, deputy };
        const { status } = await real.desk.send(who, '/api/staff/v1/absences', body);
        const isEntered = who !== deputy && !isAway(model, who, from);
        expect(status).toBe(isEntered ? 201 : 400);
        if (isEntered) model.absences.push({ who, to, deputy });
      }),
    ),
];

const [, takes, , waits] = commands;
const absent = commands.at(-1);
/** The steps, and again those after which others are interesting: a case that somebody has, that waits, whose owner is away. */
const often = [...commands, takes, waits, waits, wrote, wrote, absent, absent, absent].filter(
  (one) => one !== undefined,
);

describeWithDatabase('work of colleagues on a case, by a model', (open) => {
  let database: Database;
  let desk: Desk;
  beforeAll(async () => {
    database = await open();
    desk = await startDesk(database);
  });
  afterAll(() => desk.stop());

  test(
    'DESK-5: whatever colleagues, the customer and the calendar do, a case is in one part of the queue, with one owner or none, and in sight of somebody; its history only grows',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.commands(often, { maxCommands: 40, size: 'max' }), async (steps) => {
          const begun = await desk.begin();
          const model: Model = { owner: null, state: 'open', waitsUntil: null, absences: [] };
          const real: Real = { ...begun, desk, history: [] };
          await fc.asyncModelRun(() => ({ model, real }), steps);
        }),
        { numRuns: lives, endOnFailure: lives <= 6 },
      );
    },
    patience(120_000),
  );
});
