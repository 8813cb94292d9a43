import type { MatterState } from '@hofn/contracts';
import { caseAnswers, cases, changeRequests, type Db, memos, submissions } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, asc, count, eq, inArray, ne, not, or, sql } from 'drizzle-orm';
import { complaintStatuses } from '../complaints/status.ts';
import type { Customer } from '../platform/authorization.ts';
import { type DatedFilter, datedList } from '../platform/dated-list.ts';
import { isOfKind, matterIdOf } from '../platform/work-items.ts';
import { createRequestStore } from '../requests/store.ts';
import { lineColumns, type Position, workItemLines } from './lines-query.ts';
import { createCaseMailStore } from './mail-store.ts';

/** Filter and order of a customer's own list. */
export type SentFilter = DatedFilter & { state: MatterState | undefined };

const datedListIn = (language: Language) => {
  const { reference, about } = lineColumns(language);
  return datedList(cases.openedAt, cases.id, sql`concat_ws(' ', ${reference}, ${about})`);
};
/** Whether the customer has yet to answer our question. No request joins a work item of another kind. */
const awaitsCustomer = sql`(${changeRequests.state} = 'pending' and ${changeRequests.awaitsCustomer}) is true`;
const isInState = (state: MatterState) =>
  state === 'waiting' ? awaitsCustomer : and(eq(cases.state, state), not(awaitsCustomer));

const isOfSubject = (subject: Customer, language: Language, { state, ...filter }: SentFilter) =>
  and(
    eq(cases.customerId, subject.id),
    or(ne(cases.kind, 'claim'), isOfKind('complaint')),
    state && isInState(state),
    datedListIn(language).matches(filter),
  );
/** Customers' own list of their work items. Every query names the subject. */
export const createSentItemStore = (db: Db) => ({
  /** What the subject sent while signed in, except claims, which have their own list. */
  list: async (
    subject: Customer,
    language: Language,
    filter: SentFilter,
    { after, limit }: { after: Position | null; limit: number },
  ) => {
    const list = datedListIn(language);
    const matching = isOfSubject(subject, language, filter);
    const [all] = await db
      .select({ total: count() })
      .from(workItemLines(db, language).where(matching).as('matching'));
    const rows = await workItemLines(db, language)
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
    const mails = await createCaseMailStore(db).written(ids);
    const letterIds = rows.flatMap(({ row }) => (row.kind === 'memo' ? [row.matterId] : []));
    const letters =
      letterIds.length === 0
        ? []
        : await db
            .select({ document: memos.id, text: memos.text })
            .from(memos)
            .where(and(eq(memos.customerId, subject.id), inArray(memos.id, letterIds)));
    const inquiryIds = rows.flatMap(({ row }) => (row.kind === 'inquiry' ? [row.matterId] : []));
    const inquiries =
      inquiryIds.length === 0
        ? []
        : await db
            .select({ id: submissions.id, text: sql<string | null>`${submissions.fields} ->> 'description'` })
            .from(submissions)
            .where(inArray(submissions.id, inquiryIds));
    const requestIds = rows.flatMap(({ row }) => (row.kind === 'change' ? [row.matterId] : []));
    const requestStore = createRequestStore(db);
    const complaintIds = rows.flatMap(({ row }) => (row.laterKind === 'complaint' ? [matterIdOf(row)] : []));
    const complaints = await complaintStatuses(db, subject.id, complaintIds, language);
    const requests = requestIds.length === 0 ? [] : await requestStore.list(subject, requestIds);
    return {
      total: all?.total ?? 0,
      retractable: requestIds.length === 0 ? new Set<string>() : await requestStore.retractable(subject),
      rows: rows.map((row) => {
        const complaint = complaints.find(
          ({ id }) => row.row.laterKind === 'complaint' && id === matterIdOf(row.row),
        );
        return {
          ...row,
          letter:
            letters.find(({ document }) => row.row.kind === 'memo' && document === row.row.matterId) ?? null,
          text:
            complaint?.text ??
            inquiries.find(({ id }) => row.row.kind === 'inquiry' && id === row.row.matterId)?.text ??
            null,
          complaint: complaint?.status ?? null,
          answers: answers.filter(({ caseId }) => caseId === row.row.id),
          mails: mails.filter(({ caseId }) => caseId === row.row.id),
          request: requests.find(({ id }) => row.row.kind === 'change' && id === row.row.matterId) ?? null,
        };
      }),
    };
  },
});
export type SentItemStore = ReturnType<typeof createSentItemStore>;
