import { clearChat } from './stored-chat.ts';
import { leaveEvent } from './widget-events.ts';

/** Ends the chat of whoever is signed in, and clears what it has left in this browser (rule HELP-8). */
export const leaveChat = (): void => {
  // First whoever has the chat on the screen: it would keep it again.
  window.dispatchEvent(new Event(leaveEvent));
  clearChat();
};
