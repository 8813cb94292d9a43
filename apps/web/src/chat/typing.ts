import { chatTypingMs } from '@hofn/domain/chat.ts';

type Schedule = (run: () => void, ms: number) => () => void;

/** Minimum interval between reports of own typing, in milliseconds. */
const reportEveryMs = chatTypingMs / 2;

/**
 * Who is typing, by chat: own typing is reported once in a while, and that of the other side is shown for a while.
 * @param show called when the other side begins and when it ends
 */
export const createTyping = (schedule: Schedule, show: (chat: string, isTyping: boolean) => void) => {
  const reported = new Set<string>();
  const timers = new Map<string, () => void>();
  const end = (chat: string): void => {
    timers.get(chat)?.();
    if (timers.delete(chat)) show(chat, false);
  };
  return {
    begin: (chat: string): void => {
      timers.get(chat)?.();
      timers.set(
        chat,
        schedule(() => end(chat), chatTypingMs),
      );
      show(chat, true);
    },
    end,
    /** Reports own typing, unless that was done a moment ago. */
    report: (chat: string, send: () => void): void => {
      if (reported.has(chat)) return;
      reported.add(chat);
      schedule(() => reported.delete(chat), reportEveryMs);
      send();
    },
  };
};
