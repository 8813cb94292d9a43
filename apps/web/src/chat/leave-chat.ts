import { clearChat } from './stored-chat.ts';
import { leaveEvent } from './widget-events.ts';

/** Ends the signed-in customer's chat and clears its data from this browser (rule HELP-8). */
export const leaveChat = (): void => {
  // Notify the widget first, or it would store the chat again after clearChat.
  window.dispatchEvent(new Event(leaveEvent));
  clearChat();
};
