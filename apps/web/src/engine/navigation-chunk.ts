/** Code for navigating, in a chunk of its own that is loaded after hydration, to keep it off the first load. */
export { applyNavigation } from './apply-navigation.ts';
export { createLoader } from './loader.ts';
export { notFoundPageOf } from './not-found.ts';
export { prefetchLinks } from './prefetch-links.ts';
export { showNotFoundPage } from './settle-not-found.ts';
export { trackScroll } from './track-scroll.ts';
export { watchBuild } from './watch-build.ts';
