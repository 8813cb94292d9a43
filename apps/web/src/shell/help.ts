import { createChatStart } from '../chat/open-chat.ts';
import { type ChatEvent, chatEvent, otherHelpEvent, widgetButton } from '../chat/widget-events.ts';
import { importOnDemand } from '../engine/chunks.ts';
import {
  chatHash,
  type HelpAction,
  type HelpModal,
  type HelpState,
  helpAtStart,
  helpModals,
  helpReducer,
  inquiryHash,
} from './help-state.ts';
import { visitNames } from './visitor-choices.ts';

// Loaded by the script at the end of every document, when the user opens help, scrolls far, or returns to a chat. It is
// independent of the page's React root, so that it survives navigations.

/** Events that the document's script reports. */
export type HelpSign = 'assistant' | 'chat' | 'inquiry' | 'hash' | 'scrolled' | 'resume';

/** The assistance panel's link to the inquiry page. */
const inquiryLink = (): HTMLAnchorElement | null => document.querySelector('a[data-help="inquiry"]');
const inquiry = (): HTMLDialogElement | null => document.querySelector('dialog#inquiry');
const assistance = (): HTMLDialogElement | null => document.querySelector('dialog#assistance');

/** The state stored for the visit, which excludes the open window. */
const read = (): HelpState => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(visitNames.help) ?? '{}') as Partial<HelpState>;
    return { ...helpAtStart, triggered: stored.triggered === true, clicked: stored.clicked === true };
  } catch {
    return helpAtStart;
  }
};

let state = read();

const closeModal: Record<Exclude<HelpModal, 'none'>, () => void> = {
  assistant: () => assistance()?.close(),
  chat: () => window.dispatchEvent(new Event(otherHelpEvent)),
  inquiry: () => inquiry()?.close(),
};

const dispatch = (action: HelpAction): void => {
  state = helpReducer(state, action);
  const { modal, triggered, clicked, status } = state;
  // Opening a window closes the others (rule HELP-4a).
  if (action.type === 'opened') for (const name of helpModals) if (name !== modal) closeModal[name]();
  const { dataset } = document.documentElement;
  // No prompt while help is open.
  if (status === 'attention' && modal === 'none') dataset.prompt = '';
  else delete dataset.prompt;
  try {
    sessionStorage.setItem(visitNames.help, JSON.stringify({ triggered, clicked }));
  } catch {
    // Storage is blocked or full: the state lasts for this document.
  }
};

const loadChat = importOnDemand(() => import('../chat/widget.tsx'));
const loadInquiry = importOnDemand(() => import('./InquiryWindow.tsx'));
const loadWidget = async () => (await loadChat()).mountChat();

/** Opens the inquiry in a window, or as a page if that fails. On the page itself, focuses the form. */
const openInquiry = async (): Promise<void> => {
  const link = inquiryLink();
  if (!link) return;
  if (link.pathname.replace(/\/$/, '') === location.pathname.replace(/\/$/, '')) {
    assistance()?.close();
    const field = document.querySelector<HTMLElement>('main form [name]');
    // After sending, the page shows a confirmation instead of the form: reload it.
    if (field) field.focus();
    else location.assign(link.href);
    return;
  }
  dispatch({ type: 'opened', modal: 'inquiry' });
  try {
    const part = await loadInquiry();
    await part.openInquiry(new URL(link.href));
  } catch (error) {
    dispatch({ type: 'closed', modal: 'inquiry' });
    console.info('The inquiry could not be opened here.', error);
    location.assign(link.href);
  }
};

/** Focuses the button for help, unless the focus is on something else that is visible. */
const focusHelpIfLost = (): void => {
  const { activeElement } = document;
  if (activeElement !== document.body && activeElement?.checkVisibility()) return;
  const buttons = document.querySelectorAll<HTMLElement>('footer [data-help], header [data-help]');
  [...buttons].find((button) => !button.closest('dialog') && button.checkVisibility())?.focus();
};

const startChat = createChatStart({
  load: loadWidget,
  widget: () => window.hofnChat,
  button: () => document.querySelector<HTMLElement>(widgetButton),
  show: (progress) => {
    if (progress === 'ready') delete document.documentElement.dataset.chat;
    else document.documentElement.dataset.chat = progress;
  },
  online: () => navigator.onLine,
  log: (message, error) => console.info(message, ...(error === undefined ? [] : [error])),
  every: (run, ms) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
});

document.addEventListener(
  'close',
  ({ target }) => {
    if (target === assistance()) dispatch({ type: 'closed', modal: 'assistant' });
    if (target === inquiry()) dispatch({ type: 'closed', modal: 'inquiry' });
    // The button that the chat was opened with is in the closed panel, or was hidden meanwhile.
    if (target instanceof Element && target.closest('#hofn-chat')) focusHelpIfLost();
  },
  // `close` does not bubble.
  { capture: true },
);
window.addEventListener(chatEvent, (event) => {
  const { detail } = event as ChatEvent;
  dispatch({ type: detail, modal: 'chat' });
});

/** Handles an event from the document's script. */
export const help = (event: HelpSign): void => {
  if (event === 'scrolled') dispatch({ type: 'scrolled', y: window.scrollY, height: window.innerHeight });
  if (event === 'assistant' || event === 'chat' || event === 'inquiry') dispatch({ type: 'pressed' });
  // The browser opens the panel, by the button's command.
  if (event === 'assistant') dispatch({ type: 'opened', modal: 'assistant' });
  if (event === 'chat' || (event === 'hash' && location.hash === chatHash)) void startChat();
  if (event === 'inquiry' || (event === 'hash' && location.hash === inquiryHash)) void openInquiry();
  if (event === 'resume')
    loadWidget().catch((error: unknown) => console.info('The chat could not be loaded.', error));
};
