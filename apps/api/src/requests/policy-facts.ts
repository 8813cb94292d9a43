import type { PolicyRequestDetails } from '@hofn/contracts';
import type { RequestOutcome } from '@hofn/database';
import { addDays } from '@hofn/domain';
import { canBeSuspended, motorInsurance, type PolicyRequestKind } from '@hofn/domain/policy-requests.ts';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { textsIn } from '../platform/texts.ts';
import { effectTexts } from './effect-texts.ts';
import { planFacts } from './payment-plans.ts';
import type { RequestRow } from './store.ts';
import type { OtherPolicies } from './vehicle-policies.ts';

/** A request that asks for nothing yet. */
export const noDetails: PolicyRequestDetails = {
  ...{ act: null, cover: null, coverName: null, deductible: null, text: null },
  ...{ product: null, productName: null, priceFrom: null },
  ...{ lastDay: null, refund: null, grounds: null, insurer: null },
};

/** What a request about a policy asks for; null for the other kinds. */
export const detailsOf = ({
  kind,
  after,
}: Pick<RequestRow, 'kind' | 'after'>): PolicyRequestDetails | null =>
  // Written by `requestAboutPolicy` alone, in earlier releases with fewer details.
  kind === null ? null : { ...noDetails, ...(after as Partial<PolicyRequestDetails>) };

type Asked = Pick<RequestRow, 'kind' | 'before' | 'after' | 'premium'> & {
  /** The agreed premium, and what the core has done to money. */
  outcome?: Pick<RequestOutcome, 'effect' | 'premium'> | null;
};

