import type { CaseKind } from '@hofn/contracts';
import { caseEvents, cases, type Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import {
  and,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { StaffMember } from '../platform/authorization.ts';
import { isOfKind } from '../platform/work-items.ts';
import { workItemLines } from '../work-items/lines-query.ts';
import { mayOpen } from '../work-items/may-open.ts';

const caseCount = (condition?: SQL) =>
  condition ? sql<number>`(count(*) filter (where ${condition}))::int` : sql<number>`count(*)::int`;

const kindInSql = sql<CaseKind>`coalesce(${cases.problem}::text, ${cases.kind}::text)`;

/** What begins a promise anew after an answer. */
const beginning = alias(caseEvents, 'beginning');

/** Counts and samples of cases that an employee may open (rule DESK-13). */
export const createWorkloadStore = (db: Db) => {
  /** Condition for the cases that the employee may open, of those that a condition names. */
  const isOpenTo = (employee: StaffMember, condition: SQL | undefined): SQL => {
    const lines = workItemLines(db, 'is')
      .where(and(mayOpen(employee), condition))
      .as('lines');
    return inArray(cases.id, db.select({ id: lines.row.id }).from(lines));
  };

  return {
    /** Open cases by kind, and by the employee who has them. */
    openCases: async (employee: StaffMember, now: Date) => {
      const isOpen = isOpenTo(employee, eq(cases.state, 'open'));
      const counted = { open: caseCount(), overdue: caseCount(sql`${cases.dueAt} < ${now.toISOString()}`) };
      const [kinds, people] = await Promise.all([
        db
          .select({
            ...{ kind: kindInSql, ...counted, unassigned: caseCount(isNull(cases.assigneeId)) },
            oldestAt: sql<string>`min(${cases.openedAt})`,
          })
          .from(cases)
          .where(isOpen)
          .groupBy(kindInSql),
        db
          .select({
            ...{ id: sql<string>`${cases.assigneeId}`, ...counted },
            name: sql<string>`max(${cases.assigneeName})`,
          })
          .from(cases)
          .where(and(isOpen, isNotNull(cases.assigneeId)))
          .groupBy(cases.assigneeId)
          .orderBy(sql`count(*) desc`, cases.assigneeId),
      ]);
      return { kinds, people };
    },

    /**
     * Promises that ended in a period, by kind: kept if somebody answered or closed the case in time. What was answered before the case
     * came again or was reopened kept an earlier promise.
     */
    promises: (employee: StaffMember, { since, now }: { since: Date; now: Date }) => {
      const hasEnded = and(gte(cases.dueAt, since.toISOString()), lt(cases.dueAt, now.toISOString()));
      const beganLater = db
        .select({ id: beginning.caseId })
        .from(beginning)
        .where(
          and(
            eq(beginning.caseId, caseEvents.caseId),
            inArray(beginning.kind, ['came', 'reopened']),
            gt(beginning.sequence, caseEvents.sequence),
            // What is reopened later is promised no other time: this promise was kept.
            lte(beginning.at, cases.dueAt),
          ),
        );
      const wasInTime = exists(
        db
          .select({ id: caseEvents.caseId })
          .from(caseEvents)
          .where(
            and(
              eq(caseEvents.caseId, cases.id),
              inArray(caseEvents.kind, ['answered', 'closed']),
              lte(caseEvents.at, cases.dueAt),
              notExists(beganLater),
            ),
          ),
      );
      return db
        .select({ kind: kindInSql, kept: caseCount(wasInTime), broken: caseCount(not(wasInTime)) })
        .from(cases)
        .where(isOpenTo(employee, hasEnded))
        .groupBy(kindInSql);
    },

    /** Up to ten cases closed since, in an order that a text decides. */
    sample: (
      employee: StaffMember,
      language: Language,
      { since, draw, kind }: { since: Date; draw: string; kind: CaseKind | undefined },
    ) =>
      workItemLines(db, language)
        .where(
          and(
            mayOpen(employee),
            eq(cases.state, 'closed'),
            gte(cases.closedAt, since.toISOString()),
            kind && isOfKind(kind),
          ),
        )
        .orderBy(sql`md5(${cases.id} || ${draw}::text)`)
        .limit(10),
  };
};
