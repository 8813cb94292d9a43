import { formatDate } from './format.ts';
import type { Language } from './language.ts';

/** What the sentence about a policy's status depends on. */
export type StatusOfPolicy = {
  status: 'active' | 'pending' | 'renewing' | 'cancelled' | 'expired' | 'lapsed' | 'suspended';
  group: string;
  inForce: boolean;
  since: string | null;
  validFrom: string;
  validTo: string;
  renewsOn: string | null;
  planned: {
    kind: 'suspend' | 'cancel' | 'withdraw' | 'replace';
    lastDay: string;
    isRequested: boolean;
  } | null;
};

/** The day after a day, without the calendar of the domain, which texts do not depend on. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** The variant of a policy whose end or suspension lies ahead. */
const plannedVariant = (
  { kind, isRequested }: NonNullable<StatusOfPolicy['planned']>,
  { group, isOwn }: { group: string; isOwn: boolean },
) => {
  if (kind === 'suspend') return group === 'vehicles' ? 'suspendsVehicle' : 'suspends';
  if (kind === 'replace') return 'replaced';
  const isByReader = isOwn && isRequested;
  if (kind === 'withdraw') return isByReader ? 'withdrawnByYou' : 'withdrawn';
  return isByReader ? 'cancelledByYou' : 'cancelled';
};

const variantOf = (policy: StatusOfPolicy, isOwn: boolean) => {
  const { status, group, inForce, since, validFrom, renewsOn, planned } = policy;
  if (planned) return plannedVariant(planned, { group, isOwn });
  switch (status) {
    case 'active':
      return renewsOn === null ? 'activeUntil' : 'active';
    case 'suspended':
      return group === 'vehicles' ? 'suspendedVehicle' : 'suspended';
    case 'cancelled':
      if (inForce) return 'cancelled';
      return since !== null && since < validFrom ? 'cancelledBefore' : 'cancelledOver';
    case 'pending':
    case 'renewing':
    case 'expired':
    case 'lapsed':
      return status;
  }
};
type Key = `policyStatusText|${ReturnType<typeof variantOf>}`;

/**
 * What a policy's status means: whether the cover holds, until when, and what to do; a suspension or an end that lies ahead
 * comes first. Screens, documents and lists say it in the same words (rule LIFE-1).
 * @param isOwn whether the reader is the holder, who may have asked for it; documents are shown to others too
 */
export const policyStatusText = (
  t: ((key: Key, params: Record<'from' | 'until' | 'since', string>) => string) & { language: Language },
  policy: StatusOfPolicy,
  { isOwn = false }: { isOwn?: boolean } = {},
): string => {
  const day = (date: string) => formatDate(t.language, date);
  const until = policy.planned?.lastDay ?? policy.validTo;
  return t(`policyStatusText|${variantOf(policy, isOwn)}`, {
    from: day(policy.planned ? dayAfter(until) : policy.validFrom),
    until: day(until),
    since: day(policy.since ?? policy.validTo),
  });
};
