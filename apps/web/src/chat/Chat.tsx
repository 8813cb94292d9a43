import { cleanEmail, parseEmail } from '@hofn/domain/contact.ts';
import { formatClock, formatDate } from '@hofn/texts/format.ts';
import { Alert, Button, IconButton, StatusRegion, TextField } from '@hofn/ui';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useFields } from '../forms/useFields.ts';
import styles from './Chat.module.css';
import { Composer } from './Composer.tsx';
import type { ChatTexts } from './chat-texts.ts';
import type { Conversation } from './conversation.ts';
import type { ChatState } from './current-chat.ts';
import type { Contact } from './customer-token.ts';
import { EndChat } from './EndChat.tsx';
import { LeaveMessage } from './LeaveMessage.tsx';
import { Log } from './Log.tsx';
import type { ChatHours, ClosedChat } from './opening.ts';
import { useClosedChat } from './useClosedChat.ts';

type PartProps = {
  t: ChatTexts;
  conversation: Conversation;
  state: ChatState;
  /** Set outside opening hours. */
  closed: ClosedChat | undefined;
  loadContact: LoadContact;
};

/** Loads who the signed-in customer is, for a message. */
type LoadContact = () => Promise<Contact | undefined>;

/** Up to this width the chat is a full-screen modal. */
const phoneQuery = '(max-width: 35.99em)';

/** Says that the chat is closed, and when it opens. */
const closedText = (t: ChatTexts, { opens }: ClosedChat): string =>
  opens
    ? t('chat|closedUntil', {
        day: formatDate(t.language, opens.day, 'day'),
        time: formatClock(t.language, opens.time),
      })
    : t('chat|closed');

/**
 * Chat status, announced to screen readers on every change. Empty while disconnected, because the status is
 * unknown; the chat body shows the lost connection.
 */
const statusText = (t: ChatTexts, state: ChatState, closed: ClosedChat | undefined): string => {
  if (closed && (state.status === 'prechat' || state.status === 'waiting')) return closedText(t, closed);
  if (!state.isConnected && (state.status === 'waiting' || state.status === 'connected')) return '';
  switch (state.status) {
    case 'starting':
      return t('chat|starting');
    case 'waiting':
      return state.position === null ? '' : t('chat|waiting', { position: state.position });
    case 'connected':
      return state.idle ? t('chat|idle') : t('chat|connected', { agent: state.agent ?? '' });
    case 'ended':
      if (state.endedBy === 'agent') return t('chat|endedByAgent');
      return t(state.endedBy === 'idle' ? 'chat|endedByIdle' : 'chat|ended');
    default:
      return '';
  }
};

/** Pre-chat form: name and topic. */
const Prechat = ({ t, conversation, state, knowsName }: PartProps & { knowsName: boolean }) => {
  const form = useFields(
    useState({ name: '', topic: state.topic }),
    ({ name, topic }) => [
      ...(!knowsName && name.trim() === '' ? [{ path: 'name', message: t('chat|required') }] : []),
      ...(topic.trim() === '' ? [{ path: 'topic', message: t('chat|required') }] : []),
    ],
    { focusesField: true },
  );
  const element = useRef<HTMLFormElement>(null);
  const nameError = form.errorOf('name') ?? state.errors.name;
  const topicError = form.errorOf('topic') ?? state.errors.topic;
  const { FORM: formError } = state.errors;
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid], input')?.focus();
  }, []);
  const submit = form.submit(({ name, topic }) => {
    void conversation.start({ topic: topic.trim(), ...(!knowsName && { name: name.trim() }) });
  });
  return (
    <form ref={element} className={styles.form} onSubmit={submit} noValidate>
      {state.isLost && <Alert title={t('chat|gone')} />}
      {formError && !nameError && !topicError && <Alert kind="error" title={formError} isLive />}
      <p>{t(knowsName ? 'chat|leadSignedIn' : 'chat|lead')}</p>
      {!knowsName && (
        <TextField label={t('chat|name')} autoComplete="name" {...form.field('name')} error={nameError} />
      )}
      <TextField
        label={t('chat|topic')}
        hint={t('chat|topicHint')}
        {...form.field('topic')}
        error={topicError}
      />
      <Button type="submit" isBlock>
        {t('chat|start')}
      </Button>
      <p className={styles.quiet}>{t('chat|privacy')}</p>
    </form>
  );
};

