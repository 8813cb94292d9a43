import { coreEvents, type Database } from '@hofn/database';

/** The events that were recorded, in order. For tests only. */
export const recordedEvents = ({ db }: Pick<Database, 'db'>) =>
  db
    .select({ type: coreEvents.type, subject: coreEvents.subject, data: coreEvents.data })
    .from(coreEvents)
    .orderBy(coreEvents.entered);
