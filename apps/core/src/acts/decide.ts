import type { CoreAct, CoreRequest } from '@hofn/contracts';
import { addDays } from '@hofn/domain';
import { isCovering } from '@hofn/domain/policy-status.ts';
import { decideByRule, type RuleEdition } from '@hofn/domain/settlement-rules.ts';
import { z } from 'zod';
import type { Book } from '../book.ts';
import { knownDebt } from '../bookkeeping/payment-plan.ts';
import { suspendedOnDay } from '../bookkeeping/suspension.ts';

/** What the core knows, besides the act itself, that decides what becomes of it. */
export const known = z.object({
  /** The core's day. */
  day: z.iso.date(),
  hasCustomer: z.boolean(),
  /** The policy that the act is about; null when it names none, or the customer has none with that number. */
  policy: z
    .object({
      validTo: z.iso.date(),
      renews: z.boolean(),
      // Receipts of earlier releases do not have what follows.
      product: z.string().optional(),
      /** Whether it covers on the core's day. */
      isInForce: z.boolean().optional(),
      /** The first day off the road, as it is known for the day that the act asks for; null when it is not suspended. */
      suspendedOn: z.iso.date().nullable().optional(),
    })
    .nullable(),
  /** Of other days to pay, what is owed; receipts of earlier releases do not have it. */
  debt: z
    .object({
      total: z.int(),
      isSame: z.boolean(),
      hasLapsed: z.boolean(),
      hadPlan: z.boolean(),
      isPossible: z.boolean(),
    })
    .optional(),
  /** Who has switched that everything is referred to people, and when; undefined when nobody has. */
  refersEverything: z.object({ by: z.string(), at: z.string() }).optional(),
});
export type Known = z.infer<typeof known>;

/** Why an act was decided as it was: a code, and the words for it where the code is the core's own. */
export type Reason = { code: string; texts: { is: string; en: string } | null };

export type Decision = {
  result: 'done' | 'referred' | 'declined';
  /** Edition of the rules that decided; null when they did not. */
  edition: string | null;
  reasons: Reason[];
};

/** Codes of what the core declines. */
export type DeclinedCode =
  | ('unknownPolicy' | 'policyEnded' | 'alreadySuspended' | 'notSuspended')
  | ('nothingDue' | 'planNotPossible');

const declinedTexts: Readonly<Record<DeclinedCode, { is: string; en: string }>> = {
  unknownPolicy: {
    is: 'Vátryggingakerfið þekkir ekki þessa vátryggingu.',
    en: 'The insurance core does not know this policy.',
  },
  policyEnded: {
    is: 'Vátryggingunni er þegar lokið þann dag sem óskað er eftir.',
    en: 'The policy has already ended on the day that was asked for.',
  },
  alreadySuspended: {
    is: 'Vátryggingin er þegar í biðstöðu þann dag sem óskað er eftir.',
    en: 'The policy is already suspended on the day that was asked for.',
  },
  notSuspended: {
    is: 'Vátryggingin er ekki í biðstöðu þann dag sem óskað er eftir.',
    en: 'The policy is not suspended on the day that was asked for.',
  },
  nothingDue: {
    is: 'Ekkert er gjaldfallið sem hægt er að fresta eða dreifa.',
    en: 'Nothing is due that could be paid later or by instalments.',
  },
  planNotPossible: {
    is: 'Ekki er hægt að greiða skuldina á þeim dögum sem beðið var um.',
    en: 'The debt cannot be paid on the days that were asked for.',
  },
};

const declined = (code: DeclinedCode): Decision => ({
  result: 'declined',
  edition: null,
  reasons: [{ code, texts: declinedTexts[code] }],
});

/** Whether the request names no policy that the customer has. An offer may be for a new one, and a plan is about none. */
const isUnknown = ({ kind, policy }: CoreRequest, { hasCustomer, policy: found }: Known): boolean =>
  !hasCustomer || (found === null && (policy !== null || (kind !== 'offer' && kind !== 'plan')));

