import { patience } from '@hofn/database/testing/patience.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followLife } from '../apps/core/src/testing/invariants.ts';
import type { Beginning } from '../apps/core/src/testing/life.ts';
import { expectAgreement } from './lives/agreement.ts';
import { type FrontAndCore, startFrontAndCore } from './lives/start.ts';

// LIVES=200 npm run unit -- scripts/front-and-core.test.ts; a failure names the seed and path for LIVES_SEED and LIVES_PATH,
// and the replayPath, without which another life is led, for LIVES_REPLAY.
const { LIVES, LIVES_SEED, LIVES_PATH, LIVES_REPLAY } = process.env;
/** Lives in `npm test`: about ten seconds. */
const fewest = 6;

type Real = { both: FrontAndCore; expectTrue: () => Promise<void> };

const step = (
  text: string,
  run: (both: FrontAndCore) => Promise<unknown>,
): fc.AsyncCommand<object, Real> => ({
  check: () => true,
  run: async (_model, { both, expectTrue }) => {
    await run(both);
    await expectTrue();
  },
  toString: () => text,
});

const beginnings: fc.Arbitrary<Beginning> = fc.record({
  today: fc.constantFrom('2026-11-23', '2027-12-15', '2028-02-28'),
  method: fc.constantFrom('ccard', 'bank', 'claim'),
  shared: fc.constantFrom(-1, 1, 8),
  isBehind: fc.boolean(),
  policies: fc.array(
    fc.record({
      product: fc.constantFrom('kasko', 'motor-liability', 'windscreen', 'home'),
      premium: fc.integer({ min: 10_000, max: 300_000 }),
      daysLeft: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 364 })),
      renews: fc.constantFrom(true, true, false),
      instalmentsPerYear: fc.constantFrom(1, 12),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

/** What a customer can ask for about a policy, by the day on which they do. */
const asked: fc.Arbitrary<(today: string) => object> = fc.oneof(
  fc.constant(() => ({ kind: 'cancel' })),
  fc.integer({ min: -3, max: 20 }).map((days) => (today: string) => ({
    ...{ kind: 'cancel', grounds: 'sold', on: addDays(today, days) },
  })),
  fc.integer({ min: 0, max: 60 }).map((days) => (today: string) => ({
    ...{ kind: 'suspend', from: addDays(today, days) },
  })),
  fc.integer({ min: 1, max: 60 }).map((days) => (today: string) => ({
    ...{ kind: 'resume', from: addDays(today, days) },
  })),
  fc.constantFrom(140_000, 185_000, 250_000).map((deductible) => () => ({
    ...{ kind: 'cover', change: { act: 'deductible', deductible } },
  })),
  fc.constant(() => ({ kind: 'cover', change: { act: 'other', text: 'Bættu syni mínum við.' } })),
);

const texts = { is: 'Eins og um var talað.', en: 'As we agreed on the phone.' };

const steps = fc.commands(
  [
    fc
      .tuple(fc.nat(3), asked)
      .map(([at, ask]) =>
        step(`ask for ${JSON.stringify(ask('2026-11-23'))} of policy ${at}`, (both) =>
          both.request(at, ask(both.today())),
        ),
      ),
    fc
      .tuple(fc.nat(3), asked)
      .map(([at, ask]) =>
        step(`ask for ${JSON.stringify(ask('2026-11-23'))} of policy ${at}`, (both) =>
          both.request(at, ask(both.today())),
        ),
      ),
    fc.constantFrom(0, 0, 10).map((later) =>
      step(`an employee accepts, ${later} days later than asked`, (both) =>
        both.decide(({ effectiveOn, premium }) => ({
          ...{ result: 'accepted', effectiveOn: addDays(effectiveOn, later), premium, texts },
        })),
      ),
    ),
    fc.constant(step('an employee refuses', (both) => both.decide(() => ({ result: 'refused', texts })))),
    fc
      .oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 41, max: 366 }))
      .map((days) => step(`${days} days`, (both) => both.pass(days))),
    fc
      .constantFrom('none' as const, 'down' as const, 'answersLost' as const)
      .map((trouble) => step(`trouble: ${trouble}`, async (both) => both.suffer(trouble))),
    fc.constant(step('ask again', (both) => both.askAgain())),
  ],
  // Long ones: what goes wrong lies between two acts, or two days.
  { maxCommands: 14, size: 'max', ...(LIVES_REPLAY && { replayPath: LIVES_REPLAY }) },
);

