import type { ChatMessage } from '@hofn/contracts';
import { chatLengths } from '@hofn/domain/chat.ts';

/** A message of this tab that the service has not confirmed; `fault` is its reason for refusing it. */
export type Pending = { key: string; text: string; fault?: string };

/** A chat as a tab has it: the messages of the service, in its order, and the tab's own that it has not confirmed. */
export type MessageLog = { messages: readonly ChatMessage[]; pending: readonly Pending[] };

export const emptyLog: MessageLog = { messages: [], pending: [] };

/** Sequence number of the last message; 0 for none. */
export const lastSeqOf = ({ messages }: MessageLog): number => messages.at(-1)?.seq ?? 0;

type Parts = {
  /** Whose messages are own ones: keys are unique for each side. */
  side: ChatMessage['side'];
  log: () => MessageLog;
  setLog: (log: MessageLog) => void;
  /** Sends a message, if the connection is up and the service has said how the chat stands. */
  say: (message: Pending) => void;
  /** Random bytes in base64url. */
  random: (bytes: number) => string;
};

/**
 * The log of one chat, for visitors and agents alike (rule HELP-9). A message is pending from the moment it is written until
 * the service sends it back; it is sent again with its key after each reconnection, and the service ignores keys that it has.
 */
export const createMessageLog = ({ side, log, setLog, say, random }: Parts) => {
  const setPending = (pending: readonly Pending[]): void => setLog({ ...log(), pending });
  return {
    /** Sends a text, without the spaces around it. @returns false for one that is empty or too long */
    send: (text: string): boolean => {
      const message = { key: random(12), text: text.trim() };
      if (message.text === '' || message.text.length > chatLengths.message) return false;
      setPending([...log().pending, message]);
      say(message);
      return true;
    },
    /** Sends a refused message again. */
    resend: (key: string): void => {
      const { pending } = log();
      const refused = pending.find((other) => other.key === key);
      if (!refused) return;
      const message = { key, text: refused.text };
      setPending(pending.map((other) => (other.key === key ? message : other)));
      say(message);
    },
    /** After a reconnection: sends again what was neither confirmed nor refused, in the order in which it was written. */
    resendUnconfirmed: (): void => {
      for (const message of log().pending) if (message.fault === undefined) say(message);
    },
    /** Adds a message of the service, which confirms an own one. @returns false for one that is in the log already */
    receive: (message: ChatMessage): boolean => {
      const { messages, pending } = log();
      if (message.seq <= lastSeqOf(log())) return false;
      setLog({
        messages: [...messages, message],
        pending: pending.filter(({ key }) => message.side !== side || key !== message.key),
      });
      return true;
    },
    refuse: (key: string | undefined, fault: string): void =>
      setPending(log().pending.map((message) => (message.key === key ? { ...message, fault } : message))),
  };
};
