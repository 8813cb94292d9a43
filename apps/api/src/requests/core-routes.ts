import type { CoreOutcome, coreRequestCalls } from '@hofn/contracts';
import { type Database, type Db, policies } from '@hofn/database';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditService } from '../platform/audit.ts';
import { defineCursor, positionParts } from '../platform/cursor.ts';
import { Fault } from '../platform/fault.ts';
import { isoInstant } from '../platform/instant.ts';
import { pageOf, rowsToRead } from '../platform/paging.ts';
import type { Handlers } from '../platform/registrar.ts';
import { coreRequestOf } from './core-request.ts';
import type { Decision } from './requests.ts';
import type { Settling } from './settle.ts';
import { type CoreRow, createRequestStore, type RequestPosition } from './store.ts';

const cursors = defineCursor<RequestPosition | null>(
  z.tuple([positionParts.instant, positionParts.id]),
  null,
);

/** A policy's number names it to other systems; its id is ours, if it is known here yet. */
const policyOf = async (tx: Db, requestId: string, number: string | null) => {
  if (number === null) return null;
  const request = await createRequestStore(tx).lock(requestId);
  const [policy] = await tx
    .select({ id: policies.id })
    .from(policies)
    .where(and(eq(policies.customerId, request?.customerId ?? ''), eq(policies.number, number)));
  return { id: policy?.id ?? null, number };
};

const decisionOf = async (tx: Db, id: string, outcome: CoreOutcome): Promise<Decision> => {
  if (outcome.result !== 'accepted') return outcome;
  const { policyNumber, ...accepted } = outcome;
  return { ...accepted, policy: await policyOf(tx, id, policyNumber) };
};

/** Requests as other systems read and settle them (rule CORE-10). */
export const coreRequestHandlers = ({
  database,
  settling,
}: {
  database: Database;
  settling: Settling;
}): Handlers<typeof coreRequestCalls> => {
  const requestOf = (row: CoreRow) => coreRequestOf(row, settling.settings.REQUESTS_SETTLED_BY_CORE);

  const read = async (db: Db, id: string): Promise<CoreRow> => {
    const row = await createRequestStore(db).forCore(id);
    if (!row) throw new Fault('notFound');
    return row;
  };

  return {
    coreRequests: async ({ query: { state, limit, cursor } }) => {
      const after = cursors.read(cursor, state ?? '');
      const rows = await createRequestStore(database.db).listForCore(state, {
        after,
        limit: rowsToRead(limit),
      });
      const { page, nextCursor } = pageOf(rows, limit, ({ request }) =>
        cursors.write([isoInstant(request.createdAt), request.id], state ?? ''),
      );
      return { items: page.map(requestOf), nextCursor };
    },
    coreRequest: async ({ params }) => requestOf(await read(database.db, params.id)),
    settleCoreRequest: ({ params: { id }, body, client, language, request }) =>
      database.db.transaction(async (tx) => {
        const decision = await decisionOf(tx, id, body);
        const by = { kind: 'core', source: client.source } as const;
        const result = await settling.settleRequest(tx, id, decision, { by, language });
        const row = await read(tx, id);
        await auditService(tx, request, client, 'core.settleRequest', {
          scope: 'core.requests.settle',
          subject: row.request.customerId,
          object: { request: id },
          result: body.result,
          recorded: result,
        });
        return { result, request: requestOf(row) };
      }),
  };
};
