import type { complaintCalls, RegisteredComplaint } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { z } from 'zod';
import { auditStaff } from '../platform/audit.ts';
import { employeeOf } from '../platform/caller.ts';
import { defineCursor, positionParts } from '../platform/cursor.ts';
import { sendFile } from '../platform/file-response.ts';
import { isoInstant } from '../platform/instant.ts';
import { maxRows, pageOf, rowsToRead } from '../platform/paging.ts';
import type { Handlers } from '../platform/registrar.ts';
import { registerFile } from './register-file.ts';
import { createRegisterStore, type RegisterPosition, type RegisterRow } from './register-store.ts';

const cursors = defineCursor<RegisterPosition | null>(
  z.tuple([positionParts.instant, positionParts.id]),
  null,
);

const registeredOf = ({ id: _, receivedAt: __, ...row }: RegisterRow): RegisteredComplaint => row;

/** The register of complaints, as supervisors and auditors read it (rule RIGHT-2). Each reading is an event of the audit. */
export const registerHandlers = ({
  database: { db },
  clock,
}: {
  database: Database;
  clock: Clock;
}): Handlers<Pick<typeof complaintCalls, 'complaintRegister'>> => {
  const store = createRegisterStore(db);
  return {
    complaintRegister: async ({ query, language, fileType, request, reply }) => {
      const employee = employeeOf(request);
      const now = clock.now();
      const today = dayOfInstant(now);
      const present = Number(today.slice(0, 4));
      const { limit, cursor, year = present } = query;
      const list = String(year);
      const facts = { actor: employee.id, year, ...(fileType && { file: fileType }) };
      await auditStaff(db, request, facts, 'complaint.register');
      if (fileType) {
        const rows = await store.list(year, employee, { today, after: null, limit: maxRows });
        const file = await registerFile(fileType, { year, rows: rows.map(registeredOf) }, { language, now });
        sendFile(reply, fileType, file.name, file.content);
        return undefined;
      }
      const after = cursors.read(cursor, list);
      const rows = await store.list(year, employee, { today, after, limit: rowsToRead(limit) });
      const { page, nextCursor } = pageOf(rows, limit, ({ receivedAt, id }) =>
        cursors.write([isoInstant(receivedAt), id], list),
      );
      const years = [...new Set([present, ...(await store.years())])].toSorted((a, b) => b - a);
      return {
        ...{ year, years, ...(await store.figures(year, today)) },
        ...{ items: page.map(registeredOf), nextCursor },
      };
    },
  };
};
