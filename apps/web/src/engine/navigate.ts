import type { NavigateOptions } from './router.ts';

type Navigator = {
  navigate(to: string, options?: NavigateOptions): Promise<void>;
  /** The browser has moved in its history. */
  moved(): Promise<void>;
};

let router: Navigator | undefined;

/** Names the router that is spoken to here, and gives the former: there is one at a time in a document. */
export const setRouter = (next: Navigator | undefined): Navigator | undefined => {
  const former = router;
  router = next;
  return former;
};

/**
 * Goes to a site path (`/tryggingar?a=1#b`), as a click on a link to it would. Resolves when the page is shown.
 * @throws before the browser half has started, and on the server
 */
export const navigate = async (to: string, options?: NavigateOptions): Promise<void> => {
  if (!router) throw new Error('No router');
  await router.navigate(to, options);
};

/** Tells the router that the browser has moved in its history. */
export const moved = (): void => void router?.moved();
