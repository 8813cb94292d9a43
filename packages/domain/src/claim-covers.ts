import type { ClaimLine } from './claim-form.ts';
import { type CoverGap, gapOn } from './cover-gaps.ts';
import { type Suspension, wasSuspendedOn } from './cover-history.ts';
import { homeLiability } from './home-levels.ts';
import { isCancelledBefore, type PolicyDays, policyStatus } from './policy-status.ts';

/** Covers of products by their ids; a product without covers applies, but which cover does only a handler can say. */
type Covers = Record<string, readonly string[]>;

const undecided: readonly string[] = [];
const collision = ['collision-leaving-the-road-and-rollover'];
const liability = [homeLiability];
const glass = ['windscreen', 'rear-and-side-windows', 'chip-repair', 'fitting'];
const okuvisirLiability = { okuvisir: ['mandatory-motor-insurance'] };
const okuvisirKasko = { okuvisir: ['comprehensive-motor-insurance'] };
const okuvisirBoth = { okuvisir: ['mandatory-motor-insurance', 'comprehensive-motor-insurance'] };
const driver = ['injury-to-the-driver', 'injury-to-the-owner-as-a-passenger'];
const accidentCovers = ['lasting-impairment', 'dental-injury', 'daily-allowance'];
const accidents: Covers = {
  accident: accidentCovers,
  home: liability,
  child: ['lasting-impairment', 'hospital-stay', 'care-benefit'],
};
const workAccidents: Covers = {
  'employee-accident': [
    'temporary-loss-of-work-capacity',
    'lasting-impairment',
    'dental-injury',
    'death',
    'personal-items',
  ],
};

/**
 * The covers that pay for a loss, by line and cause of the claim form, from the terms of the products (rule LIFE-13). What
 * a claim is paid from is decided by a handler; this says where to look. To add a product, name its covers here.
 */
export const claimCovers: Record<ClaimLine, Record<string, Covers>> = {
  vehicle: {
    collision: {
      kasko: collision,
      ...okuvisirBoth,
      'motor-liability': ['damage-to-other-peoples-property', 'injury-to-others', ...driver],
    },
    singleVehicle: { kasko: collision, ...okuvisirBoth, 'motor-liability': driver },
    parked: { kasko: collision, ...okuvisirKasko },
    theft: { kasko: ['theft-and-vandalism'], ...okuvisirKasko },
    vandalism: { kasko: ['theft-and-vandalism'], ...okuvisirKasko },
    storm: { kasko: ['other-sudden-outside-damage'], ...okuvisirKasko },
    fire: { kasko: ['fire-lightning-and-explosion'], ...okuvisirKasko },
    other: { kasko: undecided, okuvisir: undecided, 'motor-liability': undecided },
  },
  windscreen: {
    stone: { windscreen: glass },
    crack: { windscreen: glass },
    break: { windscreen: glass },
    other: { windscreen: glass },
  },
  home: {
    water: { home: ['water-steam-and-oil', 'sudden-rain-and-thaw'], summerhouse: ['contents'] },
    burglary: {
      home: ['burglary-robbery-and-vandalism', 'card-fraud'],
      homeowners: ['burglary'],
      summerhouse: ['contents'],
    },
    storm: { home: ['storm-and-snow-load'], summerhouse: ['contents'] },
    breakage: {
      'contents-allrisk': ['dropped-items', 'spilled-liquid', 'broken-screens', 'other-sudden-accidents'],
    },
    fire: { home: ['fire-lightning-and-explosion'], summerhouse: ['contents'] },
    bicycle: { home: ['bicycles-and-prams'] },
    other: { home: undecided, 'contents-allrisk': undecided },
  },
  property: {
    water: { homeowners: ['leaking-pipes', 'thaw-and-frost'], summerhouse: ['homeowner-part'] },
    storm: { homeowners: ['storm'], summerhouse: ['homeowner-part', 'deck', 'detached-sheds'] },
    fire: {
      'property-fire': ['fire-lightning-and-explosion', 'soot-from-heating', 'firefighting', 'clearing-up'],
      summerhouse: ['fire-insurance', 'extra-fire-cover'],
    },
    glass: { homeowners: ['glass'], summerhouse: ['homeowner-part'] },
    snow: { homeowners: ['snow-load'], summerhouse: ['homeowner-part', 'deck', 'detached-sheds'] },
    other: {
      homeowners: undecided,
      'property-fire': undecided,
      summerhouse: undecided,
      'natural-catastrophe': undecided,
    },
  },
  travel: {
    medical: {
      travel: ['medical-costs-abroad', 'emergency-companion', 'trip-interruption'],
      'company-travel': ['medical-costs', 'accidents', 'trip-interruption'],
    },
    baggage: { travel: ['baggage'], 'company-travel': ['baggage'] },
    baggageDelay: { travel: ['baggage-delay'], 'company-travel': ['baggage'] },
    delay: { travel: undecided, 'company-travel': undecided },
    cancellation: {
      travel: ['cancellation'],
      'company-travel': ['cancellation'],
      cancellation: ['sudden-illness-or-serious-accident', 'death', 'major-loss-at-home', 'quarantine'],
    },
    theft: { travel: ['baggage'], 'company-travel': ['baggage'] },
    other: { travel: undecided, 'company-travel': undecided },
  },
  accident: {
    fall: accidents,
    sport: accidents,
    home: accidents,
    // Accident insurance excludes traffic, which motor insurance covers.
    traffic: { 'motor-liability': driver, ...okuvisirLiability },
    other: { accident: undecided, home: undecided, child: undecided },
  },
  health: {
    criticalIllness: {
      'critical-illness': [
        'cancer',
        'heart-and-blood-vessels',
        'nervous-system',
        'organs',
        'accidents-and-other-serious-events',
      ],
    },
    sickness: { sickness: ['daily-allowance', 'lasting-impairment'] },
    child: {
      child: ['listed-illnesses', 'care-benefit', 'hospital-stay', 'lasting-impairment'],
      'critical-illness': ['your-children'],
    },
    death: { life: ['death', 'your-children'], accident: ['death-benefit'], child: ['death-benefit'] },
  },
  liability: {
    propertyDamage: {
      home: liability,
      homeowners: ['owners-liability'],
      summerhouse: ['liability'],
      'business-liability': ['damage-to-property', 'premises'],
      'company-travel': ['liability'],
    },
    injury: {
      home: liability,
      homeowners: ['owners-liability'],
      summerhouse: ['liability'],
      'business-liability': ['injury-to-people', 'premises'],
      'company-travel': ['liability'],
    },
    professional: { 'mandatory-professional': ['financial-loss', 'staff'] },
    other: { home: liability, homeowners: ['owners-liability'], 'business-liability': undecided },
  },
  work: {
    fall: workAccidents,
    machine: workAccidents,
    lifting: workAccidents,
    traffic: workAccidents,
    other: workAccidents,
  },
};

