// Buying insurance online: what can be bought, what is asked first, and how a purchase goes on (rules BUY-1 to BUY-4).
import { addDays } from './day.ts';
import type { FormField } from './forms.ts';
import { birthDateOf } from './kennitala.ts';
import type { PricedProduct } from './price-form.ts';

/** What a bought policy insures: a vehicle by its plate, a home by its address, or the customer. */
export const insuredThings = ['vehicle', 'home', 'self'] as const;
export type InsuredThing = (typeof insuredThings)[number];

const thingOf: Partial<Record<PricedProduct, InsuredThing>> = {
  ...{ 'motor-liability': 'vehicle', kasko: 'vehicle', windscreen: 'vehicle' },
  ...{ home: 'home', 'contents-allrisk': 'home', 'property-fire': 'home', homeowners: 'home' },
  ...{ summerhouse: 'home', accident: 'self', travel: 'self', cancellation: 'self' },
};

/**
 * What a product insures when it is bought online; undefined when it is not: insurance of somebody else, by questions about
 * health, or priced by how the customer drives.
 */
export const insuredThing = (product: PricedProduct): InsuredThing | undefined => thingOf[product];

/** Days that a purchase stays open, and the most days from today to the first day of cover. */
export const [openDays, mostDaysAhead] = [30, 60];

/** The last day on which an open purchase can be finished. */
export const lastDayOpen = (startedOn: string): string => addDays(startedOn, openDays);

/** First days of cover to choose from: never in the past, because what has happened cannot be insured. */
export const firstDaysOfCover = (today: string): { from: string; to: string } => ({
  from: today,
  to: addDays(today, mostDaysAhead),
});

const radio = (name: string, ...options: string[]): FormField => ({
  ...{ name, type: 'radio', options, required: true },
});
const priority = radio('priority', 'price', 'deductible', 'cover');
const elsewhere = radio('elsewhere', 'no', 'ends', 'stays');

const needsFields: Record<InsuredThing, readonly FormField[]> = {
  vehicle: [radio('use', 'private', 'business', 'rented'), radio('keeper', 'yes', 'no'), elsewhere, priority],
  home: [radio('living', 'own', 'rented', 'letOut'), elsewhere, priority],
  self: [elsewhere, priority],
};

/** The questions about demands and needs (Directive 2016/97 art. 20), in the order of asking. */
export const needsFieldsOf = (thing: InsuredThing): readonly FormField[] => needsFields[thing];

/** Answers for which the insurance that is sold online is not meant: it is not proposed for them. */
const unfit: Record<string, readonly string[]> = {
  ...{ use: ['business', 'rented'], keeper: ['no'], living: ['letOut'] },
};

/** The names of needs that the insurance does not meet. */
export const unmetNeeds = (needs: Readonly<Record<string, string>>): string[] =>
  Object.entries(needs).flatMap(([name, answer]) => (unfit[name]?.includes(answer) ? [name] : []));

/** How old somebody is on a day; undefined without a valid kennitala of a person. */
export const ageOn = (ssn: string, day: string): number | undefined => {
  const born = birthDateOf(ssn);
  if (born === undefined) return undefined;
  return Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0);
};

const adultAge = 18;
/** Under which age a driver costs more, by answer of the motor price; the customer counts as a driver. */
const driverAges: Record<string, readonly [from: number, under: number]> = {
  ...{ adult: [25, Infinity], under25: [adultAge, 25], under21: [adultAge, 21] },
};

/** Why somebody cannot buy at a price: too young, or older answers than their kennitala says. */
export type BuyerFault = 'underAge' | 'identityDiffers';

/**
 * Compares the customer with the answers that a price was given for.
 * @param answers of the price form
 */
export const buyerFault = (
  ssn: string,
  answers: Readonly<Record<string, unknown>>,
  day: string,
): BuyerFault | undefined => {
  const age = ageOn(ssn, day);
  if (age === undefined) return 'identityDiffers';
  if (age < adultAge) return 'underAge';
  const { driver } = answers;
  const [from = 0] = (typeof driver === 'string' && driverAges[driver]) || [];
  // Somebody older may insure a car for a young driver; somebody younger is that driver.
  return age < from ? 'identityDiffers' : undefined;
};

