import { patience } from '@hofn/database/testing/patience.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import fc from 'fast-check';
import { test } from 'vitest';
import type { BankMood, ClaimStep } from './testing/claims.ts';
import { followLife } from './testing/invariants.ts';
import { type Asked, type Beginning, beginLife, type Life } from './testing/life.ts';

// LIVES=500 npm run unit -- apps/core/src/lives.test.ts; a failure names the seed and path for LIVES_SEED and LIVES_PATH,
// and the replayPath, without which another life is led, for LIVES_REPLAY.
const { LIVES, LIVES_SEED, LIVES_PATH, LIVES_REPLAY } = process.env;
/** Lives in `npm test`: a few seconds. */
const fewest = 12;

type Real = { life: Life; expectTrue: () => Promise<void> };

const step = (text: string, run: (life: Life) => Promise<void>): fc.AsyncCommand<object, Real> => ({
  check: () => true,
  run: async (_model, { life, expectTrue }) => {
    await run(life);
    await expectTrue();
  },
  toString: () => text,
});

const premiums = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 10_000, max: 300_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 7, 365, 10_000_000) },
);
const perYear = fc.constantFrom<1 | 3 | 6 | 9 | 12>(1, 3, 6, 9, 12);

const beginnings: fc.Arbitrary<Beginning> = fc.record({
  today: fc.constantFrom('2026-11-23', '2024-01-31', '2027-12-15', '2024-02-28'),
  method: fc.constantFrom('ccard', 'bank', 'claim'),
  shared: fc.constantFrom(-1, 0, 1, 5, 11),
  isBehind: fc.boolean(),
  policies: fc.array(
    fc.record({
      product: fc.constantFrom('kasko', 'motor-liability', 'windscreen', 'home'),
      premium: premiums,
      daysLeft: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 364 })),
      renews: fc.constantFrom(true, true, true, false),
      instalmentsPerYear: perYear,
      sumInsured: fc.constantFrom(null, 400_000, 5_000_000_000),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

const none = { act: null, cover: null, deductible: null, lastDay: null };
const changes = fc
  .record({
    inDays: fc.oneof(fc.integer({ min: -20, max: 20 }), fc.integer({ min: 0, max: 300 })),
    times: fc.constantFrom(0, 0.5, 0.93, 1, 1.1, 2),
    what: fc.constantFrom<object>(
      { change: { ...none, act: 'add', cover: 'abroad' } },
      { change: { ...none, act: 'remove', cover: 'abroad' } },
      { change: { ...none, act: 'deductible', deductible: 250_000 } },
    ),
  })
  .map(({ what, ...rest }) => ({ kind: 'cover' as const, ...rest, ...what }));
const ends = fc.record({
  kind: fc.constantFrom('cancel' as const, 'cancel' as const, 'withdraw' as const),
  inDays: fc.oneof(fc.integer({ min: -30, max: 60 }), fc.integer({ min: 0, max: 500 })),
  change: fc.constant(none),
});
const suspensions = fc.record({
  kind: fc.constantFrom('suspend' as const, 'suspend' as const, 'resume' as const),
  // Days before today are those that an employee has accepted.
  inDays: fc.oneof(fc.integer({ min: -20, max: 20 }), fc.integer({ min: 0, max: 400 })),
  change: fc.constant(none),
});
const offers = fc
  .record({
    inDays: fc.integer({ min: -70, max: 40 }),
    premium: premiums,
    isNew: fc.boolean(),
    instalmentsPerYear: perYear,
  })
  .map(({ inDays, premium, isNew, instalmentsPerYear }) => ({
    ...{ kind: 'offer' as const, inDays, premium, ...(isNew && { policy: null }) },
    offer: {
      ...{ product: 'kasko', insured: { is: 'Bíll', en: 'Car' }, covers: [], instalmentsPerYear, terms: [] },
      ...{ parts: [{ id: 'base', amount: premium }], deductible: 90_000, sumInsured: null, shownHash: null },
    },
  }));
const asked: fc.Arbitrary<Asked> = fc
  .record({ at: fc.nat(5), what: fc.oneof(changes, changes, suspensions, suspensions, ends, offers) })
  .map(({ at, what }) => ({ at, ...what }));

const days = fc.oneof(
  fc.integer({ min: 1, max: 5 }),
  fc.integer({ min: 10, max: 50 }),
  fc.integer({ min: 51, max: 366 }),
);

/** Off the road for some days, which are often none or one. */
const winters = fc.record({
  at: fc.nat(5),
  inDays: fc.integer({ min: 0, max: 60 }),
  length: fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 2, max: 500 })),
});

