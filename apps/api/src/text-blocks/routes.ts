import { randomUUID } from 'node:crypto';
import { caseKind, type TextBlock, type TextBlockList, type textBlockCalls } from '@hofn/contracts';
import type { Database, Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { unknownFieldIn } from '@hofn/domain/text-blocks.ts';
import { auditStaff } from '../platform/audit.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { employeeOf } from '../platform/caller.ts';
import { Fault, type FieldFault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import { isoInstant } from '../platform/instant.ts';
import type { Handlers } from '../platform/registrar.ts';
import { createTextBlockStore, type TextBlockVersionRow } from './store.ts';

type Written = Pick<TextBlock, 'name' | 'kind' | 'is' | 'en'>;

const mayChange = ({ roles }: StaffMember): boolean =>
  roles.includes('supervisor') || roles.includes('admin');

const textsOf = (row: TextBlockVersionRow): Omit<TextBlock, 'id'> => ({
  version: row.version,
  name: row.name,
  // A kind that only a later release knows is none here.
  kind: caseKind.nullable().catch(null).parse(row.caseKind),
  is: row.textIs,
  en: row.textEn,
  by: row.writtenBy,
  at: isoInstant(row.writtenAt),
});

const auditedOf = ({ version, name }: Pick<TextBlockVersionRow, 'version' | 'name'>) => ({ version, name });

/** Text blocks for replies to cases (rule DESK-6). */
export const textBlockHandlers = ({
  database: { db },
  clock,
  idempotently,
}: {
  database: Database;
  clock: Clock;
  idempotently: Idempotently;
}): Handlers<typeof textBlockCalls> => {
  const store = createTextBlockStore(db);

  const listFor = async (employee: StaffMember, tx: Db = db): Promise<TextBlockList> => ({
    items: (await store.current(tx)).map((row) => ({ id: row.blockId, ...textsOf(row) })),
    handler: employee.name,
    mayChange: mayChange(employee),
  });

  /** @throws Fault `validation` naming a name that is taken, or a text with a field that there is not */
  const check = async (tx: Db, id: string, body: Written): Promise<void> => {
    const fields: FieldFault[] = (['is', 'en'] as const).flatMap((path) => {
      const name = unknownFieldIn(body[path]);
      return name === undefined ? [] : { path, reason: 'unknownBlockField', params: { name } };
    });
    if (await store.isTaken(tx, body.name, id)) fields.push({ path: 'name', reason: 'blockNameTaken' });
    if (fields.length > 0) throw new Fault('validation', { fields });
  };

  const versionOf = (blockId: string, { name, kind, is, en }: Written, { name: writtenBy }: StaffMember) => ({
    ...{ blockId, name, caseKind: kind, textIs: is, textEn: en },
    ...{ writtenBy, writtenAt: clock.now().toISOString() },
  });

  /** @throws Fault `notFound` for one out of use, `conflict` when it has changed since the version that was read */
  const lockedAt = async (tx: Db, id: string, version: number): Promise<TextBlockVersionRow> => {
    await store.lock(tx);
    const row = await store.find(tx, id);
    if (!row) throw new Fault('notFound');
    if (row.version !== version) throw new Fault('conflict');
    return row;
  };

  return {
    textBlocks: ({ request }) => listFor(employeeOf(request)),

    addTextBlock: ({ body, request }) => {
      const employee = employeeOf(request);
      const context = { actor: { id: employee.id }, subject: { id: 'textBlocks' } };
      return idempotently({ context, body, request }, async (tx) => {
        await store.lock(tx);
        const id = randomUUID();
        await check(tx, id, body);
        await store.add(tx, versionOf(id, body, employee));
        const after = auditedOf({ version: 1, name: body.name });
        const event = { actor: employee.id, object: { textBlock: id }, after };
        await auditStaff(tx, request, event, 'staff.textBlock');
        return listFor(employee, tx);
      });
    },

    changeTextBlock: ({ params: { id }, body, request }) => {
      const employee = employeeOf(request);
      const context = { actor: { id: employee.id }, subject: { id } };
      return idempotently({ context, body, request }, async (tx) => {
        const before = await lockedAt(tx, id, body.version);
        await check(tx, id, body);
        await store.change(tx, before.version, versionOf(id, body, employee));
        const after = auditedOf({ version: before.version + 1, name: body.name });
        const event = { actor: employee.id, object: { textBlock: id }, before: auditedOf(before), after };
        await auditStaff(tx, request, event, 'staff.textBlock');
        return listFor(employee, tx);
      });
    },

    retireTextBlock: ({ params: { id }, body, request }) => {
      const employee = employeeOf(request);
      const context = { actor: { id: employee.id }, subject: { id } };
      return idempotently({ context, body, request }, async (tx) => {
        const before = await lockedAt(tx, id, body.version);
        await store.retire(tx, id, clock.now().toISOString());
        const event = { actor: employee.id, object: { textBlock: id }, before: auditedOf(before) };
        await auditStaff(tx, request, event, 'staff.textBlock');
        return listFor(employee, tx);
      });
    },

    textBlockVersions: async ({ params: { id } }) => {
      const found = await store.versions(id);
      if (found.length === 0) throw new Fault('notFound');
      return { items: found.map(({ row, uses }) => ({ ...textsOf(row), uses })) };
    },
  };
};
