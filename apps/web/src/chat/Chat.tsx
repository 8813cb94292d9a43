import { isEmail } from '@hofn/domain/contact.ts';
import type { chat as words } from '@hofn/texts/catalogue/is/chat.ts';
import type { Translate } from '@hofn/texts/translator.ts';
import { Alert, Button, IconButton, StatusRegion, TextField } from '@hofn/ui';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import styles from './Chat.module.css';
import { Composer } from './Composer.tsx';
import type { ChatState, Conversation } from './conversation.ts';
import { EndChat } from './EndChat.tsx';
import { Log } from './Log.tsx';

export type ChatWords = Translate<typeof words>;
type Part = { t: ChatWords; conversation: Conversation; state: ChatState };

/** Below it the chat takes the whole window, and the page behind it rests. */
const phone = '(max-width: 35.99em)';

/** How the chat stands, said aloud whenever it changes. While the line is away nobody knows: the talk says that. */
const standing = (t: ChatWords, state: ChatState): string => {
  if (!state.linked && (state.status === 'waiting' || state.status === 'connected')) return '';
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

/** Who one is and what it is about, before the chat. */
const Prechat = ({ t, conversation, state, knowsName }: Part & { knowsName: boolean }) => {
  const [name, setName] = useState('');
  const [topic, setTopic] = useState(state.topic);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const errors = { ...state.errors, ...faults };
  const { name: nameError, topic: topicError, FORM: formError } = errors;
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid], input')?.focus();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = {
      ...(!knowsName && name.trim() === '' && { name: t('chat|required') }),
      ...(topic.trim() === '' && { topic: t('chat|required') }),
    };
    setFaults(missing);
    if (Object.keys(missing).length === 0)
      void conversation.start({ topic: topic.trim(), ...(!knowsName && { name: name.trim() }) });
    else form.current?.querySelector<HTMLInputElement>(`input[name=${Object.keys(missing)[0]}]`)?.focus();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {state.gone && <Alert title={t('chat|gone')} />}
      {formError && !nameError && !topicError && <Alert kind="error" title={formError} live />}
      <p>{t(knowsName ? 'chat|leadSignedIn' : 'chat|lead')}</p>
      {!knowsName && (
        <TextField
          name="name"
          label={t('chat|name')}
          autoComplete="name"
          value={name}
          error={nameError}
          onChange={({ target }) => setName(target.value)}
        />
      )}
      <TextField
        name="topic"
        label={t('chat|topic')}
        hint={t('chat|topicHint')}
        value={topic}
        error={topicError}
        onChange={({ target }) => setTopic(target.value)}
      />
      <Button type="submit" block>
        {t('chat|start')}
      </Button>
      <p className={styles.quiet}>{t('chat|privacy')}</p>
    </form>
  );
};

/** Asks where a copy of the chat goes, once it has ended. */
const Transcript = ({ t, conversation, state }: Part) => {
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string>();
  const { sentTo, error } = state.transcript;
  const sent = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    // The form went, and the focus with it.
    if (sentTo !== undefined && document.activeElement === document.body) sent.current?.focus();
  }, [sentTo]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = isEmail(email.trim()) ? undefined : t('chat|invalidEmail');
    setFault(wrong);
    if (!wrong) conversation.sendTranscript(email.trim());
  };
  const form = (
    <form className={styles.transcript} onSubmit={submit} noValidate>
      <TextField
        type="email"
        label={t('chat|email')}
        autoComplete="email"
        value={email}
        error={fault ?? error}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Button type="submit" kind="secondary" size="small" icon="mail" aria-disabled={!state.linked}>
        {t('chat|transcript')}
      </Button>
    </form>
  );
  return (
    <>
      {sentTo === undefined && form}
      {/* It stands before it has words: else they may not be read aloud. */}
      <p ref={sent} role="status" tabIndex={-1} className={styles.sent}>
        {sentTo !== undefined && t('chat|transcriptSent', { email: sentTo })}
      </p>
    </>
  );
};

