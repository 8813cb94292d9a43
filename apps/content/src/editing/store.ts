import type { Db } from '@hofn/database';
import { contentAudit } from '@hofn/database/schema/content.ts';
import { documentStore } from './store/documents.ts';
import { masterStore } from './store/masters.ts';
import { releaseStore } from './store/releases.ts';

export type { DocumentRow, VersionRow } from './store/documents.ts';
export type { MasterRow } from './store/masters.ts';
export type { DraftDetails, DraftRow, ReleaseRow } from './store/releases.ts';

export type AuditRow = Omit<typeof contentAudit.$inferInsert, 'id'>;
export type EditingStore = ReturnType<typeof createEditingStore>;

/** Database access for editing. `db` is the transaction of one write. */
export const createEditingStore = (db: Db) => ({
  ...documentStore(db),
  ...releaseStore(db),
  ...masterStore(db),

  audit: async (row: AuditRow): Promise<void> => {
    await db.insert(contentAudit).values(row);
  },
});
