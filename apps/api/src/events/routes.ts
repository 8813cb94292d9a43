import type { coreFeedCalls } from '@hofn/contracts';
import { eventNames, eventTypeOf } from '@hofn/contracts/core/events.ts';
import { type Db, feedEnds, readEvents } from '@hofn/database';
import type { FastifyReply } from 'fastify';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import { cloudEventOf, cursorExpired, feedCursor } from './feed.ts';
import { createFeedWatch } from './feed-watch.ts';

const knownTypes: readonly string[] = eventNames.map(eventTypeOf);

/** @throws Fault `validation` naming `types` and the type that does not exist */
const typesOf = (text: string | undefined): string[] | undefined => {
  const types = text?.split(',').map((type) => type.trim());
  const unknown = types?.find((type) => !knownTypes.includes(type));
  if (unknown !== undefined) {
    const literal = `There is no event type ${unknown}.`;
    throw new Fault('validation', { fields: [{ path: 'types', reason: 'form', literal }] });
  }
  return types;
};

/** Aborted when the client has gone, or the server is stopping and its clients should ask another. */
const endOf = ({ raw, server }: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, server.stopping]);
};

/** Reading the feed of events (rule CORE-8). */
export const eventHandlers = ({
  db,
  site,
}: {
  db: Db;
  /** Address of the site, which tells insurers apart. */
  site: string;
}): Handlers<typeof coreFeedCalls> => {
  const watch = createFeedWatch(async () => (await feedEnds(db)).seq);
  return {
    coreEvents: async ({ query, reply }) => {
      const types = typesOf(query.types);
      const deadline = performance.now() + query.wait * 1000;
      const ended = endOf(reply);
      let after = feedCursor.read(query.after);
      for (;;) {
        const { events, next, forgotten } = await readEvents(db, { after, types, limit: query.limit });
        if (next === undefined) throw cursorExpired({ forgotten });
        const leftMs = deadline - performance.now();
        if (events.length > 0 || leftMs <= 0 || ended.aborted) {
          // A client that follows the feed would fill the log with one line for each time it waits.
          reply.isIdle = query.wait > 0 && events.length === 0;
          return { events: events.map((row) => cloudEventOf(row, site)), next: feedCursor.write(next) };
        }
        after = next;
        await watch.waitBeyond(next, leftMs, ended);
      }
    },
  };
};
