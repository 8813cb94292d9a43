/** What it takes to leave a page; it is asked for when the page has been taken over, and no first load waits for it. */
export { arrive } from './apply-navigation.ts';
export { keepScroll } from './keep-scroll.ts';
export { createLoader } from './loader.ts';
export { notFoundOf } from './not-found.ts';
export { prefetchLinks } from './prefetch-links.ts';
export { settleNotFound } from './settle-not-found.ts';
export { watchBuild } from './watch-build.ts';
