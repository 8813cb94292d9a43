import type { Translation } from '../../translator.ts';
import type { password as icelandic } from '../is/password.ts';

/** Changing the password. English. */
export const password = {
  password: {
    title: 'Password',
    lead: 'A new password takes effect at once. You stay signed in here; every other sign-in ends.',
    current: 'Current password',
    next: 'New password',
    show: 'Show the password',
    forgotten: 'Don’t remember your current password? Get a link to choose a new one',
    rules: 'What a new password needs',
    ruleLength: 'At least {n} characters',
    ruleCommon: 'Not on the list of common passwords',
    ruleTip:
      'Several words in a row are easier to remember and harder to guess than a short word with symbols',
    'missing.one': '{n} more character is needed',
    'missing.other': '{n} more characters are needed',
    submit: 'Change password',
    submitting: 'Changing the password',
    changed: 'The password has been changed',
    changedText: 'Every other sign-in has ended. Use the new password next time.',
    failed: 'The password could not be changed',
    missingCurrent: 'Enter the current password',
    missingNext: 'Enter a new password',
  },
} satisfies Translation<typeof icelandic>;