const claims = fc.record({ at: fc.nat(5), daysAgo: fc.oneof(fc.nat(5), fc.nat(500)) });
const losses = fc.oneof(fc.integer({ min: 0, max: 500_000 }), fc.constantFrom(1, 9_000_000_000));
const claimSteps: fc.Arbitrary<ClaimStep> = fc.oneof(
  fc.record({
    ...{ kind: fc.constant('decide' as const), loss: losses, off: fc.constantFrom(0, 0, 90_000) },
    cover: fc.constantFrom('policy', 'policy', 'policy', 'abroad'),
  }),
  fc.record({ kind: fc.constant('pay' as const), percent: fc.constantFrom(100, 100, 50, 101) }),
  fc.record({ kind: fc.constant('reserve' as const), reserve: losses }),
  fc.record({ kind: fc.constant('policy' as const), of: fc.nat(5) }),
  fc.record({ kind: fc.constantFrom('ask' as const, 'close' as const, 'reopen' as const) }),
);
const moods = fc.constantFrom<BankMood>('pays', 'pays', 'rejects', 'late', 'lost', 'down');
const claimActs = fc.record({ at: fc.nat(5), does: claimSteps });

const steps = fc.commands(
  [
    winters.map(({ at, inDays, length }) =>
      step(`policy ${at} off the road in ${inDays} days, for ${length}`, async (life) => {
        await life.accept({ at, inDays, kind: 'suspend', change: none });
        await life.accept({ at, inDays: inDays + length, kind: 'resume', change: none });
      }),
    ),
    asked.map((of) => step(`accept ${JSON.stringify(of)}`, (life) => life.accept(of))),
    asked.map((of) => step(`accept ${JSON.stringify(of)}`, (life) => life.accept(of))),
    asked.map((of) => step(`accept and put back ${JSON.stringify(of)}`, (life) => life.acceptAndPutBack(of))),
    days.map((count) => step(`${count} days`, (life) => life.pass(count))),
    days.map((count) => step(`${count} days`, (life) => life.pass(count))),
    fc.boolean().map((all) => step(`pay ${all ? 'everything' : 'the oldest'}`, (life) => life.pay(all))),
    fc
      .record({
        count: fc.integer({ min: 1, max: 6 }),
        days: fc.constantFrom(0, 0, 3, 16, 40),
        isPutBack: fc.boolean(),
      })
      .map((of) =>
        step(`other days to pay, ${JSON.stringify(of)}`, async (life) => {
          // Someone who is behind is likelier to ask.
          await life.bounce();
          await life.pass(of.days || 1);
          const on = addDays((await life.book()).state.today, 20);
          const choice =
            of.count === 1 ? { kind: 'later' as const, on } : { kind: 'parts' as const, count: of.count };
          await life.plan(choice, of.isPutBack);
        }),
      ),
    claims.map((of) => step(`claim ${JSON.stringify(of)}`, (life) => life.claims.file(of))),
    claimActs.map(({ at, does }) =>
      step(`claim ${at}: ${JSON.stringify(does)}`, (life) => life.claims.act(at, does)),
    ),
    fc.tuple(claims, claimActs, moods, fc.boolean()).map(([of, { does }, mood, comesBack]) =>
      step(`claims ${JSON.stringify([of, does, mood, comesBack])} to their end`, async (life) => {
        const live = life.claims;
        for (const first of [does, null]) {
          await live.file(of);
          const last = (await live.count()) - 1;
          if (first) await live.act(last, first);
          await live.act(last, { kind: 'decide', loss: 300_000, off: 0, cover: 'policy' });
          await live.act(last, { kind: 'pay', percent: 100 });
        }
        await live.payOut(mood);
        await live.payOut('pays');
        if (!comesBack) return;
        live.bank.bounce();
        await life.pass(2);
        await live.payOut('pays');
      }),
    ),
    moods.map((mood) => step(`the bank ${mood}`, (life) => life.claims.payOut(mood))),
    fc.constant(
      step('the last payment bounces, and a month passes', async (life) => {
        await life.bounce();
        await life.pass(40);
      }),
    ),
  ],
  { maxCommands: 12, ...(LIVES_REPLAY && { replayPath: LIVES_REPLAY }) },
);

describeWithDatabase('lives of customers of the core', (open) => {
  test(
    'INS-4, INS-1, INS-5, DESK-8a, DESK-9: after every step of a random life, parts add up, what was charged is earned, the account is what a balanced ledger says, and claims pay no more than was decided, once',
    async () => {
      const { db } = await open();
      await fc.assert(
        fc.asyncProperty(beginnings, steps, (beginning, commands) =>
          fc.asyncModelRun(async () => {
            const life = await beginLife(db, beginning);
            const expectTrue = followLife(life);
            await expectTrue();
            return { model: {}, real: { life, expectTrue } };
          }, commands),
        ),
        {
          numRuns: Number(LIVES ?? fewest),
          ...(LIVES_SEED && { seed: Number(LIVES_SEED) }),
          ...(LIVES_PATH && { path: LIVES_PATH }),
        },
      );
    },
    patience(LIVES === undefined && LIVES_SEED === undefined ? 90_000 : 3_600_000),
  );
});
