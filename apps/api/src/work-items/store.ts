import type { CaseKind, CaseState } from '@hofn/contracts';
import {
  caseAnswers,
  caseEvents,
  cases,
  chats,
  claimNotices,
  claims,
  customers,
  type Db,
  documents,
  policies,
  products,
  changeRequests as requests,
  submissions,
} from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, asc, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { type DatedFilter, datedList } from '../platform/dated-list.ts';
import { pick } from '../platform/language.ts';
import { folded } from '../platform/sql.ts';
import type { WorkItemRow } from '../platform/work-items.ts';

export type WorkItemEventRow = typeof caseEvents.$inferSelect;
export type WorkItemAnswerRow = typeof caseAnswers.$inferSelect;

/** Position of a work item in the order of a list. */
export type Position = [at: string, id: string];

export type WorkItemSort = 'due' | 'oldest' | 'newest';
export type WorkItemFilter = {
  /** Assigned to this employee, to nobody, or to anyone. */
  whose: { employee: string } | 'unassigned' | 'all';
  kind: CaseKind | undefined;
  state: CaseState | 'all';
  /** Normalised by `foldForSearch`. */
  search: string | undefined;
};

/** Filter and order of a customer's own list. */
export type SentFilter = DatedFilter & { state: CaseState | undefined };

// Forms name their sender and subject by different fields.
const firstAnswerOf = (...names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql`nullif(${submissions.fields} ->> ${sql.raw(`'${name}'`)}, '')`),
    sql`, `,
  );
const maxAboutLength = 120;

/** Columns of a line in the queue, from the tables of its kind. */
const lineColumns = (language: Language) => {
  const title = pick(language, claims.titleIs, claims.titleEn);
  const product = pick(language, products.nameIs, products.nameEn);
  return {
    row: cases,
    form: submissions.kind,
    reference: sql<
      string | null
    >`coalesce(${submissions.reference}, ${claims.number}, ${claimNotices.number})`,
    about: sql<
      string | null
    >`left(coalesce(${firstAnswerOf('subject', 'description', 'message', 'productName')}, ${title}, ${documents.titleIs}, ${product} || ', ' || ${policies.number}), ${sql.raw(String(maxAboutLength))})`,
    line: claimNotices.line,
    // Anyone can report a claim with a customer's kennitala: until verified, the name is the reporter's.
    sender: sql<
      string | null
    >`case when ${claims.unverified} then ${claimNotices.name} else coalesce(${customers.fullName}, ${firstAnswerOf('name', 'contactName', 'guardianName', 'senderName')}, ${claimNotices.name}) end`,
    unverified: claims.unverified,
  };
};

/**
 * Staff's work items (table `cases`). They are about everyone who wrote to us: only staff calls may use this store, except
 * for `ofCustomer`, which names the subject.
 */
