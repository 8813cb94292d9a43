/** Code for navigating, in a chunk of its own that is loaded after hydration, to keep it off the first load. */
export { applyNavigation } from './arrive.ts';
export { trackScroll } from './keep-scroll.ts';
export { createLoader } from './loader.ts';
export { notFoundPageOf, showNotFoundPage } from './not-found.ts';
export { prefetchLinks } from './prefetch-links.ts';
export { watchBuild } from './watch-build.ts';
