import type { CoreScope, coreReadCalls } from '@hofn/contracts';
import {
  claimMessages,
  claimNotices,
  claims,
  customers,
  type Db,
  documents,
  instalments,
  memos,
  payments,
  policies,
  refunds,
  submissions,
} from '@hofn/database';
import type { AuditAction } from '@hofn/domain/audit.ts';
import { and, asc, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { claimHolder, noticeHolder } from '../../claims/holders.ts';
import { memoHolder } from '../../documents/attachments.ts';
import { auditService } from '../../platform/audit.ts';
import type { ServiceClient } from '../../platform/authorization.ts';
import { Fault } from '../../platform/fault.ts';
import { isoInstant } from '../../platform/instant.ts';
import type { Handlers } from '../../platform/registrar.ts';
import { submissionTarget } from '../../platform/uploads/uploads.ts';
import { filesOf } from './files.ts';
import { keyOf, keysOf } from './keys.ts';

/** A system that reads one thing. */
export type Reading = { client: ServiceClient; request: FastifyRequest };

/**
 * Reads something and records that, in one transaction: nothing is read without a trace.
 * @throws Fault `notFound` when `read` finds nothing
 */
export const readAudited = <Result>(
  db: Db,
  { client, request }: Reading,
  what: { action: AuditAction; scope: CoreScope; object: Record<string, string>; subject?: string },
  read: (tx: Db) => Promise<Result | undefined>,
): Promise<Result> =>
  db.transaction(async (tx) => {
    const found = await read(tx);
    if (found === undefined) throw new Fault('notFound');
    const { action, ...about } = what;
    await auditService(tx, request, client, action, about);
    return found;
  });

/** The policy that something is about, with the calling system's key of it. */
export const policyIn = async (tx: Db, source: string, customerId: string, policyId: string | null) => {
  if (policyId === null) return null;
  const [policy] = await tx
    .select({ id: policies.id, number: policies.number })
    .from(policies)
    .where(and(eq(policies.customerId, customerId), eq(policies.id, policyId)));
  if (!policy) return null;
  return { ...policy, key: await keyOf(tx, { source, type: 'policies', customerId, id: policyId }) };
};

const readClaim = async (tx: Db, source: string, customerId: string, id: string) => {
  const [found] = await tx
    .select({ row: claims, ssn: customers.ssn })
    .from(claims)
    .innerJoin(customers, eq(customers.id, claims.customerId))
    .where(and(eq(claims.customerId, customerId), eq(claims.id, id)));
  if (!found) return undefined;
  const { row, ssn } = found;
  const messages = await tx
    .select()
    .from(claimMessages)
    .where(and(eq(claimMessages.customerId, customerId), eq(claimMessages.claimId, id)))
    .orderBy(asc(claimMessages.sentAt), asc(claimMessages.id));
  // While it is unknown who filed it, its files are those of the notice.
  const target = row.unverified ? noticeHolder(id) : claimHolder(id);
  const { number, status, line, dateOfLoss, place, reportedAt, unverified, form } = row;
  return {
    ...{ id, number, status, line, dateOfLoss, place, unverified, form },
    customer: { ssn },
    title: { is: row.titleIs, en: row.titleEn },
    key: await keyOf(tx, { source, type: 'claims', customerId, id }),
    policy: await policyIn(tx, source, customerId, row.policyId),
    reportedAt: reportedAt === null ? null : isoInstant(reportedAt),
    files: await filesOf(tx, row.unverified ? id : customerId, target),
    messages: messages.map(({ id: messageId, fromInsurer, author, text, sentAt }) => ({
      ...{ id: messageId, fromInsurer, author, text },
      sentAt: isoInstant(sentAt),
    })),
  };
};

const readNotice = async (tx: Db, id: string) => {
  const [row] = await tx.select().from(claimNotices).where(eq(claimNotices.id, id));
  if (!row) return undefined;
  const { number, name, ssn, policyNumber, language, line, form, receivedAt, customerId } = row;
  return {
    ...{ id, number, name, ssn, policyNumber, language, line, form, customerId },
    receivedAt: isoInstant(receivedAt),
    files: await filesOf(tx, id, noticeHolder(id)),
  };
};

const readMessage = async (tx: Db, source: string, customerId: string, id: string) => {
  const [row] = await tx
    .select({
      title: documents.titleIs,
      policyId: documents.policyId,
      text: memos.text,
      writtenAt: memos.writtenAt,
    })
    .from(memos)
    .innerJoin(documents, and(eq(documents.customerId, memos.customerId), eq(documents.id, memos.id)))
    .where(and(eq(memos.customerId, customerId), eq(memos.id, id)));
  if (!row) return undefined;
  const { title, text, writtenAt, policyId } = row;
  return {
    ...{ id, title, text },
    writtenAt: isoInstant(writtenAt),
    policy: await policyIn(tx, source, customerId, policyId),
    files: await filesOf(tx, customerId, memoHolder(id)),
  };
};

const readForm = async (tx: Db, id: string) => {
  const [row] = await tx.select().from(submissions).where(eq(submissions.id, id));
  if (!row) return undefined;
  const { kind, reference, language, receivedAt, fields } = row;
  return {
    ...{ id, form: kind, reference, language, fields },
    receivedAt: isoInstant(receivedAt),
    files: await filesOf(tx, id, { kind: submissionTarget, id }),
  };
};

const readPayment = async (tx: Db, source: string, customerId: string, id: string) => {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.customerId, customerId), eq(payments.id, id)));
  if (!row) return undefined;
  const paid = await tx
    .select()
    .from(instalments)
    .where(and(eq(instalments.customerId, customerId), eq(instalments.paymentId, id)))
    .orderBy(asc(instalments.dueDate), asc(instalments.id));
  // What is left of an instalment that was paid in part is no instalment of its source.
  const sourceIdOf = ({ id: own, restOf }: (typeof paid)[number]) => restOf ?? own;
  const ids = paid.map(sourceIdOf);
  const keys = await keysOf(tx, { source, type: 'instalments', customerId, ids });
  const { state, amount, card, reference, createdAt, settledAt } = row;
  const refunded = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.customerId, customerId), eq(refunds.paymentId, id), eq(refunds.state, 'refunded')))
    .orderBy(asc(refunds.settledAt), asc(refunds.id));
  return {
    ...{ id, state, amount, card, reference },
    refunds: refunded.map((refund) => ({
      ...{ id: refund.id, amount: refund.amount, reference: refund.reference },
      refundedAt: isoInstant(refund.settledAt ?? refund.orderedAt),
    })),
    createdAt: isoInstant(createdAt),
    settledAt: settledAt === null ? null : isoInstant(settledAt),
    instalments: paid.map((instalment) => ({
      id: sourceIdOf(instalment),
      key: keys.get(sourceIdOf(instalment)) ?? null,
      amount: instalment.chargedAmount ?? instalment.amount + instalment.penaltyInterest + instalment.fees,
    })),
  };
};