describeWithDatabase('lives that front and core share', (open) => {
  let both: FrontAndCore;
  beforeAll(async () => {
    both = await startFrontAndCore(await open());
  });
  afterAll(() => both.stop());

  test('INS-10, ACT-1, ACT-3: a life in which every kind of act is asked for, done, left to people, accepted and refused', async () => {
    await both.begin({
      ...{ today: '2026-12-05', method: 'ccard', shared: 8, isBehind: false },
      policies: [
        { product: 'kasko', premium: 120_000, daysLeft: 200, renews: true, instalmentsPerYear: 12 },
        { product: 'home', premium: 60_000, daysLeft: 100, renews: true, instalmentsPerYear: 1 },
      ],
    });
    const expectBook = followLife(both);
    const expectTrue = async () => {
      await expectBook();
      await expectAgreement(both);
    };
    const accept = () =>
      both.decide(({ effectiveOn, premium }) => ({ result: 'accepted', effectiveOn, premium, texts }));
    const states = async () => (await both.requests()).map(({ kind, state }) => `${kind} ${state}`);
    const kasko = { product: 'kasko' };
    await expectTrue();

    expect(await both.requestAbout(kasko, { kind: 'suspend', from: '2026-12-10' })).toBe(201);
    expect(await states()).toEqual(['suspend pending']);
    expect(await accept()).toBe(200);
    await expectTrue();
    await both.pass(20);
    await expectTrue();
    expect(await both.requestAbout(kasko, { kind: 'resume', from: '2026-12-28' })).toBe(201);
    await expectTrue();
    await both.pass(10);
    await expectTrue();
    both.suffer('answersLost');
    const change = { act: 'deductible', deductible: 250_000 };
    expect(await both.requestAbout(kasko, { kind: 'cover', change })).toBe(201);
    await expectTrue();
    expect(await both.unanswered()).toBe(1);
    both.suffer('none');
    await both.askAgain();
    await expectTrue();
    const inOwnWords = { act: 'other', text: 'Bættu syni mínum við.' };
    expect(await both.requestAbout(kasko, { kind: 'cover', change: inOwnWords })).toBe(201);
    expect(await both.decide(() => ({ result: 'refused', texts }))).toBe(200);
    await expectTrue();
    expect(await both.requestAbout({ product: 'home' }, { kind: 'cancel' })).toBe(201);
    await both.pass(366);
    await expectTrue();
    // The last two were made in one instant.
    expect((await states()).toSorted()).toEqual([
      ...['cancel confirmed', 'cover confirmed', 'cover refused', 'resume confirmed', 'suspend confirmed'],
    ]);
  });

  test('RIGHT-4, INS-10, ACT-2: what is due is paid on new days, accepted while answers are lost, and front and core say the same until it is paid', async () => {
    await both.begin({
      ...{ today: '2026-12-05', method: 'claim', shared: 8, isBehind: true },
      policies: [
        { product: 'kasko', premium: 120_000, daysLeft: 200, renews: true, instalmentsPerYear: 12 },
        { product: 'home', premium: 60_000, daysLeft: 100, renews: true, instalmentsPerYear: 12 },
      ],
    });
    const expectBook = followLife(both);
    const expectTrue = async () => {
      await expectBook();
      await expectAgreement(both);
    };
    const states = async () => (await both.requests()).map(({ kind, state }) => `${kind} ${state}`);
    await expectTrue();
    expect(await both.requestPlan(3)).toBe(201);
    both.suffer('answersLost');
    const accepted = await both.decide(({ effectiveOn, premium }) => ({
      ...{ result: 'accepted', effectiveOn, premium, texts },
    }));
    expect([accepted, await states()]).toEqual([200, ['plan pending']]);
    both.suffer('none');
    await both.askAgain();
    expect(await states()).toEqual(['plan confirmed']);
    await expectTrue();
    for (const days of [14, 31, 40]) {
      await both.pass(days);
      await expectTrue();
    }
    expect(await both.requestPlan(3)).not.toBe(201);
  });

  test(
    'INS-10, ACT-1, ACT-2, ACT-3: after every step of a random life what was accepted is done once or has an owner, and front and core say the same',
    () =>
      fc.assert(
        fc.asyncProperty(beginnings, steps, async (beginning, commands) => {
          await both.begin(beginning);
          const expectBook = followLife(both);
          const expectTrue = async () => {
            await expectBook();
            await expectAgreement(both);
          };
          await expectTrue();
          await fc.asyncModelRun(() => ({ model: {}, real: { both, expectTrue } }), commands);
          // In the end every act has an answer.
          both.suffer('none');
          await both.askAgain();
          await expectTrue();
          expect(await both.unanswered()).toBe(0);
        }),
        {
          numRuns: Number(LIVES ?? fewest),
          ...(LIVES_SEED && { seed: Number(LIVES_SEED) }),
          ...(LIVES_PATH && { path: LIVES_PATH }),
        },
      ),
    patience(LIVES === undefined && LIVES_SEED === undefined ? 90_000 : 3_600_000),
  );
});
