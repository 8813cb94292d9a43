import { formatDate } from './format.ts';
import type { Language } from './language.ts';

/** When money is taken, and from what. */
type Collection = { day: string; from: 'card' | 'account' | 'customer' };
type Key = 'payment|fromCard' | 'payment|fromAccount' | 'payment|fromCustomer';

const keys = {
  card: 'payment|fromCard',
  account: 'payment|fromAccount',
  customer: 'payment|fromCustomer',
} as const satisfies Record<Collection['from'], Key>;

/** «Verður skuldfært af korti 1. desember 2026»: the same text on screens, documents and in e-mails (rule LIFE-30). */
export const collectionText = (
  t: ((key: Key, params: { date: string }) => string) & { language: Language },
  { day, from }: Collection,
): string => t(keys[from], { date: formatDate(t.language, day) });
