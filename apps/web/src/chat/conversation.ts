import type { ChatMessage, VisitorNews, VisitorWord } from '@hofn/contracts';
import { chatLengths, chatTypingMs } from '@hofn/domain/chat.ts';
import { createLine, type Line, type Socket } from './reconnecting-line.ts';
import { clearChat, type KeptChat } from './stored-chat.ts';

/** How far a chat is. Before it there is `loading`, while the widget comes; minimised is apart, for it may be so in any. */
export type ChatStatus =
  | 'closed'
  | 'prechat'
  | 'starting'
  | 'waiting'
  | 'connected'
  | 'ended'
  | 'failed'
  | 'offline';

/** Something written that the service has not confirmed; `fault` says why it was not taken. */
export type Pending = { key: string; text: string; fault?: string };

export type ChatState = {
  status: ChatStatus;
  /** On the screen; else minimised. */
  open: boolean;
  /** The line to the service stands. */
  linked: boolean;
  position: number | null;
  agent: string | null;
  topic: string;
  /** Begun by a signed-in customer, and theirs alone to read. */
  customer: boolean;
  idle: boolean;
  /** The visitor has ended it, and the service does not know yet. */
  ending: boolean;
  endedBy: 'visitor' | 'agent' | 'idle' | null;
  messages: readonly ChatMessage[];
  pending: readonly Pending[];
  /** The agent is typing. */
  typing: boolean;
  /** Messages of the agent that came while minimised. */
  unread: number;
  /** Why the chat could not be started, by field; `FORM` for the whole. */
  errors: Readonly<Record<string, string>>;
  /** The chat that this tab had is not known any more. */
  gone: boolean;
  /** Where a copy went, or why not. */
  transcript: { sentTo?: string; error?: string };
};

export type ChatParts = {
  connect: () => Promise<Socket>;
  /** Access token of the signed-in customer; nothing when nobody is. */
  token: () => Promise<string | undefined>;
  language: () => 'is' | 'en';
  kept: { read: () => KeptChat | undefined; write: (kept: KeptChat) => void };
  clear?: () => void;
  /** Random bytes in base64url. */
  random: (bytes: number) => string;
  online: () => boolean;
  later: (run: () => void, ms: number) => () => void;
  /** Any number from 0 to 1. */
  chance: () => number;
};

export type Conversation = {
  state(): ChatState;
  subscribe(listener: () => void): () => void;
  /** Shows it: as it was, or from the beginning. */
  open(): void;
  minimise(): void;
  /** Takes it from the screen and forgets it; a chat under way must have been ended before. */
  close(): void;
  start(asked: { name?: string; topic: string }): Promise<void>;
  /** Tries the start again that failed. */
  retry(): void;
  say(text: string): void;
  /** Sends again what was not taken. */
  sayAgain(key: string): void;
  typing(): void;
  /** Ends it; where the line is away, as soon as it is back. */
  end(): void;
  /** Whoever had it leaves this browser: it is ended, taken from the screen and forgotten. */
  leave(): void;
  /** Nothing is sent while the line is away. */
  sendTranscript(email: string): void;
  /** The network is gone. */
  cut(): void;
  /** The network is back. */
  hurry(): void;
};

const atStart: ChatState = {
  status: 'closed',
  open: false,
  linked: false,
  position: null,
  agent: null,
  topic: '',
  customer: false,
  idle: false,
  ending: false,
  endedBy: null,
  messages: [],
  pending: [],
  typing: false,
  unread: 0,
  errors: {},
  gone: false,
  transcript: {},
};

/** Breaks in a row after which a start is given up. One that has begun is never given up. */
const triesOfStart = 3;
/** Why a chat is not gone on with: it is not known, or it is a customer's whom the token is not of. */
const notTheirs = new Set(['notFound', 'unauthenticated']);
/** While a reload goes on with the chat. */
const goesOn = new Set<ChatStatus>(['starting', 'waiting', 'connected']);
/** How often the other side is told that one types, in milliseconds. */
const typingEveryMs = chatTypingMs / 2;

