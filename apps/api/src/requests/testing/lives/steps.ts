import fc from 'fast-check';
import { changePolicy, passDays, type Renewal, repeatPolicy, sendTwin, type Version } from './core-system.ts';
import { type Ask, acceptOffer, askAbout, reportFigures, retractNewest } from './customer.ts';
import { closeProblem, type Decision, decideAgain, decideOldest } from './decisions.ts';
import type { Life } from './life.ts';
import { expectPromises } from './promises.ts';

/** One step of a life, after which everything promised so far has to be true. */
const step = (text: string, run: (life: Life) => Promise<void>): fc.AsyncCommand<object, Life> => ({
  check: () => true,
  run: async (_model, life) => {
    await run(life);
    await expectPromises(life);
  },
  toString: () => text,
});

const cover = fc.constantFrom('abroad', 'rental');
const change = fc.oneof(
  fc.record({ act: fc.constantFrom('add' as const, 'remove' as const), cover }),
  fc.record({
    act: fc.constant('deductible' as const),
    deductible: fc.constantFrom(65_000, 90_000, 140_000, 250_000),
  }),
);
type AskAt = { at: number; ask: Ask };
const askAt: fc.Arbitrary<AskAt> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      at: fc.constantFrom(0, 0, 2),
      ask: fc.record({ kind: fc.constant('cover' as const), change }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      at: fc.constantFrom(0, 0, 2),
      ask: fc.record({ kind: fc.constantFrom('suspend' as const, 'resume' as const), inDays: fc.nat(60) }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      at: fc.constantFrom(0, 1, 1, 2),
      ask: fc.record({ kind: fc.constant('cancel' as const), hasFivePosts: fc.boolean() }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ at: fc.nat(4), ask: fc.constant({ kind: 'withdraw' as const }) }) },
);

const decision: fc.Arbitrary<Decision> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      result: fc.constant('accepted' as const),
      daysLater: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 120 })),
      premium: fc.oneof(fc.constant('asked' as const), fc.integer({ min: 0, max: 200_000 })),
      isTwice: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ result: 'refused' as const }) },
  { weight: 1, arbitrary: fc.constant({ result: 'moreInformation' as const }) },
);

const renewal: fc.Arbitrary<Renewal> = fc.record({
  nightsLate: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 6 })),
  percent: fc.constantFrom(100, 104, 97),
});
/** From none to a year: most decisions take days, most changes take effect within weeks. */
const days = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 4 }) },
  { weight: 4, arbitrary: fc.integer({ min: 5, max: 50 }) },
  { weight: 1, arbitrary: fc.integer({ min: 51, max: 365 }) },
);
const time = fc.record({ days, renewal });
type Time = { days: number; renewal: Renewal };
const pass = (life: Life, { days: count, renewal: late }: Time) => passDays(life, count, late);

const asking = fc.oneof(
  {
    weight: 8,
    arbitrary: askAt.map(({ at, ask }) => ({
      text: `ask about policy ${at} ${JSON.stringify(ask)}`,
      run: (life: Life) => askAbout(life, at, ask),
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ staff: fc.integer({ min: 1, max: 40 }), inDays: fc.nat(60) })
      .map(({ staff, inDays }) => ({
        text: `report ${staff} employees in ${inDays} days`,
        run: (life: Life) => reportFigures(life, staff, inDays),
      })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ isReplacement: fc.boolean(), inDays: fc.nat(40) })
      .map(({ isReplacement, inDays }) => ({
        text: `accept an offer ${isReplacement ? 'to replace K1 ' : ''}in ${inDays} days`,
        run: (life: Life) => acceptOffer(life, isReplacement, inDays),
      })),
  },
);

const key = fc.constantFrom('K1', 'K2');
const version = fc.constantFrom<Version>(
  'text',
  'premium',
  'premium',
  'lapse',
  'restore',
  'restore',
  'cancel',
  'resume',
);

/** The steps of lives. What is not possible at its time is refused, and changes nothing. */
const arbitraries = [
  asking.map(({ text, run }) => step(text, run)),
  // Something is asked for, decided some days later, and its day comes: all at once, so that random lives get far.
  ...[1, 2, 3].map(() =>
    fc
      .record({ asking, decision, before: time, after: time })
      .map(({ asking: { text, run }, decision: made, before, after }) =>
        step(
          `${text}; ${before.days} days ${JSON.stringify(before.renewal)}; decide ${JSON.stringify(made)}; ${after.days} days ${JSON.stringify(after.renewal)}`,
          async (life) => {
            await run(life);
            await expectPromises(life);
            await pass(life, before);
            await expectPromises(life);
            await decideOldest(life, made);
            await expectPromises(life);
            await pass(life, after);
          },
        ),
      ),
  ),
  fc.constant(step('take the newest request back', retractNewest)),
  decision.map((made) => step(`decide ${JSON.stringify(made)}`, (life) => decideOldest(life, made))),
  fc
    .boolean()
    .map((isSame) =>
      step(`decide ${isSame ? 'the same' : 'otherwise'} again`, (life) => decideAgain(life, isSame)),
    ),
  fc.constant(step('close what could not be written', closeProblem)),
  time.map((passing) =>
    step(`${passing.days} days ${JSON.stringify(passing.renewal)}`, (life) => pass(life, passing)),
  ),
  fc
    .record({ key, version })
    .map(({ key: of, version: changed }) =>
      step(`the core changes ${of}: ${changed}`, (life) => changePolicy(life, of, changed)),
    ),
  key.map((of) => step(`the core sends a twin of ${of}`, (life) => sendTwin(life, of))),
  key.map((of) => step(`the core repeats ${of}`, (life) => repeatPolicy(life, of))),
];

/** A random life, of at most so many steps. */
export const lifeSteps = (most: number) =>
  fc.noBias(fc.commands(arbitraries, { maxCommands: most, size: 'max' }));