/** Covers that no cause names, because of themselves they pay for none, or only for losses reported as another one. */
const coversWithoutCause: Covers = {
  // A service, not an insurance that pays for a loss.
  roadside: ['flat-battery', 'flat-tyre', 'out-of-fuel', 'frozen-doors', 'locked-car'],
  // How the price is made, or how the insurance changes.
  okuvisir: ['a-score-in-the-app', 'a-lower-price-for-driving-less'],
  life: ['increase-when-a-child-is-born', 'indexation'],
  child: ['premium-waiver'],
  // Costs that come with a loss which another cover of the policy pays for.
  kasko: ['recovery-to-the-nearest-workshop', 'rental-car'],
  'business-liability': ['defence-against-claims'],
  'mandatory-professional': ['defence-against-claims'],
  // Reported with the cause «other», for which a handler looks at the whole policy.
  homeowners: ['fixtures-and-sanitary-ware'],
  'property-fire': ['aircraft'],
  'natural-catastrophe': ['volcanic-eruption', 'earthquake', 'landslide', 'avalanche', 'flood'],
  summerhouse: ['hot-tub'],
};

/** Covers that this table knows, by product: whether another cover or product pays, only a handler can say. */
export const knownCovers: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const known = new Map<string, Set<string>>();
  for (const products of [
    coversWithoutCause,
    ...Object.values(claimCovers).flatMap((causes) => Object.values(causes)),
  ])
    for (const [product, covers] of Object.entries(products))
      known.set(product, new Set([...(known.get(product) ?? []), ...covers]));
  return known;
})();

/** Products that insure everyone in the policyholder's home, not only the persons they name. */
export const householdProducts: readonly string[] = ['home', 'contents-allrisk'];

/**
 * The covers that may pay for a loss, by product in order of preference. Without causes, those of any cause of the line, so
 * that the first step of the form can name the policies.
 */
export const coversOf = (line: ClaimLine, causes: readonly string[]): Map<string, Set<string>> => {
  const byCause = claimCovers[line];
  const chosen = causes.filter((cause) => Object.hasOwn(byCause, cause));
  const found = new Map<string, Set<string>>();
  for (const cause of chosen.length > 0 ? chosen : Object.keys(byCause))
    for (const [product, covers] of Object.entries(byCause[cause] ?? {}))
      found.set(product, new Set([...(found.get(product) ?? []), ...covers]));
  return found;
};

/**
 * Whether a policy may pay for a loss on a day: not once it has ended or lapsed, nor between a lapse and its end, nor when it
 * was cancelled before it began. While it was suspended, also when it is not any more, only a handler can say what still holds. A
 * day before the current period counts if the policy is in force, since only a handler can look up an earlier period.
 */
export const coverageOn = (
  policy: PolicyDays & { gaps: readonly CoverGap[]; suspensions: readonly Suspension[] },
  dateOfLoss: string,
  today: string,
): 'covered' | 'suspended' | 'none' => {
  const day = dateOfLoss < policy.validFrom && policy.validFrom <= today ? policy.validFrom : dateOfLoss;
  if (day < policy.validFrom || day > policy.validTo) return 'none';
  if (isCancelledBefore(policy) || policyStatus(policy, day) === 'lapsed') return 'none';
  if (gapOn(policy.gaps, dateOfLoss)) return 'none';
  return wasSuspendedOn(policy, dateOfLoss) ? 'suspended' : 'covered';
};