/** Whether the request would change a policy after its last day, which would begin its cover again. */
const isPastEnd = ({ kind, change, effectiveOn }: CoreRequest, { policy }: Known): boolean => {
  if (!policy || policy.renews || kind === 'offer' || change?.product) return false;
  const isEnd = kind === 'cancel' || kind === 'withdraw';
  return effectiveOn > (isEnd ? addDays(policy.validTo, 1) : policy.validTo);
};

/** Why a suspension cannot begin, or end, on its day; undefined when it can. */
const suspensionFault = ({ kind, effectiveOn }: CoreRequest, { policy }: Known): DeclinedCode | undefined => {
  const suspendedOn = policy?.suspendedOn;
  if (suspendedOn === undefined) return undefined;
  if (kind === 'resume' && suspendedOn === null) return 'notSuspended';
  const isSuspended = suspendedOn !== null && suspendedOn <= effectiveOn;
  return kind === 'suspend' && isSuspended ? 'alreadySuspended' : undefined;
};

/** Why a customer cannot have other days to pay; undefined when they can. */
const planFault = ({ kind }: CoreRequest, { debt }: Known): DeclinedCode | undefined => {
  if (kind !== 'plan' || !debt) return undefined;
  if (debt.total === 0) return 'nothingDue';
  return debt.isPossible ? undefined : 'planNotPossible';
};

const everythingReferred: Decision = {
  result: 'referred',
  edition: null,
  reasons: [
    {
      code: 'everythingReferred',
      texts: {
        is: 'Starfsfólk fer nú yfir allar beiðnir.',
        en: 'Our staff are reviewing all requests at the moment.',
      },
    },
  ],
};

/** A withdrawal needs no rule: it is a right (rule RIGHT-1). */
const byRight: Decision = { result: 'done', edition: null, reasons: [{ code: 'right', texts: null }] };

/**
 * Decides what becomes of an act: an employee has accepted it, or the rules accept or refer it (rule ACT-4). The core declines
 * only what it cannot do.
 * @param edition the rules that apply; null when none do, which refers everything but a withdrawal
 */
export const decide = (
  { request, decidedBy }: CoreAct,
  knows: Known,
  edition: RuleEdition | null,
): Decision => {
  if (isUnknown(request, knows)) return declined('unknownPolicy');
  if (isPastEnd(request, knows)) return declined('policyEnded');
  const fault = suspensionFault(request, knows) ?? planFault(request, knows);
  if (fault) return declined(fault);
  if (decidedBy) return { result: 'done', edition: null, reasons: [] };
  // The law leaves nobody a choice about a withdrawal.
  if (knows.refersEverything && request.kind !== 'withdraw') return everythingReferred;
  if (!edition)
    return request.kind === 'withdraw' ? byRight : { result: 'referred', edition: null, reasons: [] };
  const { decided, reasons } = decideByRule(request, edition, {
    policy: knows.policy,
    debt: knows.debt ?? null,
  });
  return {
    result: decided === 'atOnce' ? 'done' : 'referred',
    edition: edition.id,
    reasons: reasons.map((code) => ({ code, texts: null })),
  };
};

/** What a customer's book knows that decides about a request. */
export const knownOf = (book: Book, { policy, effectiveOn, change, customer }: CoreRequest): Known => {
  const day = book.state.today;
  if (change?.plan)
    return { day, hasCustomer: true, policy: null, debt: knownDebt(book, customer.ssn, change.plan) };
  const record = policy ? book.policy(policy.number) : undefined;
  if (!record) return { day, hasCustomer: true, policy: null };
  const { validTo, renews, product } = record.facts;
  return {
    ...{ day, hasCustomer: true },
    policy: {
      ...{ validTo, renews, product, isInForce: isCovering(record.facts, day) },
      suspendedOn: suspendedOnDay(book, record.key, effectiveOn),
    },
  };
};
