import type { Db } from '@hofn/database';
import { addDays } from '@hofn/domain';
import { firstNames } from '@hofn/domain/names.ts';
import { formatDate, formatDateTime, formatMoney, type Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Customer } from '../platform/authorization.ts';
import { isoInstant } from '../platform/instant.ts';
import type { Letter } from '../platform/mail/letter.ts';
import type { Compose } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { effectTexts } from './effect-texts.ts';
import { detailsOf } from './policy-facts.ts';
import { type Decision, kindOf, neverBegan } from './requests.ts';
import { createRequestStore, type NamedRequest } from './store.ts';

/** The policy or offer that a request is about, as its title. */
export const titleOf = (
  named: Pick<
    NamedRequest,
    'kind' | 'after' | 'proposalId' | 'offerName' | 'offerNumber' | 'policyName' | 'policyNumber'
  >,
  language: Language,
): string => {
  const plan = detailsOf(named)?.plan;
  if (plan)
    return textsIn(language)(
      plan.choice.kind === 'later' ? 'paymentPlan|title.later' : 'paymentPlan|title.parts',
    );
  const [name, number] =
    kindOf(named) === 'offer' ? [named.offerName, named.offerNumber] : [named.policyName, named.policyNumber];
  return [name, number].filter(Boolean).join(', ');
};

/** What the customer reads of a decision: the e-mail that is sent, and the preview that staff confirm. */
export const letterOf = (
  named: NamedRequest,
  decision: Decision,
  { subject, language, site }: { subject: Customer; language: Language; site: string },
): Letter => {
  const t = textsIn(language);
  const added = decision.result === 'accepted' ? detailsOf(named)?.productName?.[language] : undefined;
  // The letter about a new policy is named after it, not after the one beside it.
  const what = added ?? titleOf(named, language);
  const kind = kindOf(named);
  const ends = kind === 'suspend' || kind === 'cancel' || kind === 'withdraw';
  const group = ends || kind === 'cover' || kind === 'resume' ? 'policy' : kind;
  const addressed = {
    language,
    ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
  };
  const matters = site + pathOf('portal.matters', language);
  if (decision.result === 'refused' && decision.ground)
    return {
      ...addressed,
      subject: t('offerDeclinedEmail|subject', { what }),
      preheader: t('requestRefusedEmail|preheader'),
      body: [
        t('offerDeclinedEmail|body', { what }),
        t(`refusalGround|${decision.ground}`),
        decision.texts[language],
        t('offerDeclinedEmail|more'),
      ].join('\n\n'),
      button: { title: t('requestRefusedEmail|button'), url: matters },
    };
  if (decision.result === 'refused')
    return {
      ...addressed,
      subject: t('requestRefusedEmail|subject', { what }),
      preheader: t('requestRefusedEmail|preheader'),
      body: [
        t(`requestRefusedEmail|${group}`, { what }),
        decision.texts[language],
        t(`requestRefusedEmail|${group}More`),
      ].join('\n\n'),
      button: { title: t('requestRefusedEmail|button'), url: matters },
    };
  if (decision.result === 'moreInformation')
    return {
      ...addressed,
      subject: t('requestQuestionEmail|subject', { what }),
      preheader: t('requestQuestionEmail|preheader'),
      body: [
        t('requestQuestionEmail|body', { what }),
        decision.texts[language],
        t('requestQuestionEmail|more'),
      ].join('\n\n'),
      button: { title: t('requestQuestionEmail|button'), url: matters },
    };
  const { effectiveOn, premium, policy, texts } = decision;
  const day = effectiveOn && formatDate(language, ends ? addDays(effectiveOn, -1) : effectiveOn);
  const dayLine = neverBegan(named)
    ? t('policyRequest|then.never')
    : day && t(ends ? 'requestAcceptedEmail|lastDayLine' : 'requestAcceptedEmail|fromLine', { date: day });
  // The decided day can differ from the one that was asked for.
  const effect = named.outcome?.effect;
  const refund = effect ? null : (named.outcome?.refund ?? detailsOf(named)?.refund ?? null);
  const isPlan = kind === 'plan';
  const facts = [
    // The receipt of a right that was used says when (rule RIGHT-1).
    kind === 'withdraw' &&
      t('requestAcceptedEmail|receivedLine', { at: formatDateTime(language, isoInstant(named.createdAt)) }),
    !isPlan &&
      t(kind === 'offer' ? 'requestAcceptedEmail|offerLine' : 'requestAcceptedEmail|policyLine', { what }),
    (kind === 'offer' || added !== undefined) &&
      policy &&
      t('requestAcceptedEmail|numberLine', { number: policy.number }),
    !isPlan && dayLine,
    refund !== null && t('requestAcceptedEmail|refundLine', { amount: formatMoney(language, refund) }),
    premium !== null &&
      !ends &&
      !isPlan &&
      t('requestAcceptedEmail|premiumLine', { amount: formatMoney(language, premium) }),
    ...effectTexts(effect, language, kind),
    isPlan && t('paymentPlan|then.missed'),
  ].filter(Boolean);
  return {
    ...addressed,
    subject: t(
      kind === 'withdraw' ? 'requestAcceptedEmail|withdrawSubject' : 'requestAcceptedEmail|subject',
      {
        what,
      },
    ),
    preheader: isPlan
      ? what
      : ((ends ? dayLine : day && t('requestAcceptedEmail|preheader', { date: day })) ?? what),
    body: [
      t(`requestAcceptedEmail|${added === undefined ? kind : 'product'}`),
      facts.join('\n'),
      texts?.[language],
      // A suspension changes no certificate, and neither does its end.
      !ends && kind !== 'resume' && !isPlan && t('requestAcceptedEmail|certificate'),
    ]
      .filter(Boolean)
      .join('\n\n'),
    button: policy?.id
      ? {
          title: t('requestAcceptedEmail|button'),
          url: site + pathOf('portal.policy', language, { id: policy.id }),
        }
      : { title: t('requestRefusedEmail|button'), url: matters },
  };
};

/** Composes the e-mails about outcomes and questions, from what is recorded. */
export const outcomeMails = ({
  db,
  site,
}: {
  db: Db;
  site: string;
}): Record<'requestAccepted' | 'requestRefused' | 'requestQuestion', Compose> => {
  const compose =
    (decisionOf: (named: NamedRequest) => Decision | undefined): Compose =>
    async ({ subject, language, about }) => {
      const named = await createRequestStore(db).oneWithNames(subject, about.requestId ?? '', language);
      const decision = named && decisionOf(named);
      return decision && letterOf(named, decision, { subject, language, site });
    };
  return {
    requestAccepted: compose(({ outcome }) =>
      outcome?.result === 'accepted' ? { ...outcome, result: 'accepted' } : undefined,
    ),
    requestRefused: compose(({ outcome }) =>
      outcome?.result === 'refused' && outcome.texts
        ? {
            result: 'refused',
            texts: outcome.texts,
            ...(outcome.ground && { ground: outcome.ground }),
          }
        : undefined,
    ),
    requestQuestion: compose(({ messages }) => {
      const question = messages.findLast(({ fromUs }) => fromUs);
      return question && { result: 'moreInformation', texts: question.texts };
    }),
  };
};
