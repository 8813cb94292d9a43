import type { CoreWebhookDelivery, coreWebhookCalls } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { feedCursor } from '../events/feed.ts';
import { auditService } from '../platform/audit.ts';
import type { ServiceClient } from '../platform/authorization.ts';
import { defineCursor } from '../platform/cursor.ts';
import { pageOf, rowsToRead } from '../platform/paging.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { DeliveryRow } from './replay.ts';
import type { Webhooks } from './webhooks.ts';

const cursors = defineCursor<number | undefined>(z.int().min(0), undefined);

/** A delivery as the calls and the command show it. */
export const deliveryOf = (row: DeliveryRow): CoreWebhookDelivery => {
  const { eventId, seq, type, state, attempts, attemptedAt, status, failure, duration } = row;
  return {
    ...{ type, state, attempts, status, failure, duration },
    event: eventId,
    attemptedAt: attemptedAt.toISOString(),
    after: feedCursor.write(seq - 1),
  };
};

/** Managing webhooks by calls (rule CORE-9). */
export const webhookHandlers = (db: Db, webhooks: Webhooks): Handlers<typeof coreWebhookCalls> => {
  const auditAct = (
    tx: Db,
    { request, client, id }: { request: FastifyRequest; client: ServiceClient; id: string },
    facts: { act: string } & Record<string, unknown>,
  ) =>
    auditService(tx, request, client, 'core.actOnWebhook', {
      scope: 'core.webhooks',
      object: { webhook: id },
      ...facts,
    });

  return {
    coreWebhooks: async ({ client }) => {
      const found = await webhooks.list(db, client.source);
      return { items: found.map(({ source: _, ...webhook }) => webhook) };
    },
    addCoreWebhook: ({ body, client, request }) =>
      db.transaction(async (tx) => {
        const added = await webhooks.add(tx, client.source, body);
        const { id, url } = added.webhook;
        const facts = { host: new URL(url).host, types: body.types };
        await auditService(tx, request, client, 'core.addWebhook', {
          ...{ scope: 'core.webhooks', object: { webhook: id } },
          ...facts,
        });
        return added;
      }),
    changeCoreWebhook: ({ params: { id }, body, client, request }) =>
      db.transaction(async (tx) => {
        const { source } = client;
        const changed = await webhooks.change(tx, { source, id }, body);
        const { url, types, active } = changed;
        const facts = { act: 'change', host: new URL(url).host, types, active };
        await auditAct(tx, { request, client, id }, facts);
        return changed;
      }),
    removeCoreWebhook: ({ params: { id }, client, request }) =>
      db.transaction(async (tx) => {
        await webhooks.remove(tx, { source: client.source, id });
        await auditAct(tx, { request, client, id }, { act: 'remove' });
        return null;
      }),
    rotateCoreWebhookSecret: ({ params: { id }, body: { overlapHours }, client, request }) =>
      db.transaction(async (tx) => {
        const rotated = await webhooks.rotate(tx, { source: client.source, id }, overlapHours);
        await auditAct(tx, { request, client, id }, { act: 'rotate', overlapHours });
        return rotated;
      }),
    replayCoreWebhook: ({ params: { id }, body, client, request }) =>
      db.transaction(async (tx) => {
        const answer = await webhooks.replay(tx, { source: client.source, id }, body);
        await auditAct(tx, { request, client, id }, { act: 'replay', ...body });
        return answer;
      }),
    coreWebhookDeliveries: async ({ params: { id }, query: { state, limit, cursor }, client }) => {
      const list = `${id} ${state ?? ''}`;
      const before = cursors.read(cursor, list);
      const found = { state, before, limit: rowsToRead(limit) };
      const rows = await webhooks.deliveries(db, { source: client.source, id }, found);
      const { page, nextCursor } = pageOf(rows, limit, ({ seq }) => cursors.write(seq, list));
      return { items: page.map(deliveryOf), nextCursor };
    },
  };
};
