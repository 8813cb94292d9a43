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
import type { Customer } from '../platform/access.ts';
import { type DatedFilter, datedList } from '../platform/dated-list.ts';
import { folded } from '../platform/sql.ts';

export type CaseRow = typeof cases.$inferSelect;
export type CaseEventRow = typeof caseEvents.$inferSelect;
export type CaseAnswerRow = typeof caseAnswers.$inferSelect;

/** Place of a case in the order of a list. */
export type Position = [at: string, id: string];

export type CaseSort = 'due' | 'oldest' | 'newest';
export type CaseFilter = {
  /** Id of the employee whose cases are wanted, or those that nobody has. */
  whose: { employee: string } | 'unassigned' | 'all';
  kind: CaseKind | undefined;
  state: CaseState | 'all';
  /** Folded as `foldForSearch` does. */
  search: string | undefined;
};

/** What a customer's own list is narrowed to, and its order. */
export type MatterFilter = DatedFilter & { state: CaseState | undefined };

// Names that forms have for their sender's, and for what they are about.
const firstOf = (...names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql`nullif(${submissions.fields} ->> ${sql.raw(`'${name}'`)}, '')`),
    sql`, `,
  );
const longestAbout = 120;

/** What a line of the queue says of what it is about, out of the tables of its kind. */
const lineColumns = (language: Language) => {
  const title = language === 'is' ? claims.titleIs : claims.titleEn;
  const product = language === 'is' ? products.nameIs : products.nameEn;
  return {
    row: cases,
    form: submissions.kind,
    reference: sql<
      string | null
    >`coalesce(${submissions.reference}, ${claims.number}, ${claimNotices.number})`,
    about: sql<
      string | null
    >`left(coalesce(${firstOf('subject', 'description', 'message', 'productName')}, ${title}, ${documents.titleIs}, ${product} || ', ' || ${policies.number}), ${sql.raw(String(longestAbout))})`,
    line: claimNotices.line,
    // A claim that someone filed with a customer's kennitala is not the customer's word.
    sender: sql<
      string | null
    >`case when ${claims.unverified} then ${claimNotices.name} else coalesce(${customers.fullName}, ${firstOf('name', 'contactName', 'guardianName', 'senderName')}, ${claimNotices.name}) end`,
    unverified: claims.unverified,
  };
};

/**
 * The work queue out of the database, and what is written to it. It is of everyone who wrote to us: only calls of staff lead
 * here, but for `ofCustomer`, which names the subject.
 */
export const createCaseStore = (db: Db) => {
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

  const wanted = (language: Language, { whose, kind, state, search }: CaseFilter) => {
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
  const mattersIn = (language: Language) => {
    const { reference, about } = lineColumns(language);
    return datedList(cases.openedAt, cases.id, sql`concat_ws(' ', ${reference}, ${about})`);
  };
  const ofSubject = (subject: Customer, language: Language, { state, ...filter }: MatterFilter) =>
    and(
      eq(cases.customerId, subject.id),
      sql`${cases.kind} <> 'claim'`,
      state && eq(cases.state, state),
      mattersIn(language).wanted(filter),
    );
  const orders: Record<CaseSort, { by: typeof cases.dueAt | typeof cases.openedAt; newest: boolean }> = {
    due: { by: cases.dueAt, newest: false },
    oldest: { by: cases.openedAt, newest: false },
    newest: { by: cases.openedAt, newest: true },
  };

  return {
    /** A page of cases, from after a place. */
    list: (
      language: Language,
      filter: CaseFilter,
      { sort, after, limit }: { sort: CaseSort; after: Position | null; limit: number },
    ) => {
      const { by, newest } = orders[sort];
      const place = after && sql`(${after[0]}::timestamptz, ${after[1]})`;
      const beyond =
        place && (newest ? sql`(${by}, ${cases.id}) < ${place}` : sql`(${by}, ${cases.id}) > ${place}`);
      return from(language)
        .where(and(wanted(language, filter), beyond ?? undefined))
        .orderBy(...(newest ? [desc(by), desc(cases.id)] : [asc(by), asc(cases.id)]))
        .limit(limit);
    },
    /** How many cases a filter keeps, and open ones of an employee and of nobody. */
    counts: async (language: Language, filter: CaseFilter, employeeId: string) => {
      const [all] = await db
        .select({ total: count() })
        .from(from(language).where(wanted(language, filter)).as('kept'));
      const [open] = await db
        .select({
          mine: sql<number>`(count(*) filter (where ${cases.assigneeId} = ${employeeId}))::int`,
          unassigned: sql<number>`(count(*) filter (where ${cases.assigneeId} is null))::int`,
        })
        .from(cases)
        .where(eq(cases.state, 'open'));
      return { total: all?.total ?? 0, mine: open?.mine ?? 0, unassigned: open?.unassigned ?? 0 };
    },
    /** Visitors of the chat whom nobody has answered yet. */
    chatsWaiting: () => db.$count(chats, eq(chats.state, 'waiting')),
    one: async (id: string, language: Language, tx: Db = db) =>
      (await from(language, tx).where(eq(cases.id, id)))[0],
    /** Holds a case until the transaction ends. */
    hold: async (tx: Db, id: string): Promise<CaseRow | undefined> =>
      (await tx.select().from(cases).where(eq(cases.id, id)).for('update'))[0],
    /** Changes a case that is held. */
    change: async (
      tx: Db,
      id: string,
      to: Partial<Pick<CaseRow, 'state' | 'assigneeId' | 'assigneeName' | 'closedAt'>>,
    ): Promise<void> => {
      await tx
        .update(cases)
        .set({ ...to, version: sql`${cases.version} + 1` })
        .where(eq(cases.id, id));
    },
    events: (id: string, tx: Db = db): Promise<CaseEventRow[]> =>
      tx.select().from(caseEvents).where(eq(caseEvents.caseId, id)).orderBy(asc(caseEvents.sequence)),
    answers: (id: string, tx: Db = db): Promise<CaseAnswerRow[]> =>
      tx
        .select()
        .from(caseAnswers)
        .where(eq(caseAnswers.caseId, id))
        .orderBy(asc(caseAnswers.writtenAt), asc(caseAnswers.id)),
    addAnswer: async (tx: Db, row: typeof caseAnswers.$inferInsert): Promise<void> => {
      await tx.insert(caseAnswers).values(row);
    },
    /** What the subject sent signed in, newest first; claims have a place of their own. */
    ofCustomer: async (
      subject: Customer,
      language: Language,
      filter: MatterFilter,
      { after, limit }: { after: Position | null; limit: number },
    ) => {
      const list = mattersIn(language);
      const kept = ofSubject(subject, language, filter);
      const [all] = await db.select({ total: count() }).from(from(language).where(kept).as('kept'));
      const rows = await from(language)
        .where(and(kept, list.beyond(filter, after)))
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
    /** An answer that waits to be sent, with its case and whom it is to. */
    due: async (caseId: string, id: string) => {
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
    /** Takes note of what became of an answer's e-mail. */
    settle: async (
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
export type CaseStore = ReturnType<typeof createCaseStore>;
