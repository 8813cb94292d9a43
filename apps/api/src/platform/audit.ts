import type { CoreScope } from '@hofn/contracts';
import { companyInvolvement, type Db, type NewAuditEvent, recordAuditEvent } from '@hofn/database';
import type { AuditAction } from '@hofn/domain/audit.ts';
import { maskEmail } from '@hofn/domain/names.ts';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { RequestContext, ServiceClient, VisitContext } from './authorization.ts';

/** What an audit event says, apart from actor and subject: `before` and `after` are masked settings, the rest ids and words. */
export type AuditDetails = {
  /** What was acted on, by its kind: `{ grant: id }`. */
  object?: Record<string, string>;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
} & { [name: string]: unknown };

/** All but the last three digits of an account or phone number replaced by dots. */
const maskNumber = (number: string): string => number.replaceAll(/\d(?=(?:\D*\d){3})/g, '•');

/** Settings as the audit keeps them: of an e-mail address the domain, of a number its last digits (rule HOLD-14). */
export const maskSettings = (settings: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      if (name === 'email') return [name, maskEmail(value)];
      return [name, name === 'account' || name.endsWith('Phone') ? maskNumber(value) : value];
    }),
  );

const isProcurator = async (tx: Db, actorId: string, companyId: string): Promise<boolean> => {
  const { customerId, companyId: company, involvement } = companyInvolvement;
  const rows = await tx
    .select({ id: company })
    .from(companyInvolvement)
    .where(and(eq(customerId, actorId), eq(company, companyId), eq(involvement, 'procuration')))
    .limit(1);
  return rows.length > 0;
};

/** Actor, subject and authority of a customer's, delegate's or visitor's request. */
const whoActs = async (
  tx: Db,
  context: RequestContext | VisitContext,
): Promise<Pick<NewAuditEvent, 'actorKind' | 'actorId' | 'subjectId' | 'authority' | 'authorityDetail'>> => {
  const { actor, subject, via } = context;
  // A visit is nobody known, and its id opens nothing.
  if (via === 'visit')
    return {
      actorKind: 'visitor',
      actorId: null,
      subjectId: null,
      authority: 'public',
      authorityDetail: null,
    };
  const who = { actorKind: actor.kind, actorId: actor.id, subjectId: subject.id };
  if (via === 'staff')
    return { ...who, authority: 'staffView', authorityDetail: context.view?.reason ?? null };
  if (via === 'self') return { ...who, authority: 'self', authorityDetail: null };
  const byProcuration = subject.kind === 'company' && (await isProcurator(tx, actor.id, subject.id));
  return { ...who, authority: byProcuration ? 'procuration' : 'grant', authorityDetail: context.role };
};

/** Keeps what JSON can, so that an absent detail is absent in the row too. */
const columnsOf = ({ object, before, after, ...details }: AuditDetails) => ({
  object: object ? Object.entries(object).flat().join(' ') : null,
  details: Object.keys(details).length > 0 ? details : null,
  before: before ? maskSettings(before) : null,
  after: after ? maskSettings(after) : null,
});

/**
 * Records who did what with whose data, in the transaction of the act, and logs it (rule HOLD-14).
 * @param action the `audit` of the call's row
 */
export const audit = async (
  tx: Db,
  request: FastifyRequest,
  context: RequestContext | VisitContext,
  action: AuditAction,
  details: AuditDetails = {},
): Promise<void> => {
  const { actor, subject, via } = context;
  const { before, after, object, ...logged } = details;
  await recordAuditEvent(tx, {
    ...(await whoActs(tx, context)),
    ...columnsOf(details),
    action,
    // A visitor's address would identify somebody who has no account with us.
    address: via === 'visit' ? null : request.ip,
    requestId: request.id,
  });
  request.log.info(
    { event: action, actor: actor.id, subject: subject.id, via, ...object, ...logged },
    'audit',
  );
};

/** Records what an employee did in their job, with the customer it was about, if any. */
export const auditStaff = async (
  tx: Db,
  request: FastifyRequest,
  { actor, subject, reason, ...details }: AuditDetails & { actor: string; subject?: string; reason?: string },
  action: AuditAction,
): Promise<void> => {
  const { before, after, object, ...logged } = details;
  await recordAuditEvent(tx, {
    actorKind: 'employee',
    actorId: actor,
    subjectId: subject ?? null,
    authority: reason === undefined ? 'staffRole' : 'staffView',
    authorityDetail: reason ?? null,
    ...columnsOf(details),
    action,
    address: request.ip,
    requestId: request.id,
  });
  request.log.info({ event: action, actor, subject, via: 'staff', reason, ...object, ...logged }, 'audit');
};

/**
 * Records what another system did, in the transaction of the act.
 * @param action the `audit` of the call's row
 * @param details.scope the scope of the call's row
 */
export const auditService = async (
  tx: Db,
  request: FastifyRequest,
  { clientId, source }: ServiceClient,
  action: AuditAction,
  { scope, subject, ...details }: AuditDetails & { scope: CoreScope; subject?: string },
): Promise<void> => {
  const { before, after, object, ...logged } = details;
  await recordAuditEvent(tx, {
    actorKind: 'service',
    actorId: clientId,
    subjectId: subject ?? null,
    authority: 'clientScope',
    authorityDetail: scope,
    ...columnsOf({ source, ...details }),
    action,
    address: request.ip,
    requestId: request.id,
  });
  request.log.info({ event: action, actor: clientId, subject, via: 'core', ...object, ...logged }, 'audit');
};

/** Records what the system did by itself, such as an erasure. */
export const auditSystem = (
  tx: Db,
  action: AuditAction,
  { subject, ...details }: AuditDetails & { subject?: string },
): Promise<void> =>
  recordAuditEvent(tx, {
    actorKind: 'system',
    actorId: null,
    subjectId: subject ?? null,
    authority: 'system',
    ...columnsOf(details),
    action,
  });
