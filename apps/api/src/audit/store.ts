import type { AuditEvent } from '@hofn/contracts';
import { auditChain, auditEvents, coreClients, customers, type Db, employees } from '@hofn/database';
import { foldForSearch } from '@hofn/texts';
import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { isoInstant } from '../platform/instant.ts';
import { folded } from '../platform/sql.ts';

export type AuditFilter = {
  /** Id of the customer whose data the events are about. */
  customer?: string | undefined;
  /** Id of an actor, or a part of an employee's name or username. */
  actor?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export const createAuditStore = (db: Db) => {
  /** The names of employees, customers and systems are read when shown: the events have ids only. */
  const actorName = sql<string | null>`case ${auditEvents.actorKind}
    when 'employee' then (select ${employees.fullName} from ${employees} where ${employees.id} = ${auditEvents.actorId})
    when 'service' then (select ${coreClients.source} from ${coreClients} where ${coreClients.id} = ${auditEvents.actorId})
    when 'customer' then (select ${customers.fullName} from ${customers} where ${customers.id} = ${auditEvents.actorId})
  end`;
  const isActor = (text: string): SQL | undefined => {
    const named = db
      .select({ id: employees.id })
      .from(employees)
      .where(
        or(
          eq(employees.username, text.toLowerCase()),
          sql`position(${foldForSearch(text)} in ${folded(sql`${employees.fullName}`)}) > 0`,
        ),
      );
    return or(eq(auditEvents.actorId, text), inArray(auditEvents.actorId, named));
  };
  const matches = ({ customer, actor, action, from, to }: AuditFilter) =>
    and(
      customer === undefined ? undefined : eq(auditEvents.subjectId, customer),
      actor ? isActor(actor) : undefined,
      action === undefined ? undefined : eq(auditEvents.action, action),
      // Iceland keeps UTC all year, so a day begins at midnight UTC; a range lets the index be used.
      from === undefined
        ? undefined
        : sql`${auditEvents.at} >= (${from}::date)::timestamp at time zone 'UTC'`,
      to === undefined ? undefined : sql`${auditEvents.at} < (${to}::date + 1)::timestamp at time zone 'UTC'`,
    );
  return {
    /** Events that match, newest first, before an id. */
    list: async (
      filter: AuditFilter,
      { before, limit }: { before: number | null; limit: number },
    ): Promise<AuditEvent[]> => {
      const rows = await db
        .select({
          event: auditEvents,
          seq: auditChain.seq,
          actorName,
          customerName: customers.fullName,
          customerSsn: customers.ssn,
        })
        .from(auditEvents)
        .innerJoin(auditChain, eq(auditChain.eventId, auditEvents.id))
        .leftJoin(customers, eq(customers.id, auditEvents.subjectId))
        .where(and(matches(filter), before === null ? undefined : lt(auditEvents.id, before)))
        .orderBy(desc(auditEvents.id))
        .limit(limit);
      return rows.map(({ event, seq, actorName, customerName, customerSsn }) => {
        const { actorKind, actorId, subjectId, at, ...rest } = event;
        return {
          ...rest,
          seq,
          at: isoInstant(at),
          actor: { kind: actorKind, id: actorId, name: actorName },
          customer: subjectId === null ? null : { id: subjectId, ssn: customerSsn, name: customerName },
        };
      });
    },
  };
};
