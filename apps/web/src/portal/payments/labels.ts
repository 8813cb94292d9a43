import type { Instalment } from '@hofn/contracts';
import type { Translate } from '@hofn/texts';
import type { portal } from '@hofn/texts/catalogue/is/portal.ts';
import type { IconName, TagKind } from '@hofn/ui';

/** Text key and tag of each state; only states that need attention get a background. */
export const stateLook = {
  overdue: { key: 'paymentStatus|overdue', kind: 'danger', icon: 'stop' },
  due: { key: 'paymentStatus|unpaid', kind: 'warning', icon: 'clock' },
  processing: { key: 'paymentStatus|processing', kind: 'info', icon: 'clock' },
  upcoming: { key: 'paymentStatus|upcoming', kind: 'neutral', icon: 'clock' },
  paid: { key: 'paymentStatus|paid', kind: 'success', icon: 'done', isSubtle: true },
} as const satisfies Record<
  Instalment['state'],
  { key: string; kind: TagKind; icon: IconName; isSubtle?: boolean }
>;

/** Text key of each payment method. */
export const methodKey = {
  ccard: 'payment|methodCard',
  bank: 'payment|methodBank',
  claim: 'payment|methodClaim',
} as const satisfies Record<Instalment['method'], string>;

/** Begins with a small letter, and stays on one line of text. */
const instalmentInLine = (instalment: string): string =>
  (instalment.charAt(0).toLowerCase() + instalment.slice(1)).replaceAll(' ', '\u00a0');

/** What an instalment is for, in one line. */
export const nameOf = (t: Translate<typeof portal>, { policy, sequence, sequenceOf }: Instalment): string =>
  `${policy ? `${policy.name}, ${policy.number}` : t('payment|allPolicies')}, ${instalmentInLine(t('payment|instalment', { n: sequence, total: sequenceOf }))}`;

/** Whether an instalment can be paid now. */
export const canBePaid = ({ state, total }: Instalment): boolean =>
  total > 0 && (state === 'overdue' || state === 'due' || state === 'upcoming');
