/** What decides who is concerned by a change of a chat: each change counts the revision up. */
export type ChatHead = {
  id: string;
  revision: number;
  state: 'waiting' | 'connected' | 'ended';
  agentId: string | null;
};
