import type { Translation } from '../../translator.ts';
import type { failure as icelandic } from '../is/failure.ts';

/** In place of a region of a page that could not be shown. English. */
export const failure = {
  failure: {
    title: 'Something went wrong',
    text: 'Not everything on this page could be shown. Try again or call us.',
    retry: 'Try again',
  },
} as const satisfies Translation<typeof icelandic>;
