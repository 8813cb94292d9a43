import type { RequestKind, RequestState, RequestStatus, SettledKind, StaffDecision } from '@hofn/contracts';
import { changeRequests, type RequestOutcome, type SettledBy, type WrittenText } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { figureChanges } from '@hofn/texts/company-figures.ts';
import { type SQL, sql } from 'drizzle-orm';
import { isoInstant, isoInstantOrNull } from '../platform/instant.ts';
import { textsIn } from '../platform/texts.ts';
import { detailsOf, factsOf } from './policy-facts.ts';
import type { RequestRow } from './store.ts';

/** Who settles a request. */
export type Settler = 'core' | 'staff';

/** A decision on a request, by staff or by another system, which also names the policy it has changed or issued. */
export type Decision =
  | {
      result: 'accepted';
      effectiveOn: string | null;
      premium: number | null;
      policy: RequestOutcome['policy'];
      texts: WrittenText | null;
    }
  | Extract<StaffDecision, { result: 'refused' | 'moreInformation' }>;

export const kindOf = ({ kind, proposalId }: Pick<RequestRow, 'kind' | 'proposalId'>): RequestKind =>
  kind ?? (proposalId === null ? 'figures' : 'offer');

/** `kindOf` in SQL; null where no request is joined. */
export const kindInSql: SQL<RequestKind | null> = sql`case
  when ${changeRequests.id} is null then null
  when ${changeRequests.kind} is not null then ${changeRequests.kind}
  when ${changeRequests.proposalId} is null then 'figures'
  else 'offer' end`;

/** The state of a request, as customers and staff read it. */
export const stateOf = ({
  state,
  awaitsCustomer,
}: Pick<RequestRow, 'state' | 'awaitsCustomer'>): RequestState => {
  if (state === 'pending') return awaitsCustomer ? 'moreInformation' : 'open';
  return state === 'confirmed' ? 'accepted' : state;
};

/** Who settles a request, by the kinds that are left to the core system. */
export const settlerOf = (
  request: Pick<RequestRow, 'kind' | 'proposalId'>,
  byCore: readonly SettledKind[],
): Settler => (byCore.includes(kindOf(request)) ? 'core' : 'staff');

/** Whether the core referred or declined the request, so that staff decide. */
export const isLeftToPeople = ({ act }: Pick<RequestRow, 'act'>): boolean =>
  act?.state === 'referred' || act?.state === 'declined';

/**
 * Who settles a request now: staff also decide what the core has referred or declined, and nobody but the core what it has been
 * asked for and not answered yet.
 */
export const settlerNow = (
  request: Pick<RequestRow, 'kind' | 'proposalId' | 'act'>,
  byCore: readonly SettledKind[],
): Settler => {
  if (request.act?.state === 'asked') return 'core';
  return isLeftToPeople(request) ? 'staff' : settlerOf(request, byCore);
};

/** The rules of the front itself, which settled requests in earlier releases. */
const ownRules = 'rules';

/** Who settled a request: staff, another system, or rules. */
export const settlerKindOf = (by: SettledBy): Settler | 'rule' =>
  by.kind === 'core' && by.source === ownRules ? 'rule' : by.kind;

/** Whether rules, ours or the core's, have settled a request. */
export const isByRule = (by: SettledBy): boolean => by.kind === 'core' && by.edition !== undefined;

/** The name of who settled a request, as staff read it. */
export const settlerNameOf = (by: SettledBy, language: Language): string => {
  if (by.kind === 'staff') return by.name;
  const { edition, source } = by;
  return edition === undefined ? source : textsIn(language)('requestCase|byRules', { edition });
};

/** What we wrote about the outcome, after the legal ground on which an accepted offer is refused. */
const reasonOf = ({ outcome }: RequestRow, language: Language): string | null => {
  const text = outcome?.texts?.[language] ?? null;
  if (!outcome?.ground) return text;
  return [textsIn(language)(`refusalGround|${outcome.ground}`), text].filter(Boolean).join('\n');
};

/** Whether an acceptance of the request comes with a new policy: of an offer, or of a product to add. */
const issuesPolicy = (request: RequestRow): boolean =>
  kindOf(request) === 'offer' || Boolean(detailsOf(request)?.product);

/** Whether a request withdraws from a contract before its cover has begun, so that there is no last day of cover. */
export const neverBegan = (request: Pick<RequestRow, 'kind' | 'after'>): boolean =>
  request.kind === 'withdraw' && detailsOf(request)?.lastDay === null;

/**
 * A request as its customer reads it.
 * @param retractable ids of requests that the customer can take back
 */
export const statusOf = (
  request: RequestRow,
  language: Language,
  retractable: ReadonlySet<string>,
): RequestStatus => {
  const { id, outcome, messages } = request;
  return {
    id,
    kind: kindOf(request),
    state: stateOf(request),
    requestedAt: isoInstant(request.createdAt),
    settledAt: isoInstantOrNull(request.settledAt),
    effectiveOn: outcome?.effectiveOn ?? request.effectiveOn,
    premiumPerYear: outcome?.premium ?? null,
    text: reasonOf(request, language),
    policy: outcome?.policy ?? null,
    ...(request.applyOn !== null && { appliesOn: request.applyOn }),
    ...(outcome?.result === 'accepted' && issuesPolicy(request) && { newPolicy: true }),
    ...(outcome?.result === 'accepted' && neverBegan(request) && { neverBegan: true }),
    messages: messages.map(({ fromUs, author, texts, at }) => ({
      fromUs,
      author,
      text: texts[language],
      at: isoInstant(at),
    })),
    facts:
      kindOf(request) === 'figures'
        ? figureChanges(textsIn(language), request.before, request.after)
        : factsOf(request, language),
    retractable: retractable.has(id),
    ...(request.act && { hasReceipt: true }),
  };
};

/** Days that a settled request is still shown where it was made. */
const newsDays = 90;

/** Whether a request is still to be shown beside the policy: unsettled, settled lately, or not yet in effect. */
export const isNews = ({ settledAt, applyOn }: RequestRow, now: Date): boolean =>
  settledAt === null ||
  applyOn !== null ||
  new Date(settledAt).getTime() > now.getTime() - newsDays * 86_400_000;

const isSameText = (one: WrittenText | null, other: WrittenText | null): boolean =>
  one?.is === other?.is && one?.en === other?.en;

/**
 * Whether a decision says what is already recorded. Values that the decision leaves open, such as the policy that we
 * issue ourselves, are not compared.
 */
export const isRecorded = (request: RequestRow, decision: Decision): boolean => {
  const { outcome } = request;
  if (decision.result === 'moreInformation') {
    const last = request.messages.at(-1);
    return (
      request.state === 'pending' &&
      request.awaitsCustomer &&
      last !== undefined &&
      isSameText(last.texts, decision.texts)
    );
  }
  if (outcome?.result !== decision.result || !isSameText(outcome.texts, decision.texts)) return false;
  if (decision.result === 'refused') return outcome.ground === decision.ground;
  const { effectiveOn, premium } = decision;
  return (
    (effectiveOn === null || outcome.effectiveOn === effectiveOn) &&
    (premium === null || outcome.premium === premium) &&
    (decision.policy === null ||
      (outcome.policy?.id === decision.policy.id && outcome.policy.number === decision.policy.number))
  );
};
