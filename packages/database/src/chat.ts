import type { Queue } from './jobs.ts';
import { mailRetries } from './mail.ts';

/** Copies of chats by e-mail: queued by the chat service, sent by the API, which has the mail server. */
export const transcriptQueue: Queue = { name: 'chat.transcript', concurrency: 2, ...mailRetries };

/** A row of `chat_transcripts`. */
export type TranscriptJob = { chatId: string; id: string };