/** What customers and visitors have sent or paid, as other systems read it after an event (rule CORE-7). */
export const coreReadHandlers = ({
  db,
}: {
  db: Db;
}): Pick<
  Handlers<typeof coreReadCalls>,
  'readCoreClaim' | 'readCoreClaimNotice' | 'readCoreMessage' | 'readCoreForm' | 'readCorePayment'
> => ({
  readCoreClaim: ({ params: { customer: subject, id }, ...call }) => {
    const what = {
      action: 'core.readClaim',
      scope: 'core.claims.read',
      object: { claim: id },
      subject,
    } as const;
    return readAudited(db, call, what, (tx) => readClaim(tx, call.client.source, subject, id));
  },
  readCoreClaimNotice: ({ params: { id }, ...call }) => {
    const what = { action: 'core.readClaim', scope: 'core.claims.read', object: { notice: id } } as const;
    return readAudited(db, call, what, (tx) => readNotice(tx, id));
  },
  readCoreMessage: ({ params: { customer: subject, id }, ...call }) => {
    const object = { document: id };
    const what = { action: 'core.readMessage', scope: 'core.messages.read', object, subject } as const;
    return readAudited(db, call, what, (tx) => readMessage(tx, call.client.source, subject, id));
  },
  readCoreForm: ({ params: { id }, ...call }) => {
    const what = {
      action: 'core.readForm',
      scope: 'core.messages.read',
      object: { submission: id },
    } as const;
    return readAudited(db, call, what, (tx) => readForm(tx, id));
  },
  readCorePayment: ({ params: { customer: subject, id }, ...call }) => {
    const object = { payment: id };
    const what = { action: 'core.readPayment', scope: 'core.billing.read', object, subject } as const;
    return readAudited(db, call, what, (tx) => readPayment(tx, call.client.source, subject, id));
  },
});
