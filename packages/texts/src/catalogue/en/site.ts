import { company } from '../../company.ts';
import type { Translation } from '../../translator.ts';
import type { site as icelandic } from '../is/site.ts';

/** Pages of the public site that tell of a state. English. */
export const site = {
  notFound: {
    title: 'Page not found',
    text: 'The address may be wrong or the page may have moved. Start from the front page.',
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
  product: {
    covers: 'The insurance covers',
    notCovered: 'The insurance does not cover',
    goodToKnow: 'Good to know',
    deductible: 'Deductible',
    deductibleFor: 'Applies to',
    deductibleAmount: 'Deductible for each claim',
    deductibleTable: 'Deductibles you can choose from',
    percentOfLoss: '{percent} of the loss',
    priceFactors: 'What affects the price',
    whenItHappens: 'If something happens',
    terms: 'Terms and conditions',
    allTerms: 'All terms and conditions',
    faq: 'Questions and answers',
    related: 'Related insurance',
    ipid: 'The product in brief',
    ipidLead: 'The same points in the same order for every insurance, so that they are easy to compare.',
    whatIsInsured: 'What is insured?',
    whatIsNotInsured: 'What is not insured?',
    restrictions: 'Restrictions',
    where: 'Where am I covered?',
    obligations: 'Your obligations',
    whenAndHowToPay: 'When and how do I pay?',
    whenCoverStartsAndEnds: 'When does the cover start and end?',
    howToCancel: 'How do I cancel?',
  },
  search: {
    about:
      'Search the site or choose a page from the list. Icelandic letters can be typed without their accents.',
    button: 'Search',
    everything: 'All pages',
    resultsFor: 'Results for “{query}”',
  },
  page: {
    contents: 'Contents',
    law: 'The law behind this',
    lawNumber: 'Act No.\u00a0{number}',
    more: 'More on this',
    related: 'Related',
    published: 'Published {date}',
    code: 'Terms number',
    inForceFrom: 'In force from',
    validFrom: 'In force from {date}',
    boardSince: 'On the board since {year}',
    independent: 'Independent of the company',
    notIndependent: 'Not independent of the company',
    tellWho: 'Whom',
    tellWhen: 'When',
    commonTasks: 'Most common tasks',
  },
} as const satisfies Translation<typeof icelandic>;
