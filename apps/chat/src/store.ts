import type { Db } from '@hofn/database';
import { idleStore } from './store/idle.ts';
import { listStore } from './store/lists.ts';
import { messageStore } from './store/messages.ts';
import { peopleStore } from './store/people.ts';
import { progressStore } from './store/progress.ts';
import { transcriptStore } from './store/transcripts.ts';

export type { ListedChat } from './store/lists.ts';
export type { ChatRow, MessageRow, Side } from './store/rows.ts';

export type ChatStore = ReturnType<typeof createChatStore>;

/** Database access of the chat service. */
export const createChatStore = (db: Db) => ({
  ...progressStore(db),
  ...messageStore(db),
  ...listStore(db),
  ...idleStore(db),
  ...peopleStore(db),
  ...transcriptStore(db),
});
