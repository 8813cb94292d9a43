import type { calendarCalls } from '@hofn/contracts';
import type { Clock } from '@hofn/domain/clock.ts';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import { behindDoor, calendarAt } from './calendar.ts';

/** The Advent calendar (rule SITE-10). An open door never closes, so it may be cached; a closed one may not. */
export const calendarHandlers = ({ clock }: { clock: Clock }): Handlers<typeof calendarCalls> => ({
  calendar: ({ params, reply }) => {
    const found = calendarAt(params.year, clock.now());
    if (!found) throw new Fault('notFound');
    reply.header('cache-control', 'no-cache');
    return found;
  },
  calendarDoor: ({ params, language, reply }) => {
    const found = behindDoor(params.year, params.day, clock.now(), language);
    if (!found) throw new Fault('notFound');
    reply.header('cache-control', 'public, max-age=3600').header('vary', 'accept-language');
    return found;
  },
});
