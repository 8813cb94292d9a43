/** What it takes to leave a page; it is asked for when the page has been taken over, and no first load waits for it. */
export { prefetchLinks } from './ahead.ts';
export { arrive } from './arrive.ts';
export { createLoader } from './loader.ts';
export { notFoundOf, settleNotFound } from './not-found.ts';
