import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterEvent,
  ageOn,
  buyerFault,
  dutyOf,
  firstDaysOfCover,
  type PurchaseEvent,
  type PurchaseProgress,
  unmetNeeds,
} from './purchase.ts';

test('BUY-1: who is under 18, or younger than the drivers of the price, cannot buy at it; older ones can', () => {
  // Born on 14 February 1985.
  expect(ageOn('1402851489', '2026-02-13')).toBe(40);
  expect(ageOn('1402851489', '2026-02-14')).toBe(41);
  expect(ageOn('5001141499', '2026-11-21')).toBeUndefined();
  expect(buyerFault('1402851489', { driver: 'adult' }, '2026-11-21')).toBeUndefined();
  expect(buyerFault('1402851489', { driver: 'adult' }, '2009-11-21')).toBe('identityDiffers');
  expect(buyerFault('1402851489', { driver: 'under25' }, '2009-11-21')).toBeUndefined();
  expect(buyerFault('1402851489', {}, '2003-02-13')).toBe('underAge');
  expect(buyerFault('1402851489', {}, '2003-02-14')).toBeUndefined();
});

test('BUY-4, BUY-6: needs that the insurance does not meet are named, and cover begins today at the earliest', () => {
  expect(unmetNeeds({ use: 'business', keeper: 'yes', priority: 'price' })).toEqual(['use']);
  expect(unmetNeeds({ use: 'private', keeper: 'no' })).toEqual(['keeper']);
  expect(unmetNeeds({ living: 'own', elsewhere: 'ends' })).toEqual([]);
  expect(firstDaysOfCover('2026-11-21')).toEqual({ from: '2026-11-21', to: '2027-01-20' });
});

/** A card service, a core and two copies of the API, any of which may lose an answer or stop between two steps. */
type World = {
  stored: PurchaseProgress;
  /** The current hold; each press on "Buy and pay" makes a new one. */
  holds: Array<{ state: 'asked' | 'held' | 'declined' | 'over'; isCharged: boolean }>;
  core: 'unasked' | 'done' | 'referred';
};

type Step =
  | { do: 'buy'; isSure: boolean }
  | {
      do: 'work';
      card: 'accepts' | 'declines' | 'silent';
      core: 'done' | 'referred' | 'silent';
      isLost: boolean;
      /** Which of two copies works, and whether it reads the purchase again or works on what it has read before. */
      copy: 0 | 1;
      rereads: boolean;
    }
  | { do: 'wait' | 'giveUp' };

/** What a copy of the API has read: the purchase, and which hold it is about. */
type Seen = PurchaseProgress & { at: number };

const read = ({ stored, holds }: World): Seen => ({ ...stored, at: holds.length - 1 });

/** Asks the other party as the API does, and stores what it says unless the process stops before. */
const doWork = (world: World, step: Extract<Step, { do: 'work' }>, seen: Seen): void => {
  const hold = world.holds[seen.at];
  const say = (event: PurchaseEvent) => {
    // An answer about an earlier hold says nothing of this one.
    if (step.isLost || seen.at !== world.holds.length - 1) return;
    world.stored = afterEvent(world.stored, event) ?? world.stored;
  };
  const isSilent = step.card === 'silent';
  const duty = dutyOf(seen);
  if (duty === 'decision' && step.core !== 'silent') {
    if (world.core === 'unasked') world.core = step.core;
    const accepted = seen.hold === 'held' ? 'accepted' : 'billed';
    say(world.core === 'referred' ? 'referred' : accepted);
  }
  if (!hold || isSilent) return;
  if (duty === 'hold') {
    if (hold.state === 'asked') hold.state = step.card === 'accepts' ? 'held' : 'declined';
    say(hold.state === 'held' ? 'held' : 'notHeld');
  }
  if (duty === 'capture') {
    // The same key again charges nothing more.
    if (hold.state === 'held') hold.isCharged = true;
    say(hold.isCharged ? 'captured' : 'notCaptured');
  }
  if (duty === 'release') {
    if (!hold.isCharged) hold.state = 'over';
    say('released');
  }
};