/**
 * States of a purchase. `holding`: the card service was asked to hold the amount; `deciding`: the core was asked; `bound`: the
 * policy is certain; `referred`: people decide, and a card holds nothing.
 */
export const purchaseStates = [
  ...(['open', 'holding', 'deciding', 'bound', 'referred', 'ended', 'givenUp'] as const),
];
export type PurchaseState = (typeof purchaseStates)[number];

/** The card's part of a purchase; `over` when nothing is held any more and nothing was charged. */
export type HoldState = 'none' | 'asked' | 'held' | 'capturing' | 'captured' | 'releasing' | 'over';

/** A purchase as far as it decides what comes next. */
export type PurchaseProgress = { state: PurchaseState; hold: HoldState };

/** What happens to a purchase. `buy` without a hold leaves the decision to people first. */
export type PurchaseEvent =
  | ('buyWithCard' | 'buyReferred' | 'held' | 'notHeld' | 'accepted' | 'billed' | 'referred')
  | ('captured' | 'notCaptured' | 'released' | 'gaveUpHolding' | 'ended' | 'givenUp');

type Progress = readonly [PurchaseState, HoldState];

/** Open, with nothing asked of the card service. */
const idle: readonly Progress[] = [
  ['open', 'none'],
  ['open', 'over'],
];
/** Open, also while an earlier hold is still being released. */
const unbought: readonly Progress[] = [...idle, ['open', 'releasing']];
const decidingWithoutHold: readonly Progress[] = [
  ['deciding', 'none'],
  ['deciding', 'over'],
];
const releasing = (['open', 'bound', 'referred', 'ended', 'givenUp'] as const).map(
  (state): Progress => [state, 'releasing'],
);

const steps: ReadonlyArray<
  readonly [PurchaseEvent, from: readonly Progress[], to: Partial<PurchaseProgress>]
> = [
  ['buyWithCard', idle, { state: 'holding', hold: 'asked' }],
  ['buyReferred', idle, { state: 'deciding', hold: 'none' }],
  ['held', [['holding', 'asked']], { state: 'deciding', hold: 'held' }],
  ['notHeld', [['holding', 'asked']], { state: 'open', hold: 'over' }],
  // The card service stays silent: what it may hold is released before anybody buys again.
  ['gaveUpHolding', [['holding', 'asked']], { state: 'open', hold: 'releasing' }],
  ['accepted', [['deciding', 'held']], { state: 'bound', hold: 'capturing' }],
  ['billed', [['deciding', 'held']], { state: 'bound', hold: 'releasing' }],
  ['billed', decidingWithoutHold, { state: 'bound' }],
  ['referred', [['deciding', 'held']], { state: 'referred', hold: 'releasing' }],
  ['referred', decidingWithoutHold, { state: 'referred' }],
  ['captured', [['bound', 'capturing']], { hold: 'captured' }],
  // The policy is in force and billed; whatever is still held for it is released.
  ['notCaptured', [['bound', 'capturing']], { hold: 'releasing' }],
  ['released', releasing, { hold: 'over' }],
  ['ended', unbought, { state: 'ended' }],
  ['givenUp', unbought, { state: 'givenUp' }],
];

/** What an event makes of a purchase; undefined when it comes too late or twice, and changes nothing. */
export const afterEvent = (
  progress: PurchaseProgress,
  event: PurchaseEvent,
): PurchaseProgress | undefined => {
  const found = steps.find(
    ([name, from]) =>
      name === event && from.some(([state, hold]) => state === progress.state && hold === progress.hold),
  );
  return found && { ...progress, ...found[2] };
};

/** Whom to ask next about a purchase; undefined while nothing is unanswered. */
export type PurchaseDuty = 'hold' | 'decision' | 'capture' | 'release';

/** The duty of a purchase: it stays until its answer is stored, whatever is lost. */
export const dutyOf = ({ state, hold }: PurchaseProgress): PurchaseDuty | undefined => {
  if (hold === 'releasing') return 'release';
  if (hold === 'capturing') return 'capture';
  if (state === 'holding') return 'hold';
  return state === 'deciding' ? 'decision' : undefined;
};
