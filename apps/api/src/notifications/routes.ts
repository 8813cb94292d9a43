import type { notificationCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { z } from 'zod';
import { defineCursor, positionParts } from '../platform/cursor.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import { isoInstant } from '../platform/instant.ts';
import { pageOf, rowsToRead } from '../platform/paging.ts';
import type { Handlers } from '../platform/registrar.ts';
import { createNotificationStore, type Position } from './store.ts';

const cursors = defineCursor<Position>(z.tuple([positionParts.instant, positionParts.id]), null);

/** A customer’s inbox: the e-mails written to them. */
export const notificationHandlers = ({
  database,
  clock,
  idempotently,
}: {
  database: Database;
  clock: Clock;
  idempotently: Idempotently;
}): Handlers<typeof notificationCalls> => {
  const store = createNotificationStore(database.db);
  return {
    notifications: async ({ context: { subject }, query: { limit, cursor } }) => {
      const after = cursors.read(cursor, subject.id);
      const rows = await store.list(subject, { after, limit: rowsToRead(limit) });
      const { page, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) =>
        cursors.write([createdAt, id], subject.id),
      );
      return {
        items: page.map(({ createdAt, readAt, ...row }) => ({
          ...row,
          subject: row.subject ?? '',
          summary: row.summary ?? '',
          at: isoInstant(createdAt),
          readAt: readAt && isoInstant(readAt),
        })),
        nextCursor,
        total: await store.total(subject),
        unread: await store.unread(subject),
      };
    },
    readNotifications: (input) => {
      const { subject } = input.context;
      return idempotently(input, async (tx) => {
        const store = createNotificationStore(tx);
        await store.read(subject, input.body.ids, clock.now());
        return { unread: await store.unread(subject) };
      });
    },
  };
};
