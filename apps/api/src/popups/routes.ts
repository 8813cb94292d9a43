import type { popupCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import { showsPopup } from './popups.ts';
import { createPopupStore } from './store.ts';

export const popupHandlers = ({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Handlers<typeof popupCalls> => {
  const store = createPopupStore(database.db);
  return {
    checkPopup: async ({ query: { popup }, context: { subject } }) => {
      const row = await store.popup(subject, popup);
      if (!row) throw new Fault('notFound');
      const now = clock.now();
      return { show: showsPopup(popup, row, now, dayOfInstant(now)) };
    },
    // Idempotent by itself.
    savePopup: async ({ body: { popup, outcome }, context: { subject } }) => {
      if (outcome === 'done') await store.done(subject, popup);
      else await store.putOff(subject, popup, clock.now().toISOString());
      return null;
    },
  };
};
