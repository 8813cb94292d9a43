import type { Translation } from '../../translator.ts';
import type { idle as icelandic } from '../is/idle.ts';

/** Signing out staff who have left the desk. */
export const idle: Translation<typeof icelandic> = {
  idle: {
    title: 'Are you still there?',
    text: 'Nobody has used the staff portal for a while. You will be logged out automatically. What you have typed is saved.',
    left: 'Time left: {time}',
    'seconds.one': 'You will be logged out in {n} second.',
    'seconds.other': 'You will be logged out in {n} seconds.',
    stay: 'Stay logged in',
    leave: 'Log out now',
    out: 'You were logged out because nobody used the staff portal for 30 minutes',
    outText: 'What you typed in cases is kept as a draft. Log in to continue where you were.',
  },
};
