import { hrefOf } from './link-rules.ts';
import { setRouter } from './navigate.ts';

/** Asks whether to leave; undefined if the form was saved or removed before the user answered. */
type Guard = () => Promise<boolean | undefined>;

const guards = new Set<Guard>();
let router: ReturnType<typeof setRouter>;
/** The history entry of the page on the screen: after a step back, `history.state` is already the other entry's. */
let current: { href: string; state: unknown };
let isAsking = false;
/** The user has agreed to lose the input. Reset by more input, or by staying on the page. */
let isConfirmed = false;

const readEntry = (): void => {
  current = { href: location.href, state: history.state };
};
const isSamePage = (address: string): boolean =>
  new URL(address, current.href).pathname === new URL(current.href).pathname;

/**
 * Asks the user whether to leave if a form is not saved. The question is about the whole page, so the first answer
 * decides.
 */
export const confirmLeaving = async (): Promise<boolean> => {
  if (isConfirmed || guards.size === 0) return true;
  if (isAsking) return false;
  isAsking = true;
  try {
    for (const ask of guards) {
      const mayLeave = await ask();
      if (mayLeave === undefined) continue;
      isConfirmed = mayLeave;
      return mayLeave;
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
  handleHistoryStep: async () => {
    const samePage = isSamePage(location.href);
    if (samePage) isConfirmed = false;
    if (samePage || isConfirmed || guards.size === 0) {
      const moving = router?.handleHistoryStep();
      // The router has written the entry's key synchronously.
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
/** More input after the user agreed to leave needs a new confirmation. */
const onInput = (): void => {
  isConfirmed = false;
};
const inputEvents = ['input', 'change', 'drop'] as const;

// Only while there are guards: a `beforeunload` listener disables the back/forward cache.
const listen = (): void => {
  addEventListener('beforeunload', onBeforeUnload);
  for (const name of inputEvents) addEventListener(name, onInput, true);
};
const stopListening = (): void => {
  removeEventListener('beforeunload', onBeforeUnload);
  for (const name of inputEvents) removeEventListener(name, onInput, true);
};

/**
 * Guards unsaved input: the user is asked before leaving the page by a link, `navigate`, the browser's history, or
 * closing the tab, where the browser shows its own question. Changes of query or hash are not blocked. Guards can be
 * added and removed in any order (rule HOLD-3).
 *
 * A blocked Back re-pushes the current entry, which drops the forward history.
 *
 * @param ask whether to leave; never called concurrently
 * @returns removes the guard, and closes its question
 */
export const blockNavigation = (ask: () => Promise<boolean>): (() => void) => {
  // Installed once, in front of the document's router; without guards it only delegates.
  const previousRouter = setRouter(blocker);
  if (previousRouter !== blocker) router = previousRouter;
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
