import type { RequestReceipt } from '@hofn/contracts';
import type { AskedAct, RequestOutcome, SettledBy } from '@hofn/database';
import { addDays } from '@hofn/domain';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { figureChanges } from '@hofn/texts/company-figures.ts';
import { isoInstant, isoInstantOrNull } from '../platform/instant.ts';
import { textsIn } from '../platform/texts.ts';
import { actsOf } from './acts.ts';
import { reasonIn } from './decision-texts.ts';
import { effectTexts } from './effect-texts.ts';
import { factsOf } from './policy-facts.ts';
import { kindOf, neverBegan, stateOf, statusOf } from './requests.ts';
import type { NamedRequest } from './store.ts';

type Reading = { language: Language; isStaff: boolean };
type Facts = RequestReceipt['asked'];

const endsCover = (request: NamedRequest): boolean =>
  request.kind === 'suspend' || request.kind === 'cancel' || request.kind === 'withdraw';

const deciderOf = (by: SettledBy, language: Language): string => {
  const t = textsIn(language);
  if (by.kind === 'staff') return t('receipt|byEmployee', { name: by.name });
  return by.edition === undefined ? t('receipt|bySystem') : t('receipt|byRules', { edition: by.edition });
};

/** Name and number of the policy; of an accepted offer those of the offer. */
const policyOf = (request: NamedRequest, language: Language): string | null => {
  const { offerName, offerNumber, policyName, policyNumber } = request;
  if (offerName !== null && offerNumber !== null)
    return `${offerName}, ${textsIn(language)('offers|offerNumber', { number: offerNumber })}`;
  return policyName !== null && policyNumber !== null ? `${policyName}, ${policyNumber}` : null;
};

/** What was asked for, without what has become of it since. */
const askedOf = (request: NamedRequest, language: Language): Facts => {
  const t = textsIn(language);
  const kind = kindOf(request);
  const name = t(`requests|${kind}`);
  // What is no longer charged was our estimate, and nothing that was asked for.
  const facts =
    kind === 'figures'
      ? figureChanges(t, request.before, request.after)
      : factsOf({ ...request, after: { ...request.after, refund: null }, outcome: null }, language).filter(
          ({ value }) => value !== name,
        );
  return [
    { label: t('policyRequest|asks'), value: name },
    ...facts,
    ...(endsCover(request) || kind === 'plan'
      ? []
      : [{ label: t('receipt|from'), value: formatDate(language, request.effectiveOn) }]),
    ...(kind === 'offer' || kind === 'figures'
      ? [
          {
            label: t(kind === 'offer' ? 'receipt|premium' : 'policyRequest|premium'),
            value: formatMoney(language, request.premium),
          },
        ]
      : []),
  ];
};

/** What an accepted request leads to: the day, the premium, the policy that was issued, and money. */
const agreedOf = (
  request: NamedRequest,
  { result, effectiveOn, premium, policy, effect }: RequestOutcome,
  language: Language,
): Facts => {
  if (result !== 'accepted') return [];
  const t = textsIn(language);
  const isEnd = endsCover(request);
  const lastDay = () =>
    neverBegan(request)
      ? t('requests|neverBegan')
      : effectiveOn && formatDate(language, addDays(effectiveOn, -1));
  return [
    {
      label: t(isEnd ? 'policyRequest|lastDay' : 'receipt|from'),
      value: isEnd ? lastDay() : effectiveOn && formatDate(language, effectiveOn),
    },
    { label: t('receipt|premium'), value: !isEnd && premium !== null && formatMoney(language, premium) },
    {
      label: t('receipt|policyNumber'),
      value: policy !== null && policy.number !== request.policyNumber && policy.number,
    },
    { label: t('actEffect|label'), value: effectTexts(effect, language, request.kind).join(' ') },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
};

/**
 * Why an act was answered as it was. What the core could not do is for staff to read: the customer reads that people decide, as
 * before they confirmed.
 */
const reasonsOf = ({ state, reasons }: AskedAct, { language, isStaff }: Reading): string[] =>
  state === 'declined' && !isStaff ? [] : reasons.flatMap((reason) => reasonIn(reason, language));

const decisionOf = (
  request: NamedRequest,
  last: AskedAct | undefined,
  reading: Reading,
): RequestReceipt['decision'] => {
  const { outcome } = request;
  if (!outcome) return null;
  const { language } = reading;
  const { text } = statusOf(request, language, new Set());
  return {
    decidedBy: deciderOf(outcome.by, language),
    facts: agreedOf(request, outcome, language),
    // Whoever decides what the core has referred has reasons of their own.
    reasons: [...(last?.state === 'done' ? reasonsOf(last, reading) : []), ...(text === null ? [] : [text])],
  };
};

const actOf = (act: AskedAct, reading: Reading): RequestReceipt['acts'][number] => {
  const { key, state, askedAt, edition, decided, receipt } = act;
  const by: SettledBy | null =
    decided?.by ?? (edition === null ? null : { kind: 'core', source: '', edition });
  // Until the core has answered, what an employee has accepted has not happened.
  const isKnown = reading.isStaff || state !== 'asked';
  return {
    // A request that was done before under another key has its receipt under that one.
    reference: receipt?.key ?? key,
    state,
    askedAt: isoInstant(askedAt),
    decidedBy: by && isKnown ? deciderOf(by, reading.language) : null,
    reasons: reasonsOf(act, reading),
    recordedAt: isoInstantOrNull(receipt?.recordedAt ?? null),
    sha256: receipt?.sha256 ?? null,
  };
};

/**
 * The receipt of a request (rule ACT-5), in the reader's language; undefined where the core was not asked to carry it out.
 * @param reading.isStaff whether the reader is an employee, who also reads what the core could not do
 */
export const requestReceiptOf = (request: NamedRequest, reading: Reading): RequestReceipt | undefined => {
  const { id, act, createdAt, settledAt } = request;
  if (!act) return undefined;
  const { language } = reading;
  const acts = actsOf(act);
  return {
    id,
    kind: kindOf(request),
    state: stateOf(request),
    requestedAt: isoInstant(createdAt),
    settledAt: isoInstantOrNull(settledAt),
    policy: policyOf(request, language),
    asked: askedOf(request, language),
    decision: decisionOf(request, acts.at(-1), reading),
    acts: acts.map((each) => actOf(each, reading)),
  };
};
