import type { ServiceToVisitor } from '@hofn/contracts';
import { chatTypingMs } from '@hofn/domain/chat.ts';
import { type CurrentChat, closedState } from './current-chat.ts';

type Incoming<Type extends ServiceToVisitor['type']> = Extract<ServiceToVisitor, { type: Type }>;
type Schedule = (run: () => void, ms: number) => () => void;

/** Rejoin errors that discard the chat: it no longer exists, or belongs to another customer. */
const lostChatErrors = new Set(['notFound', 'unauthenticated']);

/** Takes over the status of the chat; after a reconnection, resends what was not confirmed. */
const receiveStatus = (current: CurrentChat, incoming: Incoming<'chat'>): void => {
  const { state, update, memory } = current;
  const { state: status, position, agent, name, topic, idle, endedBy } = incoming;
  const isReconnected = !state().isConnected;
  memory.isStarted = true;
  update({
    status,
    isConnected: true,
    position,
    agent,
    name,
    topic,
    idle,
    endedBy,
    errors: {},
    isLost: false,
  });
  // Resend in order with the original keys; the server ignores duplicates.
  if (isReconnected) for (const message of state().pending) if (!message.fault) current.sendPending(message);
  if (isReconnected && state().isEnding && status !== 'ended') memory.connection?.send({ type: 'end' });
  if (status === 'ended') {
    update({ isAgentTyping: false, isEnding: false });
    if (state().isOpen) current.clear();
  } else current.save();
};

const receiveMessage = (current: CurrentChat, incoming: Incoming<'message'>): void => {
  const { messages, pending, isOpen, unread } = current.state();
  const { type: _type, ...message } = incoming;
  const isFromAgent = message.side === 'agent';
  current.update({
    messages: [...messages, message],
    pending: isFromAgent ? pending : pending.filter(({ key }) => key !== message.key),
    ...(isFromAgent && { isAgentTyping: false }),
    ...(isFromAgent && !isOpen && message.seq > current.memory.seen && { unread: unread + 1 }),
  });
  current.save();
};

const receiveRefusal = (current: CurrentChat, incoming: Incoming<'refused'>): void => {
  const { state, update } = current;
  const { of, key, message, errors = {}, errorCode } = incoming;
  const firstErrors = Object.fromEntries(
    Object.entries(errors).map(([path, [text]]) => [path, text ?? message]),
  );
  if (of === 'start') {
    current.forget();
    // An expired token is not an input error.
    const isInputError = errorCode === 'validation' || errorCode === 'tooManyRequests';
    if (isInputError) update({ status: 'prechat', errors: { FORM: message, ...firstErrors } });
    else update({ status: 'failed' });
  } else if (of === 'rejoin' && lostChatErrors.has(errorCode)) {
    current.forget();
    update({ ...closedState, status: 'prechat', isOpen: state().isOpen, isLost: true });
  } else if (of === 'say') {
    const fault = firstErrors.text ?? message;
    update({ pending: state().pending.map((other) => (other.key === key ? { ...other, fault } : other)) });
    current.save();
  } else if (of === 'transcript') {
    update({ transcript: { error: firstErrors.email ?? message } });
  }
};

/** Creates the handler of the service's messages. */
export const createReceive = (current: CurrentChat, schedule: Schedule) => {
  let stopTyping = (): void => {};
  return (incoming: ServiceToVisitor): void => {
    switch (incoming.type) {
      case 'chat':
        receiveStatus(current, incoming);
        return;
      case 'message':
        if (incoming.seq <= current.lastSeq()) return;
        if (incoming.side === 'agent') stopTyping();
        receiveMessage(current, incoming);
        return;
      case 'typing':
        stopTyping();
        current.update({ isAgentTyping: true });
        stopTyping = schedule(() => current.update({ isAgentTyping: false }), chatTypingMs);
        return;
      case 'transcript':
        current.update({ transcript: { sentTo: incoming.email } });
        return;
      case 'refused':
        receiveRefusal(current, incoming);
    }
  };
};
