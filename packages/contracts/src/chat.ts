import { chatLengths } from '@hofn/domain/chat.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { email, id, instant } from './values.ts';

// The words that go over the two sockets of the chat service: `{chat}/visitor` and `{chat}/agent`. Each is one JSON
// object in a text frame.

const text = (most: number) => z.string().trim().min(1).max(most);
const language = z.enum(['is', 'en']);
const token = z.string().max(8000).describe('access token of whoever is signed in');
/** The sender's own key of a message: sent again with the same key, it is the same message. */
const key = z.string().regex(/^[\w-]{8,64}$/);
/** Secret that the visitor's tab makes and comes back with: 32 random bytes in base64url. */
const session = z.string().regex(/^[\w-]{43}$/);
/** Number of the last message that one has; 0 for none. */
const after = z.int().min(0);
const message = text(chatLengths.message);

/** What a visitor says to the service. The first word on a socket is `start` or `rejoin`. */
export const visitorWord = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    session,
    language,
    /** Not asked of who is signed in. */
    name: text(chatLengths.name).optional(),
    topic: text(chatLengths.topic),
    token: token.optional(),
  }),
  z.object({
    type: z.literal('rejoin'),
    session,
    language,
    after,
    /** Asked of who comes back to a chat that a signed-in customer started: only they may. */
    token: token.optional(),
  }),
  z.object({ type: z.literal('say'), key, text: message }),
  z.object({ type: z.literal('typing') }),
  z.object({ type: z.literal('end') }),
  z.object({ type: z.literal('transcript'), email }),
]);
export type VisitorWord = z.infer<typeof visitorWord>;

/** What an agent says to the service. The first word on a socket is `hello`. */
export const agentWord = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    token,
    language,
    after: z.record(id, after).describe('the last message that one has, by chat'),
  }),
  z.object({ type: z.literal('take'), chat: id }),
  z.object({ type: z.literal('release'), chat: id }),
  z.object({ type: z.literal('say'), chat: id, key, text: message }),
  z.object({ type: z.literal('typing'), chat: id }),
  z.object({ type: z.literal('end'), chat: id }),
]);
export type AgentWord = z.infer<typeof agentWord>;

export type ChatMessage = {
  seq: number;
  key: string;
  side: 'visitor' | 'agent';
  author: string;
  text: string;
  /** RFC 3339 in UTC. */
  at: string;
};

/** A word that was not taken, with why in the reader's language. `errors` names fields. */
export type Refusal = {
  type: 'refused';
  /** The type of what was refused, and its key where it has one. */
  of: string;
  key?: string;
  chat?: string;
  errorCode: string;
  message: string;
  errors?: Record<string, string[]>;
};

/** What the service says to a visitor. */
export type VisitorNews =
  | {
      type: 'chat';
      state: 'waiting' | 'connected' | 'ended';
      /** Place in the queue while waiting; 1 is next. */
      position: number | null;
      name: string;
      topic: string;
      agent: string | null;
      /** Nobody has said a word for a while, and the chat ends soon. */
      idle: boolean;
      endedBy: 'visitor' | 'agent' | 'idle' | null;
    }
  | ({ type: 'message' } & ChatMessage)
  | { type: 'typing' }
  | { type: 'transcript'; email: string }
  /** Nothing new: only that the service is there. */
  | { type: 'beat' }
  | Refusal;

/** A chat as agents see it in their list. */
export type AgentChat = {
  id: string;
  state: 'waiting' | 'connected' | 'ended';
  /** Whether it is the agent's own. */
  mine: boolean;
  agent: string | null;
  name: string;
  topic: string;
  language: 'is' | 'en';
  /**
   * Who it is, by the token that they signed in with. Null for a visitor, who gave the name, and for whoever an agent
   * has not taken.
   */
  customer: { kind: 'person' | 'company'; ssn: string } | null;
  startedAt: string;
  lastSeq: number;
  idle: boolean;
  endedBy: 'visitor' | 'agent' | 'idle' | null;
};

/** What the service says to an agent. */
export type AgentNews =
  /** Every chat that is open, and one's own that have just ended; who waits longest first. */
  | { type: 'chats'; chats: AgentChat[] }
  | ({ type: 'message'; chat: string } & ChatMessage)
  | { type: 'typing'; chat: string }
  | { type: 'beat' }
  | Refusal;

/** Codes that a socket is closed with, in the range that is the application's own. */
export const chatCloses = {
  /** The token has run out: come back with a new one. */
  tokenEnded: 4401,
  /** Not for this person; coming back changes nothing. */
  forbidden: 4403,
  /** Too much at once. */
  tooMuch: 4429,
} as const;

export const chatCalls = defineCalls({
  chatAvailability: {
    service: 'chat',
    method: 'GET',
    path: '/availability',
    who: { kind: 'public' },
    rate: 'read',
    summary: 'Whether an agent has the chat open now, and how many visitors wait (rule HELP-11).',
    response: z.object({ available: z.boolean(), waiting: z.int(), at: instant }),
  },
});