/** Form that e-mails a transcript after the chat has ended. */
const Transcript = ({ t, conversation, state }: Omit<PartProps, 'closed' | 'loadContact'>) => {
  const form = useFields(
    useState({ email: '' }),
    ({ email }) => (parseEmail(email) ? [] : [{ path: 'email', message: t('chat|invalidEmail') }]),
    { focusesField: true },
  );
  const { sentTo, error } = state.transcript;
  const sentNote = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    // The focused form was removed, so move focus here.
    if (sentTo !== undefined && document.activeElement === document.body) sentNote.current?.focus();
  }, [sentTo]);
  const submit = form.submit(({ email }) => conversation.sendTranscript(cleanEmail(email)));
  const addressForm = (
    <form className={styles.transcript} onSubmit={submit} noValidate>
      <TextField
        type="email"
        label={t('chat|email')}
        autoComplete="email"
        {...form.field('email')}
        error={form.errorOf('email') ?? error}
      />
      <Button type="submit" kind="secondary" size="small" icon="mail" aria-disabled={!state.isConnected}>
        {t('chat|transcript')}
      </Button>
    </form>
  );
  return (
    <>
      {sentTo === undefined && addressForm}
      {/* Screen readers announce text only in a live region that already exists, so render it empty. */}
      <p ref={sentNote} role="status" tabIndex={-1} className={styles.sent}>
        {sentTo !== undefined && t('chat|transcriptSent', { email: sentTo })}
      </p>
    </>
  );
};

/** The message log, the message box and the controls below. */
const ChatBody = ({ t, conversation, state, closed, loadContact }: PartProps) => {
  const { status, isConnected, isEnding, messages, pending, isAgentTyping: typing } = state;
  const isOver = status === 'ended';
  const isAnswered = messages.some(({ side }) => side === 'agent');
  const isAbandoned = !isAnswered && (isOver || (status === 'waiting' && closed !== undefined));
  const written = [...messages, ...pending].map(({ text }) => text);
  return (
    <>
      <StatusRegion>
        {!isConnected && status !== 'starting' && (
          <Alert kind="warning" title={t('chat|reconnecting')}>
            {isEnding && t('chat|ending')}
          </Alert>
        )}
      </StatusRegion>
      <Log
        label={t('chat|log')}
        language={t.language}
        side="visitor"
        you={t('chat|you')}
        messages={messages}
        pending={pending}
        live={status !== 'starting'}
        texts={{
          sending: t('chat|sending'),
          notTaken: (reason) => t('chat|notTaken', { reason }),
          again: t('chat|retry'),
        }}
        onResend={conversation.resend}
        typing={typing ? t('chat|typing') : undefined}
      />
      {isAbandoned && (
        <LeaveMessage
          t={t}
          lead={t('chat|unanswered')}
          name={state.name}
          // The first message is the subject.
          topic={written[0] ?? state.topic}
          message={written.slice(1).join('\n')}
          loadContact={loadContact}
          submitLabel={t('chat|forward')}
          onSent={conversation.end}
        />
      )}
      {isOver && isAnswered && (
        <div className={styles.after}>
          <Transcript t={t} conversation={conversation} state={state} />
        </div>
      )}
      {!isOver && !isAbandoned && (
        <>
          <Composer
            label={t('chat|message')}
            send={t('chat|send')}
            tooLong={(max) => t('chat|tooLong', { max })}
            onSend={conversation.sendMessage}
            onTyping={conversation.typing}
          />
          <div className={styles.foot}>
            <EndChat
              texts={{
                end: t('chat|end'),
                confirm: t('chat|endConfirm'),
                yes: t('chat|endYes'),
                no: t('chat|endNo'),
              }}
              onEnd={conversation.end}
            />
          </div>
        </>
      )}
    </>
  );
};

