import type { Clock } from '@hofn/domain/clock.ts';
import PostalMime, { type Email } from 'postal-mime';

/** A mail as it came. `times` counts how often the same message came to the same people. */
export type Message = {
  id: string;
  receivedAt: Date;
  recipients: string[];
  email: Email;
  bytes: number;
  times: number;
};
export type MessageStore = ReturnType<typeof createMessageStore>;

const mostMessages = 500;
const mostBytes = 100 * 1024 * 1024;

/** Keeps the newest mails in memory: 500 of them and 100 MB at the most. */
export const createMessageStore = (clock: Clock) => {
  let messages: Message[] = [];
  let count = 0;
  const trim = () => {
    let bytes = 0;
    messages = messages.filter((message, place) => {
      bytes += message.bytes;
      return place < mostMessages && (bytes <= mostBytes || place === 0);
    });
  };
  return {
    add: async (raw: Uint8Array, recipients: string[]): Promise<void> => {
      const email = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' });
      const twin = messages.find(
        (message) =>
          email.messageId !== undefined &&
          message.email.messageId === email.messageId &&
          message.recipients.join() === recipients.join(),
      );
      // As a mail program does: a message that comes again is the message one has.
      if (twin) {
        twin.times += 1;
        return;
      }
      count += 1;
      messages.unshift({
        id: String(count),
        receivedAt: clock.now(),
        recipients,
        email,
        bytes: raw.length,
        times: 1,
      });
      trim();
    },
    /** Newest first. */
    all: (): readonly Message[] => messages,
    one: (id: string): Message | undefined => messages.find((message) => message.id === id),
  };
};
