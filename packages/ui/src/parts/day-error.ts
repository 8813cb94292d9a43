import { type DayPart, dayFaults } from '@hofn/domain/day-entry.ts';
import { dateTexts } from '@hofn/texts/date-entry.ts';
import { formatDate } from '@hofn/texts/format.ts';
import type { Language } from '@hofn/texts/language.ts';

/** The invalid parts of a date field's value, with a message. Undefined for a complete date and for none. */
export const dayError = (
  language: Language,
  value: string,
): { parts: DayPart[]; message: string } | undefined => {
  const t = dateTexts(language);
  const faults = dayFaults(value);
  if (faults.length === 0) return undefined;
  const messages = faults.map(({ part, reason, days, month }) => {
    if (reason === 'missing') return t(`dateEntry|${part}Missing`);
    if (reason === 'range') return t(`dateEntry|${part}Range`);
    return t('dateEntry|dayLength', { days: days ?? 0, month: formatDate(language, month ?? '', 'month') });
  });
  return { parts: faults.map(({ part }) => part), message: messages.join('. ') };
};
