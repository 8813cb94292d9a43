/** The part of a chat that decides who is notified of a change; every change increments the revision. */
export type ChatHead = {
  id: string;
  revision: number;
  state: 'waiting' | 'connected' | 'ended';
  agentId: string | null;
};
