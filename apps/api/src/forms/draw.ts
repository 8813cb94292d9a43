import { cases, type Db, submissions } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { dayOfInstant } from '@hofn/texts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { openWorkItem } from '../work-items/open-work-item.ts';
import { lottery } from './lottery.ts';

/** Time of the day of the draw by which the winner is called. */
const callBy = 'T17:00:00.000Z';

/**
 * Draws an entry for each answer of the Christmas draw, once, from the day of the draw on. Which answer is right is known only to
 * staff, who get a case about each entry that was drawn: they call the one with the right answer, and close the others.
 * @param random an integer from 0 up to, and without, its argument
 */
export const drawLottery = async ({
  db,
  clock,
  logger,
  random,
}: {
  db: Db;
  clock: Clock;
  logger: Logger;
  random: (below: number) => number;
}): Promise<void> => {
  const now = clock.now();
  if (dayOfInstant(now) < lottery.draw) return;
  await db.transaction(async (tx) => {
    const entries = await tx
      .select({
        id: submissions.id,
        language: submissions.language,
        answer: sql<string>`${submissions.fields} ->> 'answer'`,
      })
      .from(submissions)
      .where(and(eq(submissions.kind, 'lottery'), sql`starts_with(${submissions.once}, ${`${lottery.id} `})`))
      .orderBy(asc(submissions.id));
    const ids = entries.map(({ id }) => id);
    const isDrawn =
      ids.length > 0 &&
      (await tx.$count(cases, and(eq(cases.kind, 'form'), inArray(cases.matterId, ids)))) > 0;
    if (isDrawn) return;
    for (const [, sameAnswer] of Map.groupBy(entries, ({ answer }) => answer)) {
      const drawn = sameAnswer[random(sameAnswer.length)];
      if (!drawn) continue;
      const { id, language } = drawn;
      const dueAt = new Date(lottery.draw + callBy);
      await openWorkItem(tx, { kind: 'form', matterId: id, language, openedAt: now, dueAt });
    }
    if (entries.length > 0) logger.info({ lottery: lottery.id, entries: entries.length }, 'lottery drawn');
  });
};
