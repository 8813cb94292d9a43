import type { Translation } from '../../translator.ts';
import type { staffError as icelandic } from '../is/staff-error.ts';

/** The web server's own page on the staff host, when a page fails. */
export const staffError: Translation<typeof icelandic> = {
  staffError: {
    name: 'Höfn, staff portal',
    failed: 'The page could not be opened',
    failedText: 'The error has been recorded. Try again in a moment. Drafts that you wrote are kept.',
    missing: 'The page was not found',
    missingText: 'The address is wrong, or the page no longer exists.',
    retry: 'Try again',
    queue: 'Work queue',
  },
};
