import { addDays } from '@hofn/domain';
import { formatDate, formatDateTime, type Language } from '@hofn/texts';
import { isoInstant } from '../platform/instant.ts';
import { textsIn } from '../platform/texts.ts';
import { otherPolicyTexts } from './policy-facts.ts';
import { neverBegan } from './requests.ts';
import type { RequestRow } from './store.ts';
import type { OtherPolicies } from './vehicle-policies.ts';

/**
 * The receipt of what was done at once: what was done and when, and what is a fact from now on.
 * @param done the settled request, the address that the receipt is sent to, and the policy's suspension
 */
export const doneOf = (
  {
    row,
    email,
    suspendedOn,
    others,
  }: { row: RequestRow; email: string | null; suspendedOn: string | null; others: OtherPolicies },
  language: Language,
): string[] => {
  const t = textsIn(language);
  const { kind, createdAt, outcome } = row;
  const effectiveOn = outcome?.effectiveOn ?? '';
  const lastDay = addDays(effectiveOn, -1);
  const date = formatDate(language, lastDay);
  const ends = kind === 'cancel' || kind === 'withdraw';
  const cover = () => {
    if (!ends) return t('byRule|from', { date: formatDate(language, effectiveOn) });
    if (neverBegan(row)) return t('policyRequest|then.never');
    if (suspendedOn !== null && suspendedOn <= lastDay)
      return t('policyRequest|next.suspended', { date, since: formatDate(language, suspendedOn) });
    return t('policyRequest|next.covered', { date });
  };
  return [
    t('byRule|done', { at: formatDateTime(language, isoInstant(createdAt)) }),
    cover(),
    ...otherPolicyTexts(others, language),
    t(email === null ? 'byRule|here' : 'byRule|email', { email: email ?? '' }),
  ];
};
