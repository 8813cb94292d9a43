import type { CloudEvent, CoreEventPage } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { handlers, readSubject } from './events.ts';
import { type Hofn, HofnRefused } from './hofn.ts';
import {
  findByFrontId,
  isHandled,
  noteEvent,
  readConnection,
  saveConnection,
  saveFrontId,
} from './store/connection.ts';
import { inBook } from './store/work.ts';

/** The feed of Höfn's events, read from a cursor (rule CORE-8). */
export const createFeed = ({ db, hofn }: { db: Db; hofn: Hofn }) => {
  /** The customer that an event is about; undefined when the core does not have them. */
  const customerOf = async (event: CloudEvent): Promise<string | undefined> => {
    const known = await findByFrontId(db, event.subject);
    if (known !== undefined) return known;
    const ssn = await readSubject(hofn, event);
    if (ssn !== undefined) await saveFrontId(db, ssn, event.subject);
    return ssn;
  };

  /** Handles an event, once: what it changes and that it was handled are one transaction. */
  const handleOne = async (event: CloudEvent): Promise<void> => {
    if (await isHandled(db, event.id)) return;
    const change = await handlers[event.type]?.(hofn, event);
    const customer = change && (await customerOf(event));
    await db.transaction(async (tx) => {
      if (!(await noteEvent(tx, event)) || !change || customer === undefined) return;
      await inBook(tx, customer, change);
    });
  };

  return {
    /** Reads the next events; `wait` is how many seconds to wait for one. */
    read: async (wait: number, signal: AbortSignal): Promise<CoreEventPage> => {
      const { cursor } = await readConnection(db);
      const query = new URLSearchParams({ wait: String(wait), ...(cursor && { after: cursor }) });
      try {
        return await hofn.call<CoreEventPage>('GET', `events?${query}`, { signal });
      } catch (error) {
        if (!(error instanceof HofnRefused) || error.status !== 410) throw error;
        return { events: [], next: error.problem.errors?.oldest?.[0] ?? '' };
      }
    },
    /** Handles events, each once, and stores how far it has read. */
    handle: async ({ events, next }: CoreEventPage): Promise<void> => {
      for (const event of events) await handleOne(event);
      await saveConnection(db, { cursor: next });
    },
  };
};
