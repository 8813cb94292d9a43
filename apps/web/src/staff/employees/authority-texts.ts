import type { Authority } from '@hofn/contracts/authorities.ts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import type { IconName, TagKind } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';

/** How each state of authority looks. */
export const stateLooks: Record<Authority['state'], { kind: TagKind; icon: IconName }> = {
  waiting: { kind: 'info', icon: 'clock' },
  holds: { kind: 'success', icon: 'done' },
  coming: { kind: 'info', icon: 'clock' },
  over: { kind: 'neutral', icon: 'close' },
  ended: { kind: 'neutral', icon: 'close' },
};

/** What authority is for, and who gave, confirmed, lowered and ended it, in words. */
export const useAuthorityTexts = () => {
  const t = useTexts<'staff'>();
  const dayOf = (at: string) => formatDate(t.language, dayOfInstant(new Date(at)), 'medium');
  return {
    /** The act and the line. */
    whatOf: ({ act, line }: Pick<Authority, 'act' | 'line'>): string =>
      `${t(`authorityAct|${act}`)}, ${line === null ? t('authorities|allLines') : t(`employees|line.${line}`)}`,
    daysOf: ({ from, to }: Pick<Authority, 'from' | 'to'>): string => {
      const first = formatDate(t.language, from, 'medium');
      return to === null
        ? t('authorities|since', { from: first })
        : t('authorities|between', { from: first, to: formatDate(t.language, to, 'medium') });
    },
    /** Who did what, a line each. */
    stepsOf: ({ given, confirmed, lowered, ended }: Authority): string[] => [
      t('authorities|givenBy', { name: given.by, date: dayOf(given.at) }),
      ...(confirmed ? [t('authorities|confirmedBy', { name: confirmed.by, date: dayOf(confirmed.at) })] : []),
      ...(lowered ? [t('authorities|loweredBy', { name: lowered.by, date: dayOf(lowered.at) })] : []),
      ...(ended ? [t('authorities|endedBy', { name: ended.by, date: dayOf(ended.at) })] : []),
    ],
  };
};
