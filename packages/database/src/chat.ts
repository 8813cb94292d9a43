import type { Queue } from './jobs.ts';
import { mailRetries } from './mail.ts';

/**
 * Chat transcripts to send by e-mail: queued by the chat service, sent by the API, which has the mail server. Retried
 * for about a day.
 */
export const transcriptQueue: Queue = { name: 'chat.transcript', concurrency: 2, ...mailRetries };

/** A row of `chat_transcripts`. */
export type TranscriptJob = { chatId: string; id: string };
