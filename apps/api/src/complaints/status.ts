import type { ComplaintStatus } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { isoInstantOrNull } from '../platform/instant.ts';
import { aboutTitle } from './letter.ts';
import { createComplaintStore } from './store.ts';

/** What has become of the customer's complaints with these ids, as they read it; the note for staff is not among it. */
export const complaintStatuses = async (
  db: Db,
  customerId: string,
  ids: readonly string[],
  language: Language,
): Promise<{ id: string; text: string; status: ComplaintStatus }[]> => {
  if (ids.length === 0) return [];
  const rows = await createComplaintStore(db).list(customerId, ids);
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      text: row.text,
      status: {
        about: (await aboutTitle(db, row, language)) ?? null,
        wishes: row.wishes,
        dueOn: row.dueOn,
        outcome: row.outcome,
        decidedAt: isoInstantOrNull(row.decidedAt),
        decidedBy: row.decidedByName,
        letter: row.letter,
        language: row.language,
      },
    })),
  );
};