test('BUY-3: in any order of double clicks, two windows, lost answers and restarts, a card is charged once at most, for a certain policy', () => {
  const work: fc.Arbitrary<Step> = fc.record({
    do: fc.constant('work' as const),
    card: fc.constantFrom('accepts' as const, 'declines' as const, 'silent' as const),
    core: fc.constantFrom('done' as const, 'referred' as const, 'silent' as const),
    isLost: fc.boolean(),
    copy: fc.constantFrom(0 as const, 1 as const),
    rereads: fc.boolean(),
  });
  const buy: fc.Arbitrary<Step> = fc.record({
    do: fc.constant('buy' as const),
    isSure: fc.constantFrom(true, true, true, false),
  });
  const end: fc.Arbitrary<Step> = fc.record({ do: fc.constantFrom('wait' as const, 'giveUp' as const) });
  // Most purchases go on, so that one is bought again after a card was declined.
  const step = fc.oneof(
    { arbitrary: buy, weight: 6 },
    { arbitrary: work, weight: 12 },
    { arbitrary: end, weight: 1 },
  );
  const bought: Step = { do: 'buy', isSure: true };
  const first = { do: 'work', copy: 0, card: 'accepts', core: 'done', isLost: false } as const;
  const second = { ...first, copy: 1, rereads: true } as const;
  /** The first copy comes back with the answer about a declined card while another card is being held. */
  const late: Step[] = [
    ...([bought, { ...first, card: 'silent', rereads: true }, { ...second, card: 'declines' }] as const),
    ...([bought, { ...second, isLost: true }, { ...first, rereads: false }] as const),
  ];
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const world: World = { stored: { state: 'open', hold: 'none' }, holds: [], core: 'unasked' };
      const seen: [Seen, Seen] = [read(world), read(world)];
      for (const step of steps) {
        if (step.do === 'buy') {
          const next = afterEvent(world.stored, step.isSure ? 'buyWithCard' : 'buyReferred');
          if (next?.hold === 'asked') world.holds.push({ state: 'asked', isCharged: false });
          world.stored = next ?? world.stored;
        } else if (step.do === 'work') {
          if (step.rereads) seen[step.copy] = read(world);
          doWork(world, step, seen[step.copy]);
        } else if (step.do === 'giveUp') world.stored = afterEvent(world.stored, 'givenUp') ?? world.stored;
        else world.stored = afterEvent(world.stored, 'gaveUpHolding') ?? world.stored;

        const charged = world.holds.filter(({ isCharged }) => isCharged);
        expect(charged.length).toBeLessThanOrEqual(1);
        if (charged.length > 0) {
          expect(world.core).toBe('done');
          expect(world.stored.state).toBe('bound');
        }
        if (world.stored.hold === 'captured') expect(charged.length).toBe(1);
        if (world.stored.state === 'referred')
          expect(['none', 'releasing', 'over']).toContain(world.stored.hold);
        // Whatever may hold money is known, and asked about until it is over.
        const holding = world.holds.filter(({ state, isCharged }) => state === 'held' && !isCharged);
        expect(holding.length).toBeLessThanOrEqual(1);
        if (holding.length > 0) expect(dutyOf(world.stored)).toBeDefined();
      }
      // Once everybody answers, everything comes to an end, and nothing is held.
      const answered = { card: 'accepts', core: 'done', isLost: false, copy: 0, rereads: true } as const;
      for (let round = 0; round < 6; round += 1) doWork(world, { ...answered, do: 'work' }, read(world));
      expect(dutyOf(world.stored)).toBeUndefined();
      expect(world.holds.filter(({ state, isCharged }) => state === 'held' && !isCharged)).toEqual([]);
    }),
    { numRuns: 2000, examples: [[late]] },
  );
});
