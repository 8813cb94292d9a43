import type { NavigateOptions } from './router.ts';

type Navigator = {
  navigate(to: string, options?: NavigateOptions): Promise<void>;
  /** Handles a step in the browser's history. */
  handleHistoryStep(): Promise<void>;
};

let router: Navigator | undefined;

/** Sets the document's router, and returns the previous one. */
export const setRouter = (next: Navigator | undefined): Navigator | undefined => {
  const previous = router;
  router = next;
  return previous;
};

/**
 * Navigates to a site path (`/tryggingar?a=1#b`), like a click on a link. Resolves when the page is shown.
 * @throws before `start`, and on the server
 */
export const navigate = async (to: string, options?: NavigateOptions): Promise<void> => {
  if (!router) throw new Error('No router');
  await router.navigate(to, options);
};

/** Notifies the router of a step in the browser's history. */
export const handleHistoryStep = (): void => void router?.handleHistoryStep();
