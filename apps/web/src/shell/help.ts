import { createChatStart } from '../chat/open-chat.ts';
import { type ChatEvent, chatEvent, otherHelpEvent, widgetButton } from '../chat/widget-events.ts';
import { later } from '../engine/chunks.ts';
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

// Loaded by the script that ends every document, when the reader asks for help, has scrolled far, or comes back to a
// chat: no page waits for it. It stands beside the pages, not in them, so that it stays when they change.

/** What the document's script tells of. */
export type HelpSign = 'assistant' | 'chat' | 'inquiry' | 'hash' | 'scrolled' | 'resume';

/** The panel's link to the page of the inquiry, which every page has that has the panel. */
const inquiryLink = (): HTMLAnchorElement | null => document.querySelector('a[data-help="inquiry"]');
const inquiry = (): HTMLDialogElement | null => document.querySelector('dialog#inquiry');
const assistance = (): HTMLDialogElement | null => document.querySelector('dialog#assistance');

/** What holds for the visit; which modal is open does not. */
const read = (): HelpState => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(visitNames.help) ?? '{}') as Partial<HelpState>;
    return { ...helpAtStart, triggered: kept.triggered === true, clicked: kept.clicked === true };
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
  // What was open gives way to what opens (rule HELP-4a).
  if (action.type === 'opened') for (const name of helpModals) if (name !== modal) closeModal[name]();
  const { dataset } = document.documentElement;
  // Nobody needs to point at help that is open.
  if (status === 'attention' && modal === 'none') dataset.prompt = '';
  else delete dataset.prompt;
  try {
    sessionStorage.setItem(visitNames.help, JSON.stringify({ triggered, clicked }));
  } catch {
    // Forbidden or full: then it holds for the open document.
  }
};

const loadChat = later(() => import('../chat/widget.tsx'));
const loadInquiry = later(() => import('./InquiryWindow.tsx'));
const loadWidget = async () => (await loadChat()).mountChat();

/** Opens the inquiry in a window; where that does not come, or its own page is open, there is the page. */
const openInquiry = async (): Promise<void> => {
  const link = inquiryLink();
  if (!link) return;
  if (link.pathname.replace(/\/$/, '') === location.pathname.replace(/\/$/, '')) {
    assistance()?.close();
    const field = document.querySelector<HTMLElement>('main form [name]');
    // Once one was sent its thanks stand there: another begins on the page anew.
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

const startChat = createChatStart({
  load: loadWidget,
  widget: () => window.hofnChat,
  button: () => document.querySelector<HTMLElement>(widgetButton),
  show: (progress) => {
    if (progress === 'ready') delete document.documentElement.dataset.chat;
    else document.documentElement.dataset.chat = progress;
  },
  online: () => navigator.onLine,
  note: (message, error) => console.info(message, ...(error === undefined ? [] : [error])),
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
  },
  // It does not bubble.
  { capture: true },
);
window.addEventListener(chatEvent, (event) => {
  const { detail } = event as ChatEvent;
  dispatch({ type: detail, modal: 'chat' });
});

/** Does what a sign of the reader's asks for. */
export const help = (sign: HelpSign): void => {
  if (sign === 'scrolled') dispatch({ type: 'scrolled', y: window.scrollY, height: window.innerHeight });
  if (sign === 'assistant' || sign === 'chat' || sign === 'inquiry') dispatch({ type: 'pressed' });
  // The browser itself opens the panel, by the button's command.
  if (sign === 'assistant') dispatch({ type: 'opened', modal: 'assistant' });
  if (sign === 'chat' || (sign === 'hash' && location.hash === chatHash)) void startChat();
  if (sign === 'inquiry' || (sign === 'hash' && location.hash === inquiryHash)) void openInquiry();
  if (sign === 'resume')
    loadWidget().catch((error: unknown) => console.info('The chat could not be loaded.', error));
};
