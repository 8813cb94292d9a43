import type { NavigateOptions } from './router.ts';

type Navigator = { navigate(to: string, options?: NavigateOptions): Promise<void> };

let router: Navigator | undefined;

/** Names the router that `navigate` speaks to: there is one in a document. */
export const setRouter = (started: Navigator): void => {
  router = started;
};

/**
 * Goes to a site path (`/tryggingar?a=1#b`), as a click on a link to it would. Resolves when the page is shown.
 * @throws before the browser half has started, and on the server
 */
export const navigate = async (to: string, options?: NavigateOptions): Promise<void> => {
  if (!router) throw new Error('navigate was called before the page had started');
  await router.navigate(to, options);
};
