import { company } from '../../company.ts';
import type { Translation } from '../../translator.ts';
import type { signInFailure as icelandic } from '../is/sign-in-failure.ts';

/** Why a sign-in failed, for customers and staff. */
export const signInFailure = {
  signInFailure: {
    clockFast:
      'The clock on this device is {difference} fast, so the login cannot be verified. Set the clock and try again.',
    clockSlow:
      'The clock on this device is {difference} slow, so the login cannot be verified. Set the clock and try again.',
    'minutes.one': '{n} minute',
    'minutes.other': '{n} minutes',
    'hours.one': '{n} hour',
    'hours.other': '{n} hours',
    'days.one': '{n} day',
    'days.other': '{n} days',
    refused: `The login could not be verified. Try again. If that does not help, call ${company.phone} and mention “{code}”.`,
  },
} as const satisfies Translation<typeof icelandic>;