/** What a request about a policy asks for, as labels with values; empty for the other kinds. */
export const factsOf = (request: Asked, language: Language): { label: string; value: string }[] => {
  const details = detailsOf(request);
  if (!details) return [];
  const t = textsIn(language);
  const { act, deductible, text, productName, priceFrom, lastDay, refund, grounds, insurer } = details;
  const cover = details.coverName ?? productName;
  const premiumNow = request.before?.premiumPerYear;
  const isPriced = request.kind === 'cover' && request.premium !== premiumNow;
  const money = (amount: number) => formatMoney(language, amount);
  const agreed = request.outcome?.premium;
  return [
    { label: t('policyRequest|asks'), value: request.kind && t(`requests|${request.kind}`) },
    {
      label: t('policyRequest|cover'),
      value: cover && t(`policyRequest|${act === 'remove' ? 'removes' : 'adds'}`, { cover: cover[language] }),
    },
    {
      label: t('policyRequest|price'),
      value: priceFrom !== null && t('policyRequest|priceFrom', { amount: money(priceFrom) }),
    },
    { label: t('policyRequest|deductible'), value: deductible !== null && money(deductible) },
    // Of a product the text says what the line of the cover does.
    { label: t('policyRequest|text'), value: productName === null && text },
    { label: t('policyRequest|grounds'), value: grounds && t(`policyRequest|grounds.${grounds}`) },
    { label: t('policyRequest|insurer'), value: insurer },
    { label: t('policyRequest|lastDay'), value: lastDay && formatDate(language, lastDay) },
    // Our estimate; the row of payments replaces it.
    {
      label: t('policyRequest|refund'),
      value: refund !== null && !request.outcome?.effect && money(refund),
    },
    {
      label: t('policyRequest|premiumNow'),
      value: isPriced && typeof premiumNow === 'number' && money(premiumNow),
    },
    {
      label: t(typeof agreed === 'number' ? 'policyRequest|premiumAgreed' : 'policyRequest|premium'),
      value: isPriced && money(agreed ?? request.premium),
    },
    ...(details.plan ? planFacts(details.plan, language) : []),
    {
      label: t('actEffect|label'),
      value: effectTexts(request.outcome?.effect, language, request.kind).join(' '),
    },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
};

/** Products whose end has a consequence of its own. */
const health = new Set(['life', 'critical-illness', 'sickness', 'child', 'accident']);

/** The consequence of a product's end; undefined when losses are just no longer covered. */
const consequenceOfEnd = (product: string) => {
  if (motorInsurance.has(product)) return 'vehicle';
  if (health.has(product)) return 'health';
  if (product === 'property-fire' || product === 'summerhouse') return 'fire';
  if (product === 'kasko') return 'kasko';
  if (product === 'travel') return 'travel';
  if (product === 'employee-accident') return 'employees';
  return product === 'mandatory-professional' ? 'professional' : undefined;
};

/** Which other policies of the vehicle end with the cancelled one, and which go on. */
/** Which of the vehicle's other policies end with this one, and which go on. */
export const otherPolicyTexts = (others: OtherPolicies, language: Language): string[] =>
  (['ending', 'continuing'] as const)
    .filter((which) => others[which].length > 0)
    .map((which) => textsIn(language)(`policyRequest|then.${which}`, { policies: others[which].join(', ') }));

type Consequence = {
  kind: PolicyRequestKind;
  product: string;
  details: PolicyRequestDetails;
  effectiveOn: string;
  /** Whether cover has begun by then. */
  hasBegun: boolean;
  isPriced: boolean;
  /** Whether it takes effect without anybody's answer. */
  isAtOnce: boolean;
  /** The first day of a suspension, past or planned; null without one. */
  suspendedOn: string | null;
  others: OtherPolicies;
  /** What a suspended policy costs per year, by the core; undefined where it has not said. */
  suspendedPremium?: number | undefined;
};

/** What a request would lead to, in plain words. */
export const consequencesOf = (about: Consequence, language: Language): string[] => {
  const { kind, product, details, effectiveOn, hasBegun, isPriced, isAtOnce, suspendedOn, others } = about;
  const { suspendedPremium } = about;
  const t = textsIn(language);
  const params = {
    lastDay: formatDate(language, addDays(effectiveOn, -1)),
    from: formatDate(language, effectiveOn),
    since: formatDate(language, suspendedOn ?? effectiveOn),
    cover: details.coverName?.[language] ?? '',
    amount: formatMoney(language, details.deductible ?? 0),
  };
  // Nobody lends on a vehicle that is sold or off the register.
  const isGone = details.grounds === 'sold' || details.grounds === 'deregistered';
  const consequence = product === 'kasko' && isGone ? undefined : consequenceOfEnd(product);
  const otherPolicies = otherPolicyTexts(others, language);
  const isSuspended = suspendedOn !== null && suspendedOn < effectiveOn;
  const end = isSuspended ? 'endsSuspended' : 'ends';
  const say = (
    key:
      | ReturnType<typeof consequenceOfEnd>
      | 'ends'
      | 'endsSuspended'
      | 'never'
      | 'followers'
      | 'used'
      | 'add'
      | 'remove'
      | 'deductible'
      | 'addNow'
      | 'deductibleNow'
      | 'ownWords'
      | 'lowest'
      | 'priced'
      | 'askFirst'
      | 'offRoad'
      | 'register'
      | 'registerNow'
      | 'free'
      | 'reduced'
      | 'back'
      | 'resume'
      | 'resumeNow'
      | 'takenBack'
      | 'road',
  ) => (key ? [t(`policyRequest|then.${key}`, params)] : []);
  const premiumWhileSuspended = () => {
    if (suspendedPremium === undefined) return [];
    const amount = formatMoney(language, suspendedPremium);
    return [t(`policyRequest|then.${suspendedPremium === 0 ? 'free' : 'reduced'}`, { amount })];
  };
  switch (kind) {
    case 'suspend':
      return [
        ...say('offRoad'),
        ...say(isAtOnce ? 'registerNow' : 'register'),
        ...say('back'),
        ...premiumWhileSuspended(),
      ];
    case 'resume':
      if (suspendedOn === effectiveOn && isAtOnce) return say('takenBack');
      return [...say(isAtOnce ? 'resumeNow' : 'resume'), ...(canBeSuspended(product) ? say('road') : [])];
    case 'cover': {
      if (details.act === null || details.act === 'other')
        return [...say('ownWords'), ...(details.priceFrom === null ? [] : say('lowest')), ...say('askFirst')];
      const act = isAtOnce && details.act !== 'remove' ? (`${details.act}Now` as const) : details.act;
      return [...say(act), ...(isPriced ? [] : [...say('priced'), ...say('askFirst')])];
    }
    case 'withdraw':
      return hasBegun ? [...say('ends'), ...say('used'), ...say(consequenceOfEnd(product))] : say('never');
    case 'cancel':
      // That a vehicle must not be driven comes first.
      return motorInsurance.has(product)
        ? [...say(consequence), ...say(end), ...say('followers'), ...otherPolicies]
        : [...say(end), ...say(consequence), ...otherPolicies];
  }
};

/** What happens after a request was sent, and when. */
export const nextStepsOf = (
  {
    answerBy,
    email,
    lastDay,
    today,
    kind,
    suspendedOn,
    others,
  }: {
    answerBy: string;
    email: string | null;
    lastDay: string | null;
    today: string;
    kind: PolicyRequestKind;
    /** The first day of a suspension, past or planned; null without one. */
    suspendedOn: string | null;
    others: OtherPolicies;
  },
  language: Language,
): string[] => {
  const t = textsIn(language);
  const params = { date: formatDate(language, answerBy), email: email ?? '' };
  const untilText = () => {
    if (lastDay === null) return t('policyRequest|next.unchanged');
    const date = formatDate(language, lastDay);
    if (lastDay < today) return t('policyRequest|next.ended', { date });
    return suspendedOn !== null && suspendedOn <= lastDay
      ? t('policyRequest|next.suspended', { date, since: formatDate(language, suspendedOn) })
      : t('policyRequest|next.covered', { date });
  };
  return [
    // Staff settle it, or the core system: «we» is true of both.
    t('policyRequest|next.answer', params),
    untilText(),
    ...otherPolicyTexts(others, language),
    ...(kind === 'cover' ? [t('policyRequest|next.terms')] : []),
    t(email === null ? 'policyRequest|next.here' : 'policyRequest|next.email', params),
  ];
};
