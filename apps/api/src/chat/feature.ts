import { chatMessages, chats, chatTranscripts, transcriptQueue } from '@hofn/database';
import { defineFeature } from '../feature.ts';
import { childRows, ownRows } from '../platform/personal-data.ts';
import { createTranscriptSender } from './mails.ts';

/** E-mails chat transcripts; the chat itself belongs to the chat service. */
export const chat = defineFeature({
  name: 'chat',
  queues: [{ queue: transcriptQueue, work: createTranscriptSender }],
  personalData: {
    holdings: [
      ownRows(chats.customerId, ['session_hash']),
      childRows(chatMessages.chatId, chats),
      childRows(chatTranscripts.chatId, chats),
    ],
    leftOut: { chat_agents: 'staff' },
    erasure: ({ ownRows }) => [{ table: chats, where: ownRows(chats.customerId), when: 'requested' }],
  },
});
