import type { NextPeriod, Policy } from '@hofn/contracts';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { formatDifference } from '@hofn/texts/difference.ts';
import { textsIn } from '../platform/texts.ts';

/** What an e-mail says of a policy's next period: both premiums, why they differ, and until when it can be changed. */
export const renewalText = (
  { name, number, premiumPerYear, validTo }: Policy,
  { from, premiumPerYear: next, causes }: NextPeriod,
  language: Language,
): string => {
  const t = textsIn(language);
  const date = formatDate(language, from);
  const money = (amount: number) => formatMoney(language, amount);
  const why = causes.map(
    ({ id, amount }) => `${t(`renewal|cause.${id}`)}: ${formatDifference(language, amount)}`,
  );
  return [
    t('paper|renewalText', { policy: name, date }),
    [
      `${t('policy|number')}: ${number}`,
      `${t('renewal|now')}: ${money(premiumPerYear)}`,
      `${t('renewal|next', { date })}: ${money(next)}`,
    ].join('\n'),
    why.length === 0 ? t('renewal|same') : [`${t('renewal|causes')}:`, ...why].join('\n'),
    t('paper|renewalUntil', { date: formatDate(language, validTo) }),
  ].join('\n\n');
};
