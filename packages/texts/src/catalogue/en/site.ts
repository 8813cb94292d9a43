import { company } from '../../company.ts';
import type { Translation } from '../../translator.ts';
import type { site as icelandic } from '../is/site.ts';

/** Pages of the public site that tell of a state. English. */
export const site = {
  notFound: {
    title: 'Page not found',
    text: 'The address may be wrong or the page may have moved. Search for what you need or start from the front page.',
  },
  serverError: {
    title: 'Something went wrong at our end',
    text: `The page could not be opened because of a fault at our end. Try again in a few minutes. If it is urgent, call ${company.phone}.`,
    reference: 'Reference: {reference}',
    retry: 'Try again',
  },
  error: {
    title: 'Something went wrong',
    text: `We could not finish what you were doing. What you had typed is kept in your browser. Try again or call ${company.phone}.`,
    reference: 'Reference: {reference}',
    retry: 'Try again',
  },
  loggedOut: {
    title: 'You have logged out',
    text: 'Close the browser if others use this computer.',
  },
  offline: {
    title: 'No network connection',
    text: `This page has not been opened on this device before, so there is no copy of it. You can still call ${company.phone}, and 112 in an emergency.`,
    retry: 'Try again',
  },
  noScript: {
    title: 'The site works without JavaScript',
    text: `You can read every page. Forms and My pages need JavaScript. Call ${company.phone} if you would rather talk to us.`,
  },
} as const satisfies Translation<typeof icelandic>;