/** Shown when the chat could not be started: the reason and a retry button. */
const StartFailed = ({ t, conversation, state }: PartProps) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className={styles.form}>
      <Alert kind="error" isLive title={t(state.status === 'offline' ? 'chat|offline' : 'chat|failed')} />
      <Button ref={button} kind="secondary" icon="again" onClick={conversation.retry}>
        {t('chat|retry')}
      </Button>
    </div>
  );
};

/**
 * The chat window: beside the page on wide screens, over the page on phones. Escape minimises the window, so
 * that no input is lost; only the close button closes it, and only when no chat is in progress.
 */
export const Chat = (props: {
  t: ChatTexts;
  conversation: Conversation;
  /** Whether the visitor is signed in; the pre-chat form then omits the name. */
  knowsName: () => boolean;
  /** Loads the opening hours in the page's language. */
  loadHours: () => Promise<ChatHours | undefined>;
  loadContact: LoadContact;
}) => {
  const { t, conversation, knowsName, loadHours, loadContact } = props;
  const state = useSyncExternalStore(conversation.subscribe, conversation.state);
  const { status, isOpen: open } = state;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isShown = status !== 'closed' && open;
  const { isKnown, closed } = useClosedChat(isShown, loadHours);
  const isOngoing = status === 'starting' || status === 'waiting' || status === 'connected';

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || element.open === isShown) return;
    if (!isShown) element.close();
    else if (matchMedia(phoneQuery).matches) element.showModal();
    else element.show();
  }, [isShown]);
  const previousStatus = useRef(status);
  useEffect(() => {
    if (previousStatus.current === status) return;
    previousStatus.current = status;
    // A status change replaces the controls; keep focus in the window if the focused control was removed.
    if (isShown && document.activeElement === document.body) heading.current?.focus();
  });

  const announcedStatus = statusText(t, state, closed);
  const partProps = { t, conversation, state, closed, loadContact };
  return (
    <>
      <dialog
        ref={dialog}
        className={`window ${styles.dialog}`}
        aria-labelledby="hofn-chat-title"
        lang={t.language}
        onCancel={(event) => {
          event.preventDefault();
          conversation.minimise();
        }}
        onKeyDown={(event) => {
          // Browsers fire no cancel event for a non-modal dialog.
          if (event.key === 'Escape' && !event.defaultPrevented) conversation.minimise();
        }}
      >
        <div className={styles.head}>
          <div>
            <h2 id="hofn-chat-title" ref={heading} tabIndex={-1}>
              {t('chat|title')}
            </h2>
            <p role="status" className={styles.standing}>
              {announcedStatus}
            </p>
          </div>
          {isOngoing ? (
            <IconButton icon="minus" label={t('chat|minimise')} onClick={conversation.minimise} />
          ) : (
            <IconButton icon="close" label={t('chat|close')} onClick={conversation.close} />
          )}
        </div>
        {status === 'prechat' && isKnown && !closed && <Prechat {...partProps} knowsName={knowsName()} />}
        {status === 'prechat' && closed && (
          <LeaveMessage
            t={t}
            lead={t('chat|leaveLead')}
            name=""
            topic={state.topic}
            message=""
            loadContact={loadContact}
            submitLabel={t('chat|sendMessage')}
          />
        )}
        {(status === 'failed' || status === 'offline') && <StartFailed {...partProps} />}
        {(isOngoing || status === 'ended') && <ChatBody {...partProps} />}
      </dialog>
      <p className="visually-hidden" role="status">
        {state.unread > 0 && t('chat|newMessages')}
      </p>
    </>
  );
};
