import type { Translation } from '../../translator.ts';
import type { api as source } from '../is/api.ts';

export const api: Translation<typeof source> = {
  field: {
    required: 'This is missing',
    text: 'This must be text',
    number: 'This must be a number',
    wholeNumber: 'This must be a whole number',
    yesNo: 'This must be yes or no',
    list: 'This must be a list',
    object: 'This must be fields with names',
    day: 'This must be a day like 2026-11-21',
    ssn: 'This must be a national ID of ten digits',
    email: 'The email address must look like name@example.is',
    form: 'This does not have the form it must have',
    atLeast: 'This must be {min} or more',
    atMost: 'This must be {max} or less',
    shortest: 'This is too short: it needs {min} characters or more',
    longest: 'This is too long: it may have {max} characters or fewer',
    fewest: 'Too few: there must be {min} or more',
    most: 'Too many: there may be {max} or fewer',
    oneOf: 'This must be one of: {values}',
    unknown: 'There is no such field: {name}',
    cursor: 'There is no such page of the list. Start again from the first page.',
    json: 'The content could not be read. It must be JSON.',
  },
  benefitWhy: {
    policy: 'Comes with: {policies}',
    discount: 'Taken off the premium of: {policies}',
  },
};
