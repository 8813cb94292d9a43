import type { Translation } from '../../translator.ts';
import type { live as icelandic } from '../is/live.ts';

/** What the desk says of the work of others while it is open. */
export const live: Translation<typeof icelandic> = {
  live: {
    cut: 'No connection since {time}',
    back: 'The connection is back. Everything is up to date.',
    tooMuch: 'Much has changed – show',
    isHere: '{name} has this case open',
    isWriting: '{name} is writing in this case',
    changed: 'This case has changed.',
    load: 'Load changes',
  },
};
