import type { Clock } from '@hofn/domain/clock.ts';
import PostalMime, { type Email } from 'postal-mime';

/** A received e-mail. `times` counts deliveries of the same message to the same recipients. */
export type Message = {
  id: string;
  receivedAt: Date;
  recipients: string[];
  email: Email;
  bytes: number;
  times: number;
};
export type MessageStore = ReturnType<typeof createMessageStore>;

const maxMessages = 500;
const maxBytes = 100 * 1024 * 1024;

/** Stores the newest e-mails in memory, at most 500 and 100 MB. */
export const createMessageStore = (clock: Clock) => {
  let messages: Message[] = [];
  let count = 0;
  const trim = () => {
    let bytes = 0;
    messages = messages.filter((message, place) => {
      bytes += message.bytes;
      return place < maxMessages && (bytes <= maxBytes || place === 0);
    });
  };
  return {
    add: async (raw: Uint8Array, recipients: string[]): Promise<void> => {
      const email = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' });
      const duplicate = messages.find(
        (message) =>
          email.messageId !== undefined &&
          message.email.messageId === email.messageId &&
          message.recipients.join() === recipients.join(),
      );
      // Deduplicate redeliveries, like e-mail clients do.
      if (duplicate) {
        duplicate.times += 1;
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
    find: (id: string): Message | undefined => messages.find((message) => message.id === id),
  };
};
