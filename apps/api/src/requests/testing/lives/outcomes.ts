import { changeRequests, type policies } from '@hofn/database';
import { eq } from 'drizzle-orm';
import type { Act, Life } from './life.ts';
import { keepPromise } from './promises.ts';

type PolicyRow = typeof policies.$inferSelect;

/** A request as it is stored. */
export const requestOf = async ({ on }: Life, { id }: Act) => {
  const [row] = await on.db.select().from(changeRequests).where(eq(changeRequests.id, id));
  if (!row) throw new Error(`no request ${id}`);
  return row;
};

/** Remembers what was recorded: what an acceptance promises, and whether it has been written or waits. */
export const noteOutcome = async (life: Life, act: Act, before?: PolicyRow): Promise<void> => {
  const { state, outcome, applyOn } = await requestOf(life, act);
  if (state === 'pending') return;
  if (state !== 'confirmed' || !outcome) {
    act.state = 'over';
    return;
  }
  const { effectiveOn, premium } = outcome;
  act.accepted = {
    ...{ effectiveOn: effectiveOn ?? act.effectiveOn, premium: premium ?? act.premium },
    ...{ premiumBefore: before?.premiumPerYear ?? 0, validToBefore: before?.validTo ?? '' },
  };
  act.state = 'waiting';
  if (applyOn === null) await keepPromise(life, act);
};
