import type { auditCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { z } from 'zod';
import { auditStaff } from '../platform/audit.ts';
import { employeeOf } from '../platform/caller.ts';
import { defineCursor } from '../platform/cursor.ts';
import { Fault } from '../platform/fault.ts';
import { sendFile } from '../platform/file-response.ts';
import { maxRows, pageOf, rowsToRead } from '../platform/paging.ts';
import type { Handlers } from '../platform/registrar.ts';
import { auditFile } from './list-file.ts';
import { createAuditStore } from './store.ts';

const cursors = defineCursor<number | null>(z.int(), null);

/** The audit, as employees with the role auditor read it (rule HOLD-14). Each reading is an event itself. */
export const auditHandlers = ({
  database: { db },
  clock,
}: {
  database: Database;
  clock: Clock;
}): Handlers<typeof auditCalls> => {
  const store = createAuditStore(db);
  return {
    audit: async ({ query, language, fileType, request, reply }) => {
      const { id: actor } = employeeOf(request);
      const { limit, cursor, ...filter } = query;
      const { from, to, customer } = filter;
      if (from !== undefined && to !== undefined && to < from)
        throw new Fault('validation', { fields: [{ path: 'to', reason: 'toBeforeFrom' }] });
      const list = JSON.stringify([filter]);
      const range = fileType
        ? { before: null, limit: maxRows }
        : { before: cursors.read(cursor, list), limit: rowsToRead(limit) };
      const rows = await store.list(filter, range);
      const facts = {
        actor,
        ...(customer !== undefined && { subject: customer }),
        ...(Object.keys(filter).length > 0 && { filter }),
        ...(fileType && { file: fileType }),
      };
      await auditStaff(db, request, facts, 'audit.read');
      if (fileType) {
        const file = await auditFile(fileType, rows, { language, now: clock.now() });
        sendFile(reply, fileType, file.name, file.content);
        return undefined;
      }
      const { page, nextCursor } = pageOf(rows, limit, ({ id }) => cursors.write(id, list));
      return { items: page, nextCursor };
    },
  };
};
