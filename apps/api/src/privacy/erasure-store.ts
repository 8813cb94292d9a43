import {
  accessGrants,
  actingChoices,
  cardVerifications,
  cases,
  changeRequests,
  chats,
  claimDrafts,
  claimNotices,
  claims,
  communicationChoices,
  companyInvolvement,
  credentials,
  customers,
  type Db,
  documentMarks,
  documents,
  documentsToSign,
  idempotencyKeys,
  instalments,
  mails,
  oidcRecords,
  passkeys,
  payments,
  policies,
  popupsPutOff,
  privacyRequests,
  proposals,
  signedDocuments,
  signingTransactions,
  staffViews,
  transactions,
  uploads,
} from '@hofn/database';
import { addMonths } from '@hofn/domain';
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Customer } from '../platform/access.ts';
import { holdings, nameOf, type TableName } from './holdings.ts';
import { accountsFrom, type Holdings, type Plan } from './retention.ts';

/** Rows to be erased. `once` is of data that no law keeps: it goes with the request, and what comes later stays. */
type Step = { table: PgTable; where: SQL; once?: true };

/** Columns of a customer that say who they are; the others go when nothing ties the person to us. */
const identity = ['id', 'ssn', 'kind', 'fullName', 'language', 'leftAt', 'createdAt'];
/** Columns that no contract needs. */
const never = ['profilePicture', 'spouseSsn', 'spouseName'];

const day = (value: SQL | object) => sql`(${value} at time zone 'UTC')::date`;

