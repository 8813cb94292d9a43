import type { Instalment } from '@hofn/contracts';
import type { Translate } from '@hofn/texts';
import type { portal } from '@hofn/texts/catalogue/is/portal.ts';
import type { IconName, TagTone } from '@hofn/ui';

/** Key of a state's name, and how it looks; only what differs from the rest of a list has a ground. */
export const stateLook = {
  overdue: { key: 'paymentStatus|overdue', tone: 'danger', icon: 'stop' },
  due: { key: 'paymentStatus|unpaid', tone: 'warning', icon: 'clock' },
  processing: { key: 'paymentStatus|processing', tone: 'info', icon: 'clock' },
  upcoming: { key: 'paymentStatus|upcoming', tone: 'neutral', icon: 'clock' },
  paid: { key: 'paymentStatus|paid', tone: 'success', icon: 'done', quiet: true },
} as const satisfies Record<
  Instalment['state'],
  { key: string; tone: TagTone; icon: IconName; quiet?: boolean }
>;

/** Key of a method's name. */
export const methodKey = {
  ccard: 'payment|methodCard',
  bank: 'payment|methodBank',
  claim: 'payment|methodClaim',
} as const satisfies Record<Instalment['method'], string>;

/** What an instalment is for, in a line. */
export const nameOf = (t: Translate<typeof portal>, { policy, sequence, sequenceOf }: Instalment): string =>
  `${policy ? `${policy.name}, ${policy.number}` : t('payment|allPolicies')}, ${t('payment|instalment', { n: sequence, total: sequenceOf })}`;
