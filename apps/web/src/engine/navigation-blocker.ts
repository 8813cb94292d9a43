import { hrefOf } from './link-rules.ts';
import { setRouter } from './navigate.ts';
import type { PageTexts } from './texts.ts';

/** The question whether to leave, and the texts of the form that it protects. */
export type LeaveQuestion = { texts: PageTexts; answer: (leaves: boolean) => void };

/** One entry per form with unsaved changes. */
type Guard = { texts: PageTexts; keptWithin: boolean };
const guards = new Set<Guard>();
const hosts = new Set<() => void>();
let question: LeaveQuestion | undefined;
let router: ReturnType<typeof setRouter>;
/** The history entry of the page on the screen: after a step back, `history.state` is already the other entry's. */
let current: { href: string; state: unknown };
/** The user has agreed to lose the input. Reset by more input, or by staying on the page. */
let isConfirmed = false;

const readEntry = (): void => {
  current = { href: location.href, state: history.state };
};
const isSamePage = (address: string): boolean =>
  new URL(address, current.href).pathname === new URL(current.href).pathname;

const setQuestion = (next: LeaveQuestion | undefined): void => {
  question = next;
  for (const onChange of hosts) onChange();
};

/** The question to draw; undefined while there is none. */
export const leaveQuestion = (): LeaveQuestion | undefined => question;

/** For the component that draws the question. Without it nobody can be asked, so nothing is blocked. */
export const subscribeToLeaveQuestion = (onChange: () => void): (() => void) => {
  hosts.add(onChange);
  return () => {
    hosts.delete(onChange);
    if (hosts.size === 0) question?.answer(false);
  };
};

/** The forms that lose their input: all of them with the document, fewer with its page. */
const losing = (isWithin: boolean): Guard[] =>
  [...guards].filter(({ keptWithin }) => !isWithin || !keptWithin);

/** Whether leaving the page would lose input that the user has not agreed to lose. */
const mustAsk = (isWithin: boolean): boolean => losing(isWithin).length > 0 && hosts.size > 0 && !isConfirmed;

/**
 * Asks the user whether to leave if a form is not saved. The question is about the whole page, so there is one for all
 * forms; it closes, and the user stays, when the last of them is saved or removed.
 * @param options `isWithin`: only the page is left, not the document
 */
export const confirmLeaving = async ({ isWithin = false } = {}): Promise<boolean> => {
  const [guard] = losing(isWithin);
  if (!guard || !mustAsk(isWithin)) return true;
  if (question) return false;
  return new Promise((resolve) => {
    const asked: LeaveQuestion = {
      texts: guard.texts,
      answer: (leaves) => {
        if (question !== asked) return;
        isConfirmed = leaves;
        setQuestion(undefined);
        resolve(leaves);
      },
    };
    setQuestion(asked);
  });
};

/** Lets the page be left without asking, when nobody is there to answer. More input asks again. */
export const allowLeaving = (): void => {
  isConfirmed = true;
};

const blocker: typeof router = {
  navigate: async (to, options) => {
    if (isSamePage(hrefOf(to))) isConfirmed = false;
    else if (!(await confirmLeaving({ isWithin: true }))) return;
    await router?.navigate(to, options);
    readEntry();
  },
  handleHistoryStep: async () => {
    const samePage = isSamePage(location.href);
    if (samePage) isConfirmed = false;
    if (samePage || !mustAsk(true)) {
      const moving = router?.handleHistoryStep();
      // The router has written the entry's key synchronously.
      readEntry();
      return moving;
    }
    history.pushState(current.state, '', current.href);
    if (await confirmLeaving({ isWithin: true })) history.back();
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
 * @param texts for the question
 * @param options `keptWithin`: the input outlives navigation within the document, which is then not blocked
 * @returns removes the guard, and closes the question if it was the last one
 */
export const blockNavigation = (texts: PageTexts, { keptWithin = false } = {}): (() => void) => {
  // Installed once, in front of the document's router; without guards it only delegates.
  const previousRouter = setRouter(blocker);
  if (previousRouter !== blocker) router = previousRouter;
  const guard = { texts, keptWithin };
  if (guards.size === 0) {
    readEntry();
    listen();
  }
  isConfirmed = false;
  guards.add(guard);
  return () => {
    if (!guards.delete(guard) || guards.size > 0) return;
    question?.answer(false);
    isConfirmed = false;
    stopListening();
  };
};
