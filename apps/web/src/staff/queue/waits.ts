import type { CaseEvent, CaseLine } from '@hofn/contracts/cases.ts';
import { formatDate } from '@hofn/texts/format.ts';
import { dayOf, type Texts } from './labels.ts';

const dayText = (t: Texts, day: string) => formatDate(t.language, day, 'medium');

/** Who a case waits for, since when and until when: «Bíður eftir banka frá 20. nóv. til 27. nóv.» */
export const waitText = (t: Texts, { waits }: Pick<CaseLine, 'waits'>): string | null => {
  if (!waits) return null;
  const who = t(`caseWaits|for.${waits.for}`);
  const since = dayOf(t.language, waits.since);
  return waits.returned
    ? t('caseWaits|returned', { who, since })
    : t('caseWaits|row', { who, since, until: dayText(t, waits.until) });
};

/** The absence of who has a case, and who stands in. */
export const awayText = (
  t: Texts,
  { away, assignee }: Pick<CaseLine, 'away' | 'assignee'>,
): string | null => {
  if (!away || assignee === null) return null;
  const until = dayText(t, away.until);
  return away.deputy === null
    ? t('caseHandOver|rowAwayAlone', { name: assignee, until })
    : t('caseHandOver|rowAway', { name: assignee, until, deputy: away.deputy });
};

/** What an event says beside its kind: who is waited for, who was handed the case, who is mentioned. */
export const eventText = (t: Texts, { waits, to, mentions }: CaseEvent): string | null => {
  if (waits)
    return t('caseWaits|event', { who: t(`caseWaits|for.${waits.for}`), until: dayText(t, waits.until) });
  if (to !== undefined)
    return to === null ? t('caseHandOver|eventEveryone') : t('caseHandOver|eventTo', { name: to });
  return mentions ? t('caseNotes|mentions', { names: mentions.join(', ') }) : null;
};
