import { earlierCoverOn } from '@hofn/domain/cover-history.ts';
import type { PolicyDetails } from './store.ts';

/** Covers and deductible by which a loss on a day is judged: those of that day, as the core tells them (rule INS-8). */
export const coverOnDay = (
  { covers, deductible, earlierCover }: Pick<PolicyDetails, 'covers' | 'deductible' | 'earlierCover'>,
  day: string,
): Pick<PolicyDetails, 'covers' | 'deductible'> => {
  const earlier = earlierCoverOn(earlierCover, day);
  if (!earlier) return { covers, deductible };
  return {
    covers: covers.map((cover) => {
      const then = earlier.covers.find(({ id }) => id === cover.id);
      return {
        ...cover,
        included: cover.isChoice ? then !== undefined : cover.included,
        sumInsured: then?.sumInsured ?? null,
        deductible: then?.deductible ?? null,
      };
    }),
    deductible: earlier.deductible,
  };
};
