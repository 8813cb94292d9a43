import type { CaseKind } from '@hofn/contracts';
import { caseEvents, cases, type Db } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import type { Language } from '@hofn/texts';
import {
  and,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  not,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { StaffMember } from '../platform/authorization.ts';
import { isOfKind, kindInSql } from '../platform/work-items.ts';
import { workItemLines } from '../work-items/lines-query.ts';
import { mayOpen } from '../work-items/may-open.ts';
import { isEverybodys, isOpenOn, isOverdue, type Moment } from '../work-items/whose.ts';

const caseCount = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;

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
    /**
     * What can be worked on today, what of it is with nobody, and what is late, by kind and by the employee who has it: as the lists of
     * the queue show it.
     */
    openCases: async (employee: StaffMember, moment: Moment) => {
      const isOpen = isOpenOn(dayOf(moment.now));
      const lines = workItemLines(db, 'is', {
        workKind: kindInSql.as('work_kind'),
        isOpen: sql<boolean>`${isOpen}`.as('is_open'),
        isEverybodys: sql<boolean>`${isOpen} and ${isEverybodys(moment)}`.as('is_everybodys'),
        isOverdue: sql<boolean>`${isOverdue(moment)}`.as('is_overdue'),
      })
        .where(and(mayOpen(employee), eq(cases.state, 'open')))
        .as('lines');
      const counted = { open: caseCount(sql`${lines.isOpen}`), overdue: caseCount(sql`${lines.isOverdue}`) };
      const isCounted = sql`bool_or(${lines.isOpen} or ${lines.isOverdue})`;
      const [kinds, people] = await Promise.all([
        db
          .select({
            ...{ kind: lines.workKind, ...counted, unassigned: caseCount(sql`${lines.isEverybodys}`) },
            oldestAt: sql<string | null>`min(${lines.row.openedAt}) filter (where ${lines.isOpen})`,
          })
          .from(lines)
          .groupBy(lines.workKind)
          .having(isCounted),
        db
          .select({
            ...{ id: sql<string>`${lines.row.assigneeId}`, ...counted },
            name: sql<string>`max(${lines.row.assigneeName})`,
          })
          .from(lines)
          .where(isNotNull(lines.row.assigneeId))
          .groupBy(lines.row.assigneeId)
          .having(isCounted)
          .orderBy(desc(counted.open), lines.row.assigneeId),
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
