import type { Queue } from './jobs.ts';

/**
 * Copies of chats that are to be sent by e-mail: put in by the chat service, worked off by the API, which has the mail
 * server. Tried for about a day while that is away.
 */
export const transcriptQueue: Queue = {
  name: 'chat.transcript',
  concurrency: 2,
  retries: 60,
  delay: 30,
  longestDelay: 1800,
  expires: 120,
};

/** A row of `chat_transcripts`. */
export type TranscriptJob = { chatId: string; id: string };
