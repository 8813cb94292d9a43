import { chatLengths } from '@hofn/domain/chat.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { email, id, instant } from './values.ts';

// Messages on the chat service's two WebSockets, `{chat}/visitor` and `{chat}/agent`. Each is one JSON object in a text
// frame.

const text = (most: number) => z.string().trim().min(1).max(most);
const language = z.enum(['is', 'en']);
const token = z.string().max(8000).describe('access token of the signed-in user');
/** Idempotency key of a message: a resend with the same key is the same message. */
const key = z.string().regex(/^[\w-]{8,64}$/);
/** Secret that the visitor's tab generates and rejoins with: 32 random bytes in base64url. */
const session = z.string().regex(/^[\w-]{43}$/);
/** Sequence number of the last message the client has; 0 for none. */
const after = z.int().min(0);
const message = text(chatLengths.message);

/** Messages from a visitor. The first on a socket is `start` or `rejoin`. */
export const visitorMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    session,
    language,
    /** Omitted when the visitor is signed in. */
    name: text(chatLengths.name).optional(),
    topic: text(chatLengths.topic),
    token: token.optional(),
  }),
  z.object({
    type: z.literal('rejoin'),
    session,
    language,
    after,
    /** Required to rejoin a chat that a signed-in customer started: only they may. */
    token: token.optional(),
  }),
  z.object({ type: z.literal('say'), key, text: message }),
  z.object({ type: z.literal('typing') }),
  z.object({ type: z.literal('end') }),
  z.object({ type: z.literal('transcript'), email }),
]);
export type VisitorMessage = z.infer<typeof visitorMessage>;

/** Messages from an agent. The first on a socket is `hello`. */
export const agentMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    token,
    language,
    after: z.record(id, after).describe('sequence number of the last message the client has, by chat'),
  }),
  z.object({ type: z.literal('take'), chat: id }),
  z.object({ type: z.literal('release'), chat: id }),
  z.object({ type: z.literal('say'), chat: id, key, text: message }),
  z.object({ type: z.literal('typing'), chat: id }),
  z.object({ type: z.literal('end'), chat: id }),
]);
export type AgentMessage = z.infer<typeof agentMessage>;

export type ChatMessage = {
  seq: number;
  key: string;
  side: 'visitor' | 'agent';
  author: string;
  text: string;
  /** RFC 3339 in UTC. */
  at: string;
};

/** A refused message, with the reason in the user's language. `errors` is keyed by field. */
export type Refusal = {
  type: 'refused';
  /** Type of the refused message, and its key if it has one. */
  of: string;
  key?: string;
  chat?: string;
  errorCode: string;
  message: string;
  errors?: Record<string, string[]>;
};

/** Messages from the service to a visitor. */
export type ServiceToVisitor =
  | {
      type: 'chat';
      state: 'waiting' | 'connected' | 'ended';
      /** Place in the queue while waiting; 1 is next. */
      position: number | null;
      name: string;
      topic: string;
      agent: string | null;
      /** Nobody has written for a while, and the chat ends soon. */
      idle: boolean;
      endedBy: 'visitor' | 'agent' | 'idle' | null;
    }
  | ({ type: 'message' } & ChatMessage)
  | { type: 'typing' }
  | { type: 'transcript'; email: string }
  /** Heartbeat. */
  | { type: 'beat' }
  | Refusal;

/** A chat as agents see it in their list. */
export type AgentChat = {
  id: string;
  state: 'waiting' | 'connected' | 'ended';
  /** Whether this agent has the chat. */
  mine: boolean;
  agent: string | null;
  name: string;
  topic: string;
  language: 'is' | 'en';
  /**
   * The customer according to their access token. Null for a visitor who only gave a name, and until an agent takes the
   * chat.
   */
  customer: { kind: 'person' | 'company'; ssn: string } | null;
  startedAt: string;
  lastSeq: number;
  idle: boolean;
  endedBy: 'visitor' | 'agent' | 'idle' | null;
};

/** Messages from the service to an agent. */
export type ServiceToAgent =
  /** All open chats and the agent's own recently ended ones, longest waiting first. */
  | { type: 'chats'; chats: AgentChat[] }
  | ({ type: 'message'; chat: string } & ChatMessage)
  | { type: 'typing'; chat: string }
  | { type: 'beat' }
  | Refusal;

/** WebSocket close codes, in the range reserved for applications. */
export const chatCloseCodes = {
  /** The token has expired: reconnect with a new one. */
  tokenEnded: 4401,
  /** Not allowed; do not reconnect. */
  forbidden: 4403,
  /** Over the rate limit. */
  tooMuch: 4429,
} as const;

export const chatCalls = defineCalls({
  chatAvailability: {
    service: 'chat',
    method: 'GET',
    path: '/availability',
    who: { kind: 'public' },
    rate: 'read',
    summary: 'Returns whether an agent is available now, and how many visitors are waiting (rule HELP-11).',
    response: z.object({ available: z.boolean(), waiting: z.int(), at: instant }),
  },
});
