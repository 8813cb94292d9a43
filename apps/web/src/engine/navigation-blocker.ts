import { hrefOf } from './link-rules.ts';
import { setRouter } from './navigate.ts';

/** Asks whether the reader leaves; undefined when its form was saved or removed before an answer. */
type Guard = () => Promise<boolean | undefined>;

const guards = new Set<Guard>();
let router: ReturnType<typeof setRouter>;
/** The history entry on the screen: after a step back the browser no longer tells which it was. */
let current: { href: string; state: unknown };
let isAsking = false;
/** The reader has agreed to lose the present input. It ends with the next input, or with staying on the page. */
let isConfirmed = false;

const readEntry = (): void => {
  current = { href: location.href, state: history.state };
};
const isSamePage = (address: string): boolean =>
  new URL(address, current.href).pathname === new URL(current.href).pathname;

/**
 * Whether the page may be left: asks the reader when a form on it is not saved. The question is one for the whole page,
 * so that the first guard that gets an answer answers for all.
 */
export const confirmLeaving = async (): Promise<boolean> => {
  if (isConfirmed || guards.size === 0) return true;
  if (isAsking) return false;
  isAsking = true;
  try {
    for (const ask of guards) {
      const leaves = await ask();
      if (leaves === undefined) continue;
      isConfirmed = leaves;
      return leaves;
    }
    return false;
  } finally {
    isAsking = false;
  }
};

const blocker: typeof router = {
  navigate: async (to, options) => {
    if (isSamePage(hrefOf(to))) isConfirmed = false;
    else if (!(await confirmLeaving())) return;
    await router?.navigate(to, options);
    readEntry();
  },
  moved: async () => {
    const samePage = isSamePage(location.href);
    if (samePage) isConfirmed = false;
    if (samePage || isConfirmed || guards.size === 0) {
      const moving = router?.moved();
      // The router has given the entry its key by now.
      readEntry();
      return moving;
    }
    history.pushState(current.state, '', current.href);
    if (await confirmLeaving()) history.back();
  },
};

const onBeforeUnload = (event: BeforeUnloadEvent): void => {
  if (!isConfirmed) event.preventDefault();
};
/** Input after a yes, on a page that could not be left after all, is guarded again. */
const onInput = (): void => {
  isConfirmed = false;
};
const inputEvents = ['input', 'change', 'drop'] as const;

// Only while there is something to guard: a page that listens for `beforeunload` is not kept by the browser for Back.
const listen = (): void => {
  addEventListener('beforeunload', onBeforeUnload);
  for (const name of inputEvents) addEventListener(name, onInput, true);
};
const stopListening = (): void => {
  removeEventListener('beforeunload', onBeforeUnload);
  for (const name of inputEvents) removeEventListener(name, onInput, true);
};

/**
 * Guards unsaved input: the reader is asked before the page is left by a link or a call of `navigate`, by the browser's
 * history, or by closing the tab, where the browser asks in its own words. Moving within the page's own path is not
 * asked about. Any number of guards can be there, and they can end in any order (rule HOLD-3).
 *
 * A blocked step in the history pushes the current entry again: the entries ahead of it are lost, as when a link is
 * followed.
 *
 * @param ask whether the reader leaves; called once at a time
 * @returns ends the guard, and the question if that is open
 */
export const blockNavigation = (ask: () => Promise<boolean>): (() => void) => {
  // Installed once, above the router of the document, and passes everything on while there are no guards.
  const former = setRouter(blocker);
  if (former !== blocker) router = former;
  let endQuestion = (): void => {};
  const ended = new Promise<undefined>((resolve) => {
    endQuestion = () => resolve(undefined);
  });
  const guard: Guard = () => Promise.race([ask(), ended]);
  if (guards.size === 0) {
    readEntry();
    listen();
  }
  isConfirmed = false;
  guards.add(guard);
  return () => {
    endQuestion();
    if (!guards.delete(guard) || guards.size > 0) return;
    isConfirmed = false;
    stopListening();
  };
};
