import { company } from '../../company.ts';
import type { Translation } from '../../translator.ts';
import type { site as icelandic } from '../is/site.ts';
import { failure } from './failure.ts';

/** Pages of the public site that tell of a state. English. */
export const site = {
  ...failure,
  notFound: {
    title: 'Page not found',
    text: 'The address may be wrong or the page may have moved. Start from the front page.',
  },
  serverError: {
    retry: 'Try again',
  },
  error: {
    title: 'Something went wrong',
    text: `We could not finish what you were doing. What you had typed is kept in your browser. Try again or call ${company.phone}.`,
  },
  loggedOut: {
    title: 'You have logged out',
    text: 'Close the browser if others use this computer.',
  },
  offline: {
    title: 'No network connection',
    text: `This page has not been opened on this device before, so there is no copy of it. You can still call ${company.phone}, and 112 in an emergency.`,
  },
  draft: {
    title: 'Draft',
    lead: 'These pages change when the draft is published.',
    nothing: 'The draft changes no page in this language.',
    notPublished: 'A draft that has not been published',
    isNew: 'The page is new.',
    published: 'See the page as it is now',
    all: 'Everything that changes',
  },
  preview: {
    title: 'Preview',
    lead: 'See a draft as it will look on the site, before it is published.',
    reference: 'Reference of the draft',
    open: 'Open the draft',
    ended: 'No draft was found with this reference. Copy it again from the content service.',
    help: 'You will find the reference next to the draft in the content service. It stops working when the draft is published or discarded.',
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
    ipidLead: 'The same points in the same order for every policy, so that they are easy to compare.',
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
    law: 'Relevant law',
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
    tellWho: 'Who',
    tellWhen: 'When',
    commonTasks: 'Most common tasks',
  },
  report: {
    showTable: 'Show as table',
    previous: 'Previous page',
    next: 'Next page',
    turn: 'Pages of the annual report',
    group: 'Class',
    year: 'Year',
    total: 'Total',
  },
} as const satisfies Translation<typeof icelandic>;
