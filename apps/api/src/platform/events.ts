import { type EventData, type EventName, eventTypeOf, eventTypes } from '@hofn/contracts/core/events.ts';
import { type Db, insertCoreEvents } from '@hofn/database';

/** An event with its data, checked by its type. */
export type CoreEvent = {
  [Name in EventName]: { name: Name; subject: string; data: EventData<Name> };
}[EventName];

/**
 * Records what other systems follow, in the transaction of the act and after the act has locked or changed its row
 * (rule CORE-7): so neither exists without the other, and events of one subject are in the order of its changes.
 * @throws ZodError when the data has something that the contract does not name
 */
export const recordEvents = (tx: Db, events: readonly CoreEvent[]): Promise<void> =>
  insertCoreEvents(
    tx,
    events.map(({ name, subject, data }) => ({
      type: eventTypeOf(name),
      subject,
      data: eventTypes[name].data.parse(data),
    })),
  );

/** Records one event, see `recordEvents`. */
export const recordEvent = <Name extends EventName>(
  tx: Db,
  name: Name,
  subject: string,
  data: EventData<Name>,
): Promise<void> => recordEvents(tx, [{ name, subject, data } as CoreEvent]);
