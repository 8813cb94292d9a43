import type { Translation } from '../../translator.ts';
import type { password as icelandic } from '../is/password.ts';

/** Changing the password. English. */
export const password = {
  password: {
    title: 'Password',
    lead: 'A new password takes effect immediately. You will stay logged in here and be logged out everywhere else.',
    current: 'Current password',
    next: 'New password',
    show: 'Show the password',
    forgotten: 'Don’t remember your current password? Get a link to choose a new one',
    rules: 'Password requirements',
    ruleLength: 'At least {n} characters',
    ruleCommon: 'Not on the list of common passwords',
    ruleTip:
      'Several words in a row are easier to remember and harder to guess than a short word with symbols',
    'missing.one': '{n} more character is needed',
    'missing.other': '{n} more characters are needed',
    submit: 'Change password',
    submitting: 'Changing the password',
    changed: 'The password has been changed',
    changedText: 'You have been logged out everywhere else. Use the new password next time.',
    failed: 'The password could not be changed',
    missingCurrent: 'Enter the current password',
    missingNext: 'Enter a new password',
  },
} satisfies Translation<typeof icelandic>;