export const createWorkItemStore = (db: Db) => {
  const from = (language: Language, tx: Db = db) =>
    tx
      .select(lineColumns(language))
      .from(cases)
      .leftJoin(customers, eq(customers.id, cases.customerId))
      .leftJoin(
        submissions,
        and(inArray(cases.kind, ['inquiry', 'form']), eq(submissions.id, cases.matterId)),
      )
      .leftJoin(claimNotices, and(eq(cases.kind, 'claim'), eq(claimNotices.id, cases.matterId)))
      .leftJoin(
        claims,
        and(eq(cases.kind, 'claim'), eq(claims.customerId, cases.customerId), eq(claims.id, cases.matterId)),
      )
      .leftJoin(
        documents,
        and(
          eq(cases.kind, 'memo'),
          eq(documents.customerId, cases.customerId),
          eq(documents.id, cases.matterId),
        ),
      )
      .leftJoin(
        requests,
        and(
          eq(cases.kind, 'change'),
          eq(requests.customerId, cases.customerId),
          eq(requests.id, cases.matterId),
        ),
      )
      .leftJoin(
        policies,
        and(eq(policies.customerId, requests.customerId), eq(policies.id, requests.policyId)),
      )
      .leftJoin(products, eq(products.id, policies.productId));

  const matchesFilter = (language: Language, { whose, kind, state, search }: WorkItemFilter) => {
    const { reference, about, sender } = lineColumns(language);
    return and(
      whose === 'all'
        ? undefined
        : whose === 'unassigned'
          ? isNull(cases.assigneeId)
          : eq(cases.assigneeId, whose.employee),
      kind && eq(cases.kind, kind),
      state === 'all' ? undefined : eq(cases.state, state),
      search
        ? sql`position(${search} in ${folded(sql`concat_ws(' ', ${reference}, ${sender}, ${about})`)}) > 0`
        : undefined,
    );
  };
  const datedListIn = (language: Language) => {
    const { reference, about } = lineColumns(language);
    return datedList(cases.openedAt, cases.id, sql`concat_ws(' ', ${reference}, ${about})`);
  };
  const isOfSubject = (subject: Customer, language: Language, { state, ...filter }: SentFilter) =>
    and(
      eq(cases.customerId, subject.id),
      sql`${cases.kind} <> 'claim'`,
      state && eq(cases.state, state),
      datedListIn(language).matches(filter),
    );
  const orders: Record<WorkItemSort, { by: typeof cases.dueAt | typeof cases.openedAt; newest: boolean }> = {
    due: { by: cases.dueAt, newest: false },
    oldest: { by: cases.openedAt, newest: false },
    newest: { by: cases.openedAt, newest: true },
  };

  return {
    /** A page of work items after a position. */
    list: (
      language: Language,
      filter: WorkItemFilter,
      { sort, after, limit }: { sort: WorkItemSort; after: Position | null; limit: number },
    ) => {
      const { by, newest } = orders[sort];
      const place = after && sql`(${after[0]}::timestamptz, ${after[1]})`;
      const beyond =
        place && (newest ? sql`(${by}, ${cases.id}) < ${place}` : sql`(${by}, ${cases.id}) > ${place}`);
      return from(language)
        .where(and(matchesFilter(language, filter), beyond ?? undefined))
        .orderBy(...(newest ? [desc(by), desc(cases.id)] : [asc(by), asc(cases.id)]))
        .limit(limit);
    },
    /** Totals: what the filter matches, open and assigned to the employee, open and unassigned. */
    counts: async (language: Language, filter: WorkItemFilter, employeeId: string) => {
      const [all] = await db
        .select({ total: count() })
        .from(from(language).where(matchesFilter(language, filter)).as('matching'));
      const [open] = await db
        .select({
          mine: sql<number>`(count(*) filter (where ${cases.assigneeId} = ${employeeId}))::int`,
          unassigned: sql<number>`(count(*) filter (where ${cases.assigneeId} is null))::int`,
        })
        .from(cases)
        .where(eq(cases.state, 'open'));
      return { total: all?.total ?? 0, mine: open?.mine ?? 0, unassigned: open?.unassigned ?? 0 };
    },
    /** Chats that no agent has answered yet. */
    chatsWaiting: () => db.$count(chats, eq(chats.state, 'waiting')),
    find: async (id: string, language: Language, tx: Db = db) =>
      (await from(language, tx).where(eq(cases.id, id)))[0],
    /** Locks a work item until the transaction ends. */
    lockForUpdate: async (tx: Db, id: string): Promise<WorkItemRow | undefined> =>
      (await tx.select().from(cases).where(eq(cases.id, id)).for('update'))[0],
    /** Changes a work item that the caller has locked. */
    change: async (
      tx: Db,
      id: string,
      to: Partial<Pick<WorkItemRow, 'state' | 'assigneeId' | 'assigneeName' | 'closedAt'>>,
    ): Promise<void> => {
      await tx
        .update(cases)
        .set({ ...to, version: sql`${cases.version} + 1` })
        .where(eq(cases.id, id));
    },
    events: (id: string, tx: Db = db): Promise<WorkItemEventRow[]> =>
      tx.select().from(caseEvents).where(eq(caseEvents.caseId, id)).orderBy(asc(caseEvents.sequence)),
    answers: (id: string, tx: Db = db): Promise<WorkItemAnswerRow[]> =>
      tx
        .select()
        .from(caseAnswers)
        .where(eq(caseAnswers.caseId, id))
        .orderBy(asc(caseAnswers.writtenAt), asc(caseAnswers.id)),
    addAnswer: async (tx: Db, row: typeof caseAnswers.$inferInsert): Promise<void> => {
      await tx.insert(caseAnswers).values(row);
    },
    /** What the subject sent while signed in, except claims, which have their own list. */
    ofCustomer: async (
      subject: Customer,
      language: Language,
      filter: SentFilter,
      { after, limit }: { after: Position | null; limit: number },
    ) => {
      const list = datedListIn(language);
      const matching = isOfSubject(subject, language, filter);
      const [all] = await db.select({ total: count() }).from(from(language).where(matching).as('matching'));
      const rows = await from(language)
        .where(and(matching, list.beyond(filter, after)))
        .orderBy(...list.order(filter))
        .limit(limit);
      const ids = rows.map(({ row }) => row.id);
      const answers =
        ids.length === 0
          ? []
          : await db
              .select()
              .from(caseAnswers)
              .where(inArray(caseAnswers.caseId, ids))
              .orderBy(asc(caseAnswers.writtenAt), asc(caseAnswers.id));
      return {
        total: all?.total ?? 0,
        rows: rows.map((row) => ({ ...row, answers: answers.filter(({ caseId }) => caseId === row.row.id) })),
      };
    },
    /** An answer that has not been sent or given up, with its work item and customer. */
    unsentAnswer: async (caseId: string, id: string) => {
      const [row] = await db
        .select({ answer: caseAnswers, row: cases, kind: customers.kind, fullName: customers.fullName })
        .from(caseAnswers)
        .innerJoin(cases, eq(cases.id, caseAnswers.caseId))
        .leftJoin(customers, eq(customers.id, cases.customerId))
        .where(
          and(
            eq(caseAnswers.caseId, caseId),
            eq(caseAnswers.id, id),
            isNull(caseAnswers.sentAt),
            isNull(caseAnswers.failedAt),
          ),
        );
      return row;
    },
    /** Records that an answer's e-mail was sent, or given up. */
    recordDelivery: async (
      caseId: string,
      id: string,
      outcome: { sentAt: string } | { failedAt: string; fault: string },
    ): Promise<void> => {
      await db
        .update(caseAnswers)
        .set(outcome)
        .where(and(eq(caseAnswers.caseId, caseId), eq(caseAnswers.id, id)));
    },
  };
};
export type WorkItemStore = ReturnType<typeof createWorkItemStore>;
