import type { AgentMessage, ServiceToAgent } from '@hofn/contracts';
import { type Connection, createConnection, type Socket } from '../connection.ts';
import { createMessageLog, lastSeqOf } from '../message-log.ts';
import { createTyping } from '../typing.ts';
import { createDeskStore, type DeskState, type DeskStorage, logOf } from './desk-state.ts';
import { createReceive } from './receive.ts';

export type Desk = {
  state(): DeskState;
  subscribe(listener: () => void): () => void;
  select(chat: string): void;
  /** Whether the chats are on the screen: what arrives in the open one is unread while they are not. */
  show(isShown: boolean): void;
  take(chat: string): void;
  release(chat: string): void;
  end(chat: string): void;
  /** Stores unsent text until the agent returns to the chat. */
  draft(chat: string, text: string): void;
  sendMessage(chat: string, text: string): void;
  resend(chat: string, key: string): void;
  typing(chat: string): void;
  /** Called when the network is lost. */
  disconnect(): void;
  reconnectNow(): void;
  stop(): void;
};

type Parts = {
  connect: () => Promise<Socket>;
  token: () => Promise<string | undefined>;
  language: () => 'is' | 'en';
  storage: DeskStorage;
  /** Random bytes in base64url. */
  random: (bytes: number) => string;
  schedule: (run: () => void, ms: number) => () => void;
  /** Random number from 0 to 1. */
  randomFraction: () => number;
};

/** The agent's side of all chats: one connection, the list of chats, and their messages. */
export const createDesk = (parts: Parts): Desk => {
  const { connect, token, language, storage, random, schedule, randomFraction } = parts;
  const desk = createDeskStore(storage);
  const { state, subscribe, update, markRead } = desk;
  const typing = createTyping(schedule, (chat, isTyping) => {
    const others = state().typing.filter((other) => other !== chat);
    update({ typing: isTyping ? [...others, chat] : others });
  });

  const logIn = (chat: string) =>
    createMessageLog({
      side: 'agent',
      log: () => logOf(state(), chat),
      setLog: (log) => update({ logs: { ...state().logs, [chat]: log } }),
      say: ({ key, text }) => {
        if (state().status === 'live') connection.send({ type: 'say', chat, key, text });
      },
      random,
    });

  const connection: Connection<AgentMessage> = createConnection<AgentMessage, ServiceToAgent>({
    connect,
    onOpen: async (send) => {
      const accessToken = await token();
      if (accessToken === undefined) throw new Error('Nobody is signed in');
      const cursors = Object.entries(state().logs).map(([chat, log]) => [chat, lastSeqOf(log)] as const);
      const after = Object.fromEntries(cursors.filter(([, seq]) => seq > 0));
      send({ type: 'hello', token: accessToken, language: language(), after });
    },
    onMessage: createReceive(desk, { logIn, typing, close: () => connection.close() }),
    onBroken: () => {
      if (state().status === 'live') update({ status: 'reconnecting' });
    },
    schedule,
    randomFraction,
  });

  /** @returns whether the message was sent; actions need a live connection */
  const sendWhenLive = (message: AgentMessage): boolean => {
    if (state().status !== 'live' || !connection.send(message)) return false;
    update({ error: undefined });
    return true;
  };

  return {
    state,
    subscribe,
    select: (chat) => update({ selected: chat, error: undefined, ...markRead(chat) }),
    show: (isShown) => {
      const { selected } = state();
      update({ isShown, ...(isShown && selected !== undefined && markRead(selected)) });
    },
    take: (chat) => {
      if (sendWhenLive({ type: 'take', chat })) update({ selected: chat });
    },
    release: (chat) => void sendWhenLive({ type: 'release', chat }),
    end: (chat) => void sendWhenLive({ type: 'end', chat }),
    draft: (chat, text) => update({ drafts: { ...state().drafts, [chat]: text } }),
    sendMessage: (chat, text) => void logIn(chat).send(text),
    resend: (chat, key) => logIn(chat).resend(key),
    typing: (chat) => {
      if (state().status === 'live') typing.report(chat, () => connection.send({ type: 'typing', chat }));
    },
    disconnect: () => connection.disconnect(),
    reconnectNow: () => connection.reconnectNow(),
    stop: () => connection.close(),
  };
};
