import { randomUUID } from 'node:crypto';
import type { authorityCalls } from '@hofn/contracts';
import { currentEmployees, type Database, type Db } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import type { z } from 'zod';
import { auditStaff } from '../platform/audit.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { employeeOf } from '../platform/caller.ts';
import { employeeIdOf } from '../platform/employee-id.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Handlers } from '../platform/registrar.ts';
import { authoritiesFor, hasRoleFor, stateOf } from './authority-list.ts';
import { type AuthorityRow, createAuthorityStore } from './authority-store.ts';

/** What the audit keeps of authority. */
const auditedOf = ({ act, line, upTo, validFrom, validTo }: AuthorityRow) => ({
  ...{ act, line, upTo, from: validFrom, to: validTo },
});

type ToGive = z.output<(typeof authorityCalls)['giveAuthority']['body']>;

/**
 * Adds authority that waits for a second administrator.
 * @throws Fault `ownAuthority`, `authorityWaiting`, `validation` naming `employee` or `to`
 */
const addAuthority = async (
  tx: Db,
  { body, caller, now }: { body: ToGive; caller: StaffMember; now: Date },
): Promise<{ id: string; employeeId: string }> => {
  const store = createAuthorityStore(tx);
  const today = dayOf(now);
  const { act, line, upTo, from, to } = body;
  const employeeId = employeeIdOf(body.employee);
  if (employeeId === caller.id) throw new Fault('ownAuthority');
  const person = (await currentEmployees(tx, today)).find(({ id }) => id === employeeId);
  if (!person || !hasRoleFor(person, act, line))
    throw new Fault('validation', { fields: [{ path: 'employee', reason: 'noAuthorityRole' }] });
  if (to !== null && to < today)
    throw new Fault('validation', { fields: [{ path: 'to', reason: 'dayPassed' }] });
  await store.lock(tx);
  const at = now.toISOString();
  await store.endUnconfirmed(tx, { employeeId, act, line }, { by: caller.name, at, today });
  if (await store.isWaiting(tx, { employeeId, act, line })) throw new Fault('authorityWaiting');
  const id = randomUUID();
  await store.add(tx, {
    ...{ id, employeeId, act, line, upTo, validFrom: from, validTo: to },
    ...{ givenBy: caller.id, givenByName: caller.name, givenAt: at },
  });
  return { id, employeeId };
};

/** Authority of employees by act, line and amount (rules ROLE-3 and ROLE-5). */
export const authorityHandlers = ({
  database: { db },
  clock,
  idempotently,
}: {
  database: Database;
  clock: Clock;
  idempotently: Idempotently;
}): Handlers<typeof authorityCalls> => {
  const store = createAuthorityStore(db);

  const listFor = (caller: StaffMember, tx: Db = db) => authoritiesFor(tx, caller, dayOf(clock.now()));

  /** @throws Fault `notFound`, `conflict` for authority that has ended */
  const lockedRow = async (tx: Db, id: string): Promise<AuthorityRow> => {
    await store.lock(tx);
    const row = await store.find(tx, id);
    if (!row) throw new Fault('notFound');
    if (row.endedAt !== null) throw new Fault('conflict');
    return row;
  };

  return {
    authorities: ({ request }) => listFor(employeeOf(request)),

    giveAuthority: ({ body, request }) => {
      const caller = employeeOf(request);
      const context = { actor: { id: caller.id }, subject: { id: body.employee } };
      return idempotently({ context, body, request }, async (tx) => {
        const { act, line, upTo, from, to } = body;
        const { id, employeeId } = await addAuthority(tx, { body, caller, now: clock.now() });
        const event = { actor: caller.id, object: { employee: employeeId }, act: 'give', authority: id };
        await auditStaff(tx, request, { ...event, after: { act, line, upTo, from, to } }, 'staff.authority');
        return listFor(caller, tx);
      });
    },

    confirmAuthority: ({ params: { id }, request }) => {
      const caller = employeeOf(request);
      const context = { actor: { id: caller.id }, subject: { id } };
      return idempotently({ context, body: null, request }, async (tx) => {
        const now = clock.now();
        const today = dayOf(now);
        const row = await lockedRow(tx, id);
        if (row.employeeId === caller.id) throw new Fault('ownAuthority');
        if (row.givenBy === caller.id) throw new Fault('secondAdministrator');
        if (stateOf(row, today) !== 'waiting') throw new Fault('conflict');
        const at = now.toISOString();
        await store.confirm(tx, id, caller, at);
        await store.replaceOthers(tx, row, { by: caller.name, at, today });
        const event = { actor: caller.id, object: { employee: row.employeeId }, act: 'confirm' };
        const details = { authority: id, givenBy: row.givenBy, after: auditedOf(row) };
        await auditStaff(tx, request, { ...event, ...details }, 'staff.authority');
        return listFor(caller, tx);
      });
    },

    endAuthority: ({ params: { id }, body, request }) => {
      const caller = employeeOf(request);
      const context = { actor: { id: caller.id }, subject: { id } };
      return idempotently({ context, body, request }, async (tx) => {
        const at = clock.now().toISOString();
        const row = await lockedRow(tx, id);
        const { upTo } = body;
        if (upTo === null) await store.end(tx, id, caller.name, at);
        else {
          if (row.confirmedAt === null) throw new Fault('conflict');
          if (upTo >= row.upTo)
            throw new Fault('validation', { fields: [{ path: 'upTo', reason: 'lowerAmount' }] });
          await store.lower(tx, id, upTo, caller.name, at);
        }
        const event = { actor: caller.id, object: { employee: row.employeeId }, authority: id };
        const change = {
          act: upTo === null ? 'end' : 'lower',
          before: auditedOf(row),
          ...(upTo !== null && { after: { ...auditedOf(row), upTo } }),
        };
        await auditStaff(tx, request, { ...event, ...change }, 'staff.authority');
        return listFor(caller, tx);
      });
    },
  };
};