/** The conversation itself. */
const Talk = ({ t, conversation, state }: Part) => {
  const { status, linked, ending, messages, pending, typing } = state;
  const over = status === 'ended';
  const answered = messages.some(({ side }) => side === 'agent');
  return (
    <>
      <StatusRegion>
        {!linked && status !== 'starting' && (
          <Alert kind="warning" title={t('chat|reconnecting')}>
            {ending && t('chat|ending')}
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
        words={{
          sending: t('chat|sending'),
          notTaken: (reason) => t('chat|notTaken', { reason }),
          again: t('chat|retry'),
        }}
        onAgain={conversation.sayAgain}
        typing={typing ? t('chat|typing') : undefined}
      />
      {over ? (
        // The service sends no copy of a chat that nobody has answered.
        answered && (
          <div className={styles.after}>
            <Transcript t={t} conversation={conversation} state={state} />
          </div>
        )
      ) : (
        <>
          <Composer
            label={t('chat|message')}
            send={t('chat|send')}
            tooLong={(max) => t('chat|tooLong', { max })}
            onSay={conversation.say}
            onTyping={conversation.typing}
          />
          <div className={styles.foot}>
            <EndChat
              words={{
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

/** It could not begin: why, and the way to try again. */
const Failed = ({ t, conversation, state }: Part) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className={styles.form}>
      <Alert kind="error" live title={t(state.status === 'offline' ? 'chat|offline' : 'chat|failed')} />
      <Button ref={button} kind="secondary" icon="again" onClick={conversation.retry}>
        {t('chat|retry')}
      </Button>
    </div>
  );
};

/**
 * The chat's window: beside the page on a wide screen, over it on a phone. Escape minimises it, so that nothing written in
 * it is lost; it is only closed for good by its button, where nothing goes on in it.
 */
export const Chat = (props: {
  t: ChatWords;
  conversation: Conversation;
  /** Whether the visitor is signed in, and so need give no name. */
  knowsName: () => boolean;
}) => {
  const { t, conversation, knowsName } = props;
  const state = useSyncExternalStore(conversation.subscribe, conversation.state);
  const { status, open } = state;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = status !== 'closed' && open;
  const goesOn = status === 'starting' || status === 'waiting' || status === 'connected';

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || element.open === shown) return;
    if (!shown) element.close();
    else if (matchMedia(phone).matches) element.showModal();
    else element.show();
  }, [shown]);
  const former = useRef(status);
  useEffect(() => {
    if (former.current === status) return;
    former.current = status;
    // Each state has other controls; the focus must not fall out with one that is gone.
    if (shown && document.activeElement === document.body) heading.current?.focus();
  });

  const standsAt = standing(t, state);
  const part = { t, conversation, state };
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
          // A dialog beside the page is not cancelled by the browser.
          if (event.key === 'Escape' && !event.defaultPrevented) conversation.minimise();
        }}
      >
        <div className={styles.head}>
          <div>
            <h2 id="hofn-chat-title" ref={heading} tabIndex={-1}>
              {t('chat|title')}
            </h2>
            <p role="status" className={styles.standing}>
              {standsAt}
            </p>
          </div>
          {goesOn ? (
            <IconButton icon="minus" label={t('chat|minimise')} onClick={conversation.minimise} />
          ) : (
            <IconButton icon="close" label={t('chat|close')} onClick={conversation.close} />
          )}
        </div>
        {status === 'prechat' && <Prechat {...part} knowsName={knowsName()} />}
        {(status === 'failed' || status === 'offline') && <Failed {...part} />}
        {(goesOn || status === 'ended') && <Talk {...part} />}
      </dialog>
      <p className="visually-hidden" role="status">
        {state.unread > 0 && t('chat|newMessages')}
      </p>
    </>
  );
};
