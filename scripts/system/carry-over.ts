import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CoreRequest, FactOutcome } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { insuranceCalendar, insuranceEvents, insuranceOutbox } from '@hofn/database/schema/insurance.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { AnyRecord } from '../../apps/core/src/book.ts';
import { fillInsurance } from '../../apps/core/src/opening.ts';
import { findCalendar } from '../../apps/core/src/store/calendar.ts';
import { saveConnection } from '../../apps/core/src/store/connection.ts';

/** `book.json` of releases in which the sandbox kept the insurance of the demo in one file. */
type OldBook = {
  today: string;
  daysAhead: number;
  openedOn: string;
  isOpening?: boolean;
  opened?: { at: string; loaded: number; refused: number };
  cursor: string | null;
  settlesByRule: boolean;
  nextPolicyNumber: number;
  accepted?: CoreRequest[];
  records: Array<AnyRecord & { answeredVersion: number }>;
  sent: Array<{ answer: FactOutcome | 'refused' }>;
  events: Array<{ id: string; at: string; type: string; data: Record<string, unknown> }>;
  handled: string[];
};

const bookFile = (folder: string): string => join(folder, 'book.json');

/** Whether an earlier release has left a book in the core's folder. */
export const hasOldBook = (folder: string): boolean => existsSync(bookFile(folder));

/**
 * Carries the demo of an earlier release over into an empty schema: the file stays as it is, for going back.
 * @returns whether there was one to carry over
 */
export const carryOver = async ({ db }: Pick<Database, 'db'>, folder: string): Promise<boolean> => {
  if (!hasOldBook(folder) || (await findCalendar(db))) return false;
  const old = JSON.parse(readFileSync(bookFile(folder), 'utf8')) as OldBook;
  const { today, daysAhead, openedOn, accepted = [], cursor, settlesByRule } = old;
  const records = old.records.map(
    ({ type, key, version, facts }) => ({ type, key, version, facts }) as AnyRecord,
  );
  await db.transaction(async (tx) => {
    await fillInsurance(tx, { today, openedOn, records, accepted });
    await tx.update(insuranceCalendar).set({ daysAhead });
    for (const { type, key, version, answeredVersion } of old.records)
      if (answeredVersion >= version)
        await tx
          .delete(insuranceOutbox)
          .where(and(eq(insuranceOutbox.type, type), eq(insuranceOutbox.key, key)));
    await saveConnection(tx, {
      ...{ cursor, settlesByRule, isOpening: old.isOpening === true },
      opened: old.opened ?? null,
    });
    // Shown again with what is known of them; the others only so that they are not handled twice.
    const shown = new Map(old.events.map((event) => [event.id, event]));
    for (const id of old.handled) {
      const { at, type, data } = shown.get(id) ?? {
        at: `${today}T00:00:00Z`,
        type: 'hofn.handled',
        data: {},
      };
      await tx.insert(insuranceEvents).values({ id, at, type, data }).onConflictDoNothing();
    }
    await tx.execute(sql`select setval('insurance.policy_numbers', ${old.nextPolicyNumber}, false)`);
  });
  return true;
};
