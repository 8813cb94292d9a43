import type { Purchase } from '@hofn/contracts';

type Answered = Pick<
  Purchase,
  'insured' | 'doubles' | 'needs' | 'documentsRead' | 'firstDay' | 'firstDays' | 'card'
>;

/** The first step, from 0, that something is missing in; undefined when everything is there. */
export const missingStep = (purchase: Answered): number | undefined => {
  const { insured, doubles, needs, documentsRead, firstDay, firstDays, card } = purchase;
  if (insured === null || doubles) return 0;
  if (needs === null) return 1;
  if (!documentsRead) return 2;
  const hasDay = firstDay !== null && firstDays.from <= firstDay && firstDay <= firstDays.to;
  return hasDay && card !== null ? undefined : 3;
};
