import type { FeedbackKind } from '@hofn/contracts';
import {
  cases,
  claimNotices,
  claims,
  complaints,
  customers,
  type Db,
  documents,
  documentsToSign,
  payments,
  policies,
  products,
  proposals,
  changeRequests as requests,
  submissions,
} from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { pick } from '../platform/language.ts';
import { isAboutRow } from '../platform/work-items.ts';
import { kindInSql } from '../requests/requests.ts';

/** The product of an offer that was accepted. */
const offered = alias(products, 'offered');

/** Position of a work item in the order of a list. */
export type Position = [at: string, id: string];

// Forms name their sender and subject by different fields.
const firstAnswerOf = (...names: readonly string[]): SQL =>
  sql.join(
    names.map((name) => sql`nullif(${submissions.fields} ->> ${sql.raw(`'${name}'`)}, '')`),
    sql`, `,
  );
const maxAboutLength = 120;

/** Columns of a line in the queue, from the tables of its kind. */
export const lineColumns = (language: Language) => {
  const title = pick(language, claims.titleIs, claims.titleEn);
  const product = pick(language, products.nameIs, products.nameEn);
  const offer = pick(language, offered.nameIs, offered.nameEn);
  return {
    row: cases,
    form: submissions.kind,
    request: kindInSql,
    feedback: sql<FeedbackKind | null>`case when ${submissions.kind} = 'communication' then ${submissions.fields} ->> 'kind' end`,
    reference: sql<
      string | null
    >`coalesce(${submissions.reference}, ${claims.number}, ${claimNotices.number}, ${complaints.reference})`,
    about: sql<
      string | null
    >`left(coalesce(${firstAnswerOf('subject', 'description', 'message', 'productName')}, ${complaints.text}, ${title}, ${documents.titleIs}, ${pick(language, documentsToSign.titleIs, documentsToSign.titleEn)}, ${payments.card}, ${offer} || ', ' || ${proposals.number}, ${product} || ', ' || ${policies.number}), ${sql.raw(String(maxAboutLength))})`,
    line: claimNotices.line,
    // Anyone can report a claim with a customer's kennitala: until verified, the name is the reporter's.
    sender: sql<
      string | null
    >`case when ${claims.unverified} then ${claimNotices.name} else coalesce(${customers.fullName}, ${firstAnswerOf('name', 'contactName', 'guardianName', 'senderName')}, ${claimNotices.name}) end`,
    unverified: claims.unverified,
  };
};

/**
 * Work items with the columns of a line.
 * @param more further columns, computed from the same rows
 */
export const workItemLines = <More extends Record<string, SQL.Aliased> = Record<never, never>>(
  db: Db,
  language: Language,
  more?: More,
) =>
  db
    .select({ ...lineColumns(language), ...(more as More) })
    .from(cases)
    .leftJoin(customers, eq(customers.id, cases.customerId))
    .leftJoin(submissions, and(inArray(cases.kind, ['inquiry', 'form']), eq(submissions.id, cases.matterId)))
    .leftJoin(claimNotices, and(eq(cases.kind, 'claim'), eq(claimNotices.id, cases.matterId)))
    .leftJoin(
      claims,
      and(eq(cases.kind, 'claim'), eq(claims.customerId, cases.customerId), eq(claims.id, cases.matterId)),
    )
    .leftJoin(payments, isAboutRow('payment', payments))
    .leftJoin(documentsToSign, isAboutRow('signing', documentsToSign))
    .leftJoin(complaints, isAboutRow('complaint', complaints))
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
    // The policy that it is about.
    .leftJoin(
      policies,
      and(
        eq(policies.customerId, cases.customerId),
        sql`${policies.id} = coalesce(${requests.policyId}, ${claims.policyId}, ${documents.policyId}, ${documentsToSign.policyId})`,
      ),
    )
    .leftJoin(products, eq(products.id, policies.productId))
    .leftJoin(
      proposals,
      and(eq(proposals.customerId, requests.customerId), eq(proposals.id, requests.proposalId)),
    )
    .leftJoin(offered, eq(offered.id, proposals.productId));