/** The erasing of a person's data, and what the rules of it ask about. All of it within the transaction `db`. */
export const createErasureStore = (db: Db) => {
  /** What goes by a plan, children before what they hang on. */
  const steps = (subject: Customer, plan: Plan, today: string): Step[] => {
    const id = subject.id;
    const list = (ids: readonly string[]) => sql`${sql.param([...ids])}::text[]`;
    const noPolicy = (column: SQL | object) =>
      sql`${column} is not null and ${column} <> all(${list(plan.policies)})`;
    const noClaim = (column: SQL | object) =>
      sql`${column} is not null and ${column} <> all(${list(plan.claims)})`;
    const oldBook = (column: SQL | object) => sql`${column} < ${accountsFrom(today)}::date`;
    const of = (column: SQL | object, where?: SQL): SQL =>
      where ? sql`${column} = ${id} and (${where})` : sql`${column} = ${id}`;
    const tenYears = addMonths(today, -120);
    const open = sql`${instalments.paidAt} is null and ${instalments.cancelledAt} is null`;
    const oldInstalment = sql`not (${open}) and ${oldBook(instalments.dueDate)}`;
    const unlinked = sql`${documents.policyId} is null and ${documents.claimId} is null and ${documents.instalmentId} is null`;
    const goneDocument = sql`case
      when ${documents.instalmentId} is not null then exists (select from ${instalments} where ${instalments.customerId} = ${documents.customerId} and ${instalments.id} = ${documents.instalmentId} and ${oldInstalment})
      when ${documents.claimId} is not null then ${noClaim(documents.claimId)}
      when ${documents.policyId} is not null then ${noPolicy(documents.policyId)}
      when ${documents.kind} = 'memo' then false
      else ${oldBook(documents.issuedOn)} end`;
    const ownMemo = sql`${unlinked} and ${documents.kind} = 'memo'`;
    const ofUpload = (where: SQL) =>
      sql`(select from ${documents} where ${documents.customerId} = ${uploads.ownerId} and ${documents.id} = ${uploads.holderId} and ${where})`;
    const goneToSign = sql`coalesce(${noClaim(documentsToSign.claimId)}, false) or coalesce(${noPolicy(documentsToSign.policyId)}, false) or (${documentsToSign.claimId} is null and ${documentsToSign.policyId} is null and ${documentsToSign.issuedOn} < ${tenYears}::date)`;
    const signed = sql`exists (select from ${signedDocuments} where ${signedDocuments.customerId} = ${documentsToSign.customerId} and ${signedDocuments.id} = ${documentsToSign.id})`;
    // Marketing falls back to none. What a customer has switched off stays off as long as they are one.
    const own = communicationChoices;
    const superseded = sql`exists (select from ${own} as newer where newer.customer_id = ${own.customerId} and newer.topic = ${own.topic} and newer.channel = ${own.channel} and newer.chosen_at > ${own.chosenAt})`;
    return [
      { table: claimDrafts, where: of(claimDrafts.customerId), once: true },
      { table: signingTransactions, where: of(signingTransactions.customerId), once: true },
      {
        table: signedDocuments,
        where: of(
          signedDocuments.customerId,
          sql`${signedDocuments.id} in (select ${documentsToSign.id} from ${documentsToSign} where ${documentsToSign.customerId} = ${id} and (${goneToSign}))`,
        ),
      },
      { table: documentsToSign, where: of(documentsToSign.customerId, goneToSign) },
      { table: documentsToSign, where: of(documentsToSign.customerId, sql`not ${signed}`), once: true },
      {
        table: uploads,
        where: of(
          uploads.ownerId,
          sql`${uploads.holder} not in ('claim', 'claimNotice', 'memo') or (${uploads.holder} = 'memo' and exists ${ofUpload(ownMemo)})`,
        ),
        once: true,
      },
      {
        table: uploads,
        where: of(
          uploads.ownerId,
          sql`(${uploads.holder} in ('claim', 'claimNotice') and ${noClaim(uploads.holderId)}) or (${uploads.holder} = 'memo' and not exists ${ofUpload(sql`not (${goneDocument})`)})`,
        ),
      },
      {
        table: documents,
        where: of(documents.customerId, ownMemo),
        once: true,
      },
      { table: documents, where: of(documents.customerId, goneDocument) },
      {
        table: changeRequests,
        where: of(
          changeRequests.customerId,
          sql`${changeRequests.state} <> 'pending' and (${changeRequests.effectiveOn} < ${tenYears}::date and ${changeRequests.policyId} is null or coalesce(${noPolicy(changeRequests.policyId)}, false))`,
        ),
      },
      {
        table: changeRequests,
        where: of(changeRequests.customerId, sql`${changeRequests.state} = 'refused'`),
        once: true,
      },
      {
        table: proposals,
        where: of(
          proposals.customerId,
          sql`${proposals.state} <> 'accepted' and not exists (select from ${changeRequests} where ${changeRequests.customerId} = ${proposals.customerId} and ${changeRequests.proposalId} = ${proposals.id})`,
        ),
        once: true,
      },
      {
        table: proposals,
        where: of(
          proposals.customerId,
          sql`coalesce(${noPolicy(proposals.policyId)}, false) or (${proposals.policyId} is null and ${proposals.effectiveOn} < ${tenYears}::date)`,
        ),
      },
      { table: claimNotices, where: of(claimNotices.customerId, noClaim(claimNotices.id)) },
      { table: claims, where: of(claims.customerId, noClaim(claims.id)) },
      { table: transactions, where: of(transactions.customerId, oldBook(transactions.bookedOn)) },
      { table: instalments, where: of(instalments.customerId, oldInstalment) },
      {
        table: payments,
        where: of(
          payments.customerId,
          sql`${payments.state} <> 'started' and ${oldBook(day(payments.createdAt))} and not exists (select from ${instalments} where ${instalments.customerId} = ${payments.customerId} and ${instalments.paymentId} = ${payments.id} and not (${oldInstalment}))`,
        ),
      },
      { table: policies, where: of(policies.customerId, noPolicy(policies.id)) },
      {
        table: companyInvolvement,
        where: of(companyInvolvement.customerId, sql`${companyInvolvement.endedOn} is not null`),
      },
      {
        table: accessGrants,
        where: sql`${accessGrants.customerId} = ${id} or ${accessGrants.holderId} = ${id}`,
        once: true,
      },
      {
        table: actingChoices,
        where: sql`${actingChoices.actorId} = ${id} or ${actingChoices.subjectId} = ${id}`,
        once: true,
      },
      { table: chats, where: of(chats.customerId), once: true },
      {
        table: cases,
        where: of(
          cases.customerId,
          sql`${cases.kind} <> 'privacy' and (${cases.state} = 'closed' or ${cases.kind} not in ('claim', 'change'))`,
        ),
        once: true,
      },
      {
        table: mails,
        where: of(
          mails.customerId,
          sql`coalesce(${mails.sentAt}, ${mails.withheldAt}, ${mails.failedAt}) is not null`,
        ),
        once: true,
      },
      { table: cardVerifications, where: of(cardVerifications.customerId), once: true },
      { table: popupsPutOff, where: of(popupsPutOff.customerId), once: true },
      {
        table: communicationChoices,
        where: of(
          communicationChoices.customerId,
          sql`${communicationChoices.topic} in ('preventionTips', 'offers') or ${superseded}`,
        ),
        once: true,
      },
      { table: idempotencyKeys, where: of(idempotencyKeys.actorId), once: true },
      { table: oidcRecords, where: of(sql`(${oidcRecords.payload} ->> 'accountId')`), once: true },
      ...(plan.stays
        ? []
        : [
            { table: credentials, where: of(credentials.customerId) },
            { table: passkeys, where: of(passkeys.customerId) },
            { table: communicationChoices, where: of(communicationChoices.customerId) },
          ]),
      {
        table: staffViews,
        where: of(staffViews.customerId, sql`${day(staffViews.openedAt)} < ${addMonths(today, -24)}::date`),
      },
    ];
  };
  const due = (all: Step[], again: boolean) => all.filter(({ once }) => !(again && once));

  return {
    /** Holds the customer until the transaction ends, so that nothing of theirs is added while the plan is made. */
    hold: async (subject: Customer): Promise<void> => {
      await db.select({ id: customers.id }).from(customers).where(eq(customers.id, subject.id)).for('update');
    },

    /** What the rules ask about. `requestedOn` is the day of the request. */
    holdings: async (subject: Customer, requestedOn: string, today: string): Promise<Holdings> => {
      const id = subject.id;
      const lastOf = (value: SQL | object, from: PgTable, where: SQL) =>
        sql`(select max(${value}) from ${from} where ${where})`;
      const isOver = sql`(${policies.validTo} < ${today}::date or ${policies.lapsedOn} <= ${today}::date)`;
      const inPolicy = (table: { customerId: object; policyId: object }) =>
        sql`${table.customerId} = ${policies.customerId} and ${table.policyId} = ${policies.id}`;
      const ended = sql<string | null>`case when ${isOver} then greatest(
        coalesce(least(${policies.lapsedOn}, ${policies.validTo}), ${policies.validTo}),
        ${lastOf(documents.issuedOn, documents, inPolicy(documents))},
        ${lastOf(documentsToSign.signBy, documentsToSign, inPolicy(documentsToSign))},
        ${lastOf(instalments.dueDate, instalments, inPolicy(instalments))},
        ${lastOf(transactions.bookedOn, transactions, inPolicy(transactions))},
        ${lastOf(changeRequests.effectiveOn, changeRequests, inPolicy(changeRequests))},
        ${lastOf(proposals.validTo, proposals, inPolicy(proposals))})::text end`;
      const inClaim = (table: { customerId: object; claimId: object }) =>
        sql`${table.customerId} = ${claims.customerId} and ${table.claimId} = ${claims.id}`;
      const closed = sql`${claims.status} in ('rejected', 'settled', 'closed', 'withdrawn')`;
      const settled = sql<string | null>`case when ${closed} then greatest(${day(claims.changedAt)},
        ${lastOf(documents.issuedOn, documents, inClaim(documents))},
        ${lastOf(documentsToSign.signBy, documentsToSign, inClaim(documentsToSign))})::text end`;
      const heldPolicies = await db
        .select({ id: policies.id, last: sql<string | null>`(${ended})` })
        .from(policies)
        .where(eq(policies.customerId, id));
      const heldClaims = await db
        .select({ id: claims.id, policyId: claims.policyId, last: sql<string | null>`(${settled})` })
        .from(claims)
        .where(eq(claims.customerId, id));
      const { rows } = (await db.execute(sql`select
        exists (select from ${instalments} where ${instalments.customerId} = ${id} and ${instalments.paidAt} is null and ${instalments.cancelledAt} is null and ${instalments.dueDate} <= ${today}::date)
          or exists (select from ${payments} where ${payments.customerId} = ${id} and ${payments.state} = 'started') as owes,
        greatest(
          (select max(${transactions.bookedOn}) from ${transactions} where ${transactions.customerId} = ${id}),
          (select max(${instalments.dueDate}) from ${instalments} where ${instalments.customerId} = ${id}),
          (select max(${day(payments.createdAt)}) from ${payments} where ${payments.customerId} = ${id}))::text as "lastBooked",
        exists (select from ${companyInvolvement} where ${companyInvolvement.customerId} = ${id} and ${companyInvolvement.endedOn} is null) as involved,
        (select max(${day(staffViews.openedAt)})::text from ${staffViews} where ${staffViews.customerId} = ${id}) as "lastView"`)) as unknown as {
        rows: Array<Pick<Holdings, 'owes' | 'lastBooked' | 'involved' | 'lastView'>>;
      };
      const [facts] = rows;
      if (!facts) throw new Error('A question without a table has no answer');
      return { policies: heldPolicies, claims: heldClaims, ...facts, requestedOn };
    },

    /** How many rows would go, by table; what hangs on them goes along and is not counted. */
    count: async (
      subject: Customer,
      plan: Plan,
      today: string,
    ): Promise<Array<{ table: TableName; rows: number }>> => {
      const found = new Map<TableName, number>();
      for (const { table, where } of steps(subject, plan, today)) {
        const rows = await db.$count(table, where);
        if (rows > 0) found.set(nameOf(table), (found.get(nameOf(table)) ?? 0) + rows);
      }
      return [...found].map(([table, rows]) => ({ table, rows }));
    },

    /**
     * Erases by a plan. `again` is for an erasure that was done before and whose times have run out since: it touches only
     * what was kept for them.
     */
    erase: async (
      subject: Customer,
      plan: Plan,
      today: string,
      { again }: { again: boolean },
    ): Promise<void> => {
      for (const { table, where } of due(steps(subject, plan, today), again))
        await db.delete(table).where(where);
      const columns = getTableColumns(customers);
      const gone = Object.keys(columns).filter(
        (name) => !identity.includes(name) && (!plan.stays || (!again && never.includes(name))),
      );
      if (gone.length > 0)
        await db
          .update(customers)
          .set(Object.fromEntries(gone.map((name) => [name, null])))
          .where(eq(customers.id, subject.id));
      // One that is being made has what goes: it is begun anew.
      const { state } = privacyRequests;
      await db
        .update(privacyRequests)
        .set({
          file: null,
          state: sql`case when ${state} = 'processing' then 'requested' else ${state} end`,
        })
        .where(and(eq(privacyRequests.customerId, subject.id), eq(privacyRequests.kind, 'overview')));
    },

    /** Lets a person in, or no more, by whether anything ties them to us; the first day of it stays. */
    letIn: async (subject: Customer, stays: boolean, at: Date): Promise<void> => {
      await db
        .update(customers)
        .set({ leftAt: stays ? null : sql`coalesce(${customers.leftAt}, ${at.toISOString()})` })
        .where(eq(customers.id, subject.id));
    },

    /** Takes the last of a person away, when nothing of theirs is left but name, requests and the mails about them. */
    remove: async (subject: Customer): Promise<boolean> => {
      const last: readonly string[] = [
        'customers',
        'privacy_requests',
        'mails',
        'cases',
        'case_events',
        'case_answers',
        'document_marks',
      ];
      for (const { table, of } of holdings) {
        if (last.includes(nameOf(table))) continue;
        if ((await db.$count(table, sql`(${of(subject.id)})`)) > 0) return false;
      }
      // Deleting policies has left marks as well.
      await db.delete(documentMarks).where(eq(documentMarks.customerId, subject.id));
      await db.delete(customers).where(inArray(customers.id, [subject.id]));
      return true;
    },
  };
};
