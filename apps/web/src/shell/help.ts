import { type ChatEvent, chatEvent, otherHelpEvent, widgetButton } from '../chat/port.ts';
import { createChatStart } from '../chat/start.ts';
import { type HelpAction, type HelpState, helpAtStart, helpReducer } from './help-state.ts';
import { visitNames } from './visit.ts';

// Loaded by the script that ends every document, when the reader asks for help, has scrolled far, or comes back to a
// chat: no page waits for it. It stands beside the pages, not in them, so that it stays when they change.

/** What the document's script tells of. */
export type HelpSign = 'assistant' | 'chat' | 'hash' | 'scrolled' | 'resume';

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

const dispatch = (action: HelpAction): void => {
  state = helpReducer(state, action);
  const { triggered, clicked, status } = state;
  const { dataset } = document.documentElement;
  if (status === 'attention') dataset.prompt = '';
  else delete dataset.prompt;
  try {
    sessionStorage.setItem(visitNames.help, JSON.stringify({ triggered, clicked }));
  } catch {
    // Forbidden or full: then it holds for the open document.
  }
};

const loadWidget = () => import('../chat/widget.tsx').then(({ mountChat }) => mountChat());

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
  },
  // It does not bubble.
  { capture: true },
);
window.addEventListener(chatEvent, (event) => {
  const { detail } = event as ChatEvent;
  dispatch({ type: detail, modal: 'chat' });
  if (detail === 'opened') assistance()?.close();
});

/** Does what a sign of the reader's asks for. */
export const help = (sign: HelpSign): void => {
  if (sign === 'scrolled') dispatch({ type: 'scrolled', y: window.scrollY, height: window.innerHeight });
  if (sign === 'assistant' || sign === 'chat') dispatch({ type: 'pressed' });
  if (sign === 'assistant') {
    // The browser itself opens the panel, by the button's command.
    dispatch({ type: 'opened', modal: 'assistant' });
    window.dispatchEvent(new Event(otherHelpEvent));
  }
  if (sign === 'chat' || sign === 'hash') void startChat();
  if (sign === 'resume')
    loadWidget().catch((error: unknown) => console.info('The chat could not be loaded.', error));
};
