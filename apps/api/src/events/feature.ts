import { forgetEvents, stampEvents } from '@hofn/database';
import { defineFeature } from '../feature.ts';
import { eventHandlers } from './routes.ts';

/** Days that other systems have to read an event. */
const retentionDays = 90;

/** The feed of events that other systems follow. Every feature records events in it. */
export const events = defineFeature({
  name: 'events',
  handlers: eventHandlers,
  // Stamping asks one indexed query when nothing waits, so even an idle system does it twice a second.
  repeated: [
    {
      name: 'events.stamp',
      everyMs: 500,
      create:
        ({ db }) =>
        () =>
          stampEvents(db),
    },
  ],
  jobs: [{ name: 'events.forget', at: '44 3 * * *', run: ({ db }) => forgetEvents(db, retentionDays) }],
  personalData: { leftOut: { core_events: 'references', core_events_head: 'nobodys' } },
});