/** The visitor's end of a chat: what is said over the line, and what the screen shows of it. */
export const createConversation = (parts: ChatParts): Conversation => {
  const { connect, token, language, kept, clear = clearChat, random, online, later, chance } = parts;
  let state = atStart;
  let line: Line<VisitorWord> | undefined;
  let session: string | undefined;
  let seen = 0;
  let asked: { name?: string; topic: string } | undefined;
  /** The service knows the chat: from now on the line is gone on with, not begun. */
  let begun = false;
  let stopTyping = (): void => {};
  let mayTellTyping = true;
  const listeners = new Set<() => void>();

  const set = (changes: Partial<ChatState>): void => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const lastSeq = (): number => state.messages.at(-1)?.seq ?? 0;
  const keep = (): void => {
    if (session === undefined || !goesOn.has(state.status)) return;
    if (state.open) seen = Math.max(seen, lastSeq());
    const pending = state.pending.map(({ key, text }) => ({ key, text }));
    const { customer, open } = state;
    kept.write({ session, customer, open, seen, pending });
  };

  /** Ends the line and forgets the chat; what is on the screen is for the caller to say. */
  const forget = (): void => {
    line?.end();
    line = undefined;
    session = undefined;
    begun = false;
    seen = 0;
    clear();
  };

  const send = ({ key, text }: Pending): void => {
    if (begun && state.linked) line?.say({ type: 'say', key, text });
  };

  const opened = async (say: (word: VisitorWord) => boolean): Promise<void> => {
    if (session === undefined) return;
    const again = begun;
    if (!again && !asked) return;
    // A customer's chat is gone on with by that customer alone, which the service tells from the token.
    const access = again && !state.customer ? undefined : await token();
    const first = { session, language: language(), ...(access !== undefined && { token: access }) };
    if (again) say({ type: 'rejoin', ...first, after: lastSeq() });
    else if (asked && say({ type: 'start', ...first, ...asked })) set({ customer: access !== undefined });
  };

  const broken = (tries: number): void => {
    set({ linked: false });
    if (begun || tries < triesOfStart) return;
    line?.end();
    line = undefined;
    set({ status: online() ? 'failed' : 'offline' });
  };

  const refused = (news: Extract<VisitorNews, { type: 'refused' }>): void => {
    const { of, key, message, errors = {}, errorCode } = news;
    const firsts = Object.fromEntries(
      Object.entries(errors).map(([path, [text]]) => [path, text ?? message]),
    );
    if (of === 'start') {
      forget();
      // A token that has just run out is no fault of what was typed.
      const wrong = errorCode === 'validation' || errorCode === 'tooManyRequests';
      if (wrong) set({ status: 'prechat', errors: { FORM: message, ...firsts } });
      else set({ status: 'failed' });
    } else if (of === 'rejoin' && notTheirs.has(errorCode)) {
      forget();
      set({ ...atStart, status: 'prechat', open: state.open, gone: true });
    } else if (of === 'say') {
      const fault = firsts.text ?? message;
      set({ pending: state.pending.map((one) => (one.key === key ? { ...one, fault } : one)) });
      keep();
    } else if (of === 'transcript') {
      set({ transcript: { error: firsts.email ?? message } });
    }
  };

  const heard = (news: VisitorNews): void => {
    switch (news.type) {
      case 'chat': {
        const { state: status, position, agent, topic, idle, endedBy } = news;
        const fresh = !state.linked;
        begun = true;
        set({ status, linked: true, position, agent, topic, idle, endedBy, errors: {}, gone: false });
        // In their order, each by its own key: what had arrived is not taken twice.
        if (fresh) for (const one of state.pending) if (!one.fault) send(one);
        if (fresh && state.ending && status !== 'ended') line?.say({ type: 'end' });
        if (status === 'ended') {
          set({ typing: false, ending: false });
          if (state.open) clear();
        } else keep();
        return;
      }
      case 'message': {
        if (news.seq <= lastSeq()) return;
        const { type: _type, ...message } = news;
        const fromAgent = message.side === 'agent';
        if (fromAgent) stopTyping();
        set({
          messages: [...state.messages, message],
          pending: fromAgent ? state.pending : state.pending.filter(({ key }) => key !== message.key),
          ...(fromAgent && { typing: false }),
          ...(fromAgent && !state.open && message.seq > seen && { unread: state.unread + 1 }),
        });
        keep();
        return;
      }
      case 'typing':
        stopTyping();
        set({ typing: true });
        stopTyping = later(() => set({ typing: false }), chatTypingMs);
        return;
      case 'transcript':
        set({ transcript: { sentTo: news.email } });
        return;
      case 'refused':
        refused(news);
    }
  };

  const begin = (): void => {
    line?.end();
    line = createLine<VisitorWord, VisitorNews>({ connect, opened, heard, broken, later, chance });
  };

  /** Goes on with what the tab has kept, if it has. */
  const resume = (): boolean => {
    const found = kept.read();
    if (!found) return false;
    ({ session, seen } = found);
    begun = true;
    const { customer, open, pending } = found;
    set({ ...atStart, status: 'starting', customer, open, pending });
    begin();
    return true;
  };
  resume();

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: () => {
      if (state.status === 'closed' && !resume()) set({ ...atStart, status: 'prechat' });
      set({ open: true, unread: 0 });
      keep();
    },
    minimise: () => {
      if (!state.open) return;
      set({ open: false });
      keep();
    },
    close: () => {
      forget();
      set(atStart);
    },
    start: async (given) => {
      asked = given;
      session = random(32);
      begun = false;
      set({ status: 'starting', errors: {}, gone: false, messages: [], pending: [] });
      begin();
    },
    retry: () => {
      if (session === undefined) session = random(32);
      set({ status: 'starting' });
      begin();
    },
    say: (text) => {
      const one = { key: random(12), text: text.trim() };
      if (one.text === '' || one.text.length > chatLengths.message) return;
      set({ pending: [...state.pending, one], idle: false });
      keep();
      send(one);
    },
    sayAgain: (key) => {
      const found = state.pending.find((one) => one.key === key);
      if (!found) return;
      const { fault: _fault, ...one } = found;
      set({ pending: state.pending.map((other) => (other.key === key ? one : other)) });
      send(one);
    },
    typing: () => {
      if (!mayTellTyping || !begun || !state.linked || state.status !== 'connected') return;
      mayTellTyping = false;
      later(() => {
        mayTellTyping = true;
      }, typingEveryMs);
      line?.say({ type: 'typing' });
    },
    end: () => {
      set({ ending: true });
      if (state.linked) line?.say({ type: 'end' });
    },
    leave: () => {
      if (state.linked && state.status !== 'ended') line?.say({ type: 'end' });
      forget();
      set(atStart);
    },
    sendTranscript: (email) => {
      if (!state.linked) return;
      set({ transcript: {} });
      line?.say({ type: 'transcript', email });
    },
    cut: () => line?.cut(),
    hurry: () => line?.hurry(),
  };
};
