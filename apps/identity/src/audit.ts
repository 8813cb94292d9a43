import { type Db, recordAuditEvent } from '@hofn/database';
import type { AuditAction } from '@hofn/domain/audit.ts';
import type { FastifyRequest } from 'fastify';
import type { Connection } from './accounts.ts';

/**
 * Records a sign-in or a change of how somebody signs in, in the transaction of the change (rule HOLD-14). For calls
 * that come through the API, `request.ip` is the customer's address only when the API is a trusted proxy.
 */
export const audit = (
  tx: Db,
  request: FastifyRequest,
  action: AuditAction,
  {
    connection = 'customer',
    sub,
    object,
    ...details
  }: { connection?: Connection; sub?: string | undefined; object?: string; [detail: string]: unknown },
): Promise<void> =>
  recordAuditEvent(tx, {
    action,
    actorKind: connection,
    actorId: sub ?? null,
    subjectId: connection === 'customer' ? (sub ?? null) : null,
    authority: connection === 'customer' ? 'self' : 'staffRole',
    object: object ?? null,
    details: Object.keys(details).length > 0 ? details : null,
    address: request.ip,
    requestId: request.id,
  });
