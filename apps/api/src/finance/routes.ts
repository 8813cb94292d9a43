import { type CoreLedgerPeriod, type financeCalls, longestLedgerPeriod } from '@hofn/contracts';
import { daysBetween } from '@hofn/domain';
import { dayOfInstant } from '@hofn/texts';
import { z } from 'zod';
import type { CorePort } from '../core/port.ts';
import { auditStaff } from '../platform/audit.ts';
import { employeeOf } from '../platform/caller.ts';
import { defineCursor, positionParts } from '../platform/cursor.ts';
import { Fault } from '../platform/fault.ts';
import { sendFile } from '../platform/file-response.ts';
import { maxRows, pageOf, rowsToRead } from '../platform/paging.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { Services } from '../services.ts';
import { hiddenGroups } from './hidden-groups.ts';
import { accountsFile, postingsFile } from './ledger-file.ts';
import { filterOf, movementOf } from './movements.ts';
import { movementsFile } from './movements-file.ts';
import { createMovementsStore, type MoneyPosition, type MoneyRow } from './movements-store.ts';
import { readPostings, readSummary } from './read-ledger.ts';

const cursors = defineCursor<MoneyPosition | null>(z.tuple([positionParts.day, positionParts.id]), null);

/** @throws Fault `validation` naming `to` */
const checkPeriod = ({ from, to }: CoreLedgerPeriod): void => {
  if (to < from) throw new Fault('validation', { fields: [{ path: 'to', reason: 'toBeforeFrom' }] });
  if (daysBetween(from, to) >= longestLedgerPeriod)
    throw new Fault('validation', {
      fields: [{ path: 'to', reason: 'periodTooLong', params: { days: longestLedgerPeriod } }],
    });
};

/** What finance sees of money (rule DESK-12). Each reading is an event of the audit. */
export const financeHandlers = ({
  db,
  clock,
  core,
}: Pick<Services, 'db' | 'clock'> & { core: CorePort | undefined }): Handlers<typeof financeCalls> => {
  const store = createMovementsStore(db);
  return {
    moneyMovements: async ({ query, language, fileType, request, reply }) => {
      const employee = employeeOf(request);
      const now = clock.now();
      const { limit, cursor, ...asked } = query;
      const filter = filterOf(asked, dayOfInstant(now));
      const reader = { employee, language };
      const list = JSON.stringify([employee.id, filter]);
      const after = cursors.read(cursor, list);
      const { direction, state, from, to } = filter;
      await auditStaff(
        db,
        request,
        {
          ...{ actor: employee.id, from: from ?? 'all', to: to ?? 'all' },
          ...(direction && { direction }),
          ...(state && { state }),
          ...(fileType && { file: fileType }),
        },
        'finance.payments',
      );
      const shown = async (rows: readonly MoneyRow[]) => {
        const ids = rows.flatMap(({ case_id: id, withheld }) => (id === null || withheld ? [] : [id]));
        const openable = await store.openable(ids, reader);
        return rows.map((row) => movementOf(row, openable, language));
      };
      if (fileType) {
        const rows = await store.list(filter, reader, { after: null, limit: rowsToRead(maxRows) });
        // A file that ends without saying so would be taken for the whole.
        if (rows.length > maxRows)
          throw new Fault('validation', {
            fields: [{ path: 'to', reason: 'tooManyLines', params: { max: maxRows } }],
          });
        const file = await movementsFile(fileType, await shown(rows), { language, now });
        sendFile(reply, fileType, file.name, file.content);
        return undefined;
      }
      const [rows, sums, hanging] = await Promise.all([
        store.list(filter, reader, { after, limit: rowsToRead(limit) }),
        store.sums(filter, reader),
        store.countHanging(employee),
      ]);
      const { page, nextCursor } = pageOf(rows, limit, ({ day, key }) => cursors.write([day, key], list));
      return { from, to, hanging, sums, items: await shown(page), nextCursor };
    },

    ledger: async ({ query: period, language, fileType, request, reply }) => {
      const employee = employeeOf(request);
      checkPeriod(period);
      if (!core) throw new Fault('coreNotConnected');
      const facts = { actor: employee.id, ...period, ...(fileType && { file: fileType }) };
      await auditStaff(db, request, facts, 'finance.ledger');
      const summary = await readSummary(core, period);
      if (fileType === 'text/csv') {
        const groups = await readPostings(core, period);
        const names = new Map(summary.accounts.map(({ account, name }) => [account, name[language]]));
        const isHidden = await hiddenGroups(db, employee, groups);
        const file = postingsFile(groups, { language, period, names, isHidden });
        sendFile(reply, fileType, file.name, file.content);
        return undefined;
      }
      if (fileType) {
        const file = await accountsFile(summary, { language, period, now: clock.now() });
        sendFile(reply, fileType, file.name, file.content);
        return undefined;
      }
      const accounts = summary.accounts.map((one) => ({ ...one, name: one.name[language] }));
      return { ...period, ...summary, accounts };
    },
  };
};
