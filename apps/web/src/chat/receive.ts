import type { ServiceToVisitor } from '@hofn/contracts';
import { type CurrentChat, closedState, only } from './current-chat.ts';

type Incoming<Type extends ServiceToVisitor['type']> = Extract<ServiceToVisitor, { type: Type }>;

/** Rejoin errors that discard the chat: it no longer exists, or belongs to another customer. */
const lostChatErrors = new Set(['notFound', 'unauthenticated']);

/** Takes over the status of the chat; after a reconnection, resends what was not confirmed. */
const receiveStatus = (current: CurrentChat, incoming: Incoming<'chat'>): void => {
  const { state, update, memory } = current;
  const { type: _type, state: status, ...news } = incoming;
  const isReconnected = !state().isConnected;
  memory.isStarted = true;
  update({ ...news, status, isConnected: true, errors: {}, isLost: false });
  if (isReconnected) current.log.resendUnconfirmed();
  if (isReconnected && state().isEnding && status !== 'ended') memory.connection?.send({ type: 'end' });
  if (status === 'ended') {
    update({ isAgentTyping: false, isEnding: false });
    if (state().isOpen) current.clear();
  } else current.save();
};

const receiveMessage = (current: CurrentChat, { type: _type, ...message }: Incoming<'message'>): void => {
  if (!current.log.receive(message) || message.side !== 'agent') return;
  current.typing.end(only);
  const { isOpen, unread } = current.state();
  if (!isOpen && message.seq > current.memory.seen) current.update({ unread: unread + 1 });
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
    current.log.refuse(key, firstErrors.text ?? message);
  } else if (of === 'transcript') {
    update({ transcript: { error: firstErrors.email ?? message } });
  }
};

/** Creates the handler of the service's messages. */
export const createReceive =
  (current: CurrentChat) =>
  (incoming: ServiceToVisitor): void => {
    switch (incoming.type) {
      case 'chat':
        receiveStatus(current, incoming);
        return;
      case 'message':
        receiveMessage(current, incoming);
        return;
      case 'typing':
        current.typing.begin(only);
        return;
      case 'transcript':
        current.update({ transcript: { sentTo: incoming.email } });
        return;
      case 'refused':
        receiveRefusal(current, incoming);
    }
  };
