import type { AgentChat } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain/kennitala.ts';
import { Alert, Button, DescriptionList, StatusRegion, Tag } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { Composer } from '../../chat/Composer.tsx';
import type { Desk } from '../../chat/desk/desk.ts';
import { type DeskState, logOf } from '../../chat/desk/desk-state.ts';
import { EndChat } from '../../chat/EndChat.tsx';
import { Log } from '../../chat/Log.tsx';
import { lastSeqOf } from '../../chat/message-log.ts';
import { useTexts } from '../../engine/index.ts';
import styles from './StaffChat.module.css';

/** Who the visitor is, and how they were identified. */
const Visitor = ({ chat }: { chat: AgentChat }) => {
  const t = useTexts<'staff'>();
  const { customer } = chat;
  if (!customer)
    return (
      <Tag icon="user" kind="neutral">
        {t('staffChat|visitor')}
      </Tag>
    );
  return (
    <Tag icon="done" kind="success">
      {t(customer.kind === 'company' ? 'staffChat|knownCompany' : 'staffChat|knownPerson')}
    </Tag>
  );
};

/** One of the agent's own chats: the visitor, the messages and the answer field. */
export const OpenChat = ({ desk, state, chat }: { desk: Desk; state: DeskState; chat: AgentChat }) => {
  const t = useTexts<'staff'>();
  const { id, name, topic, language, customer } = chat;
  const isOver = chat.state === 'ended';
  const heading = useRef<HTMLHeadingElement>(null);
  // Controls change with the state; keep focus in this area when the focused control disappears.
  const shownState = `${id} ${chat.state}`;
  useEffect(() => {
    if (shownState && document.activeElement === document.body) heading.current?.focus();
  }, [shownState]);
  const isConnected = state.status === 'live';
  const log = logOf(state, id);
  // Don't announce earlier messages one by one.
  const [isLive, setIsLive] = useState(false);
  const isComplete = lastSeqOf(log) >= chat.lastSeq;
  useEffect(() => {
    if (isComplete) setIsLive(true);
  }, [isComplete]);
  const facts = [
    { term: t('staffChat|topic'), value: topic },
    { term: t('staffChat|speaks'), value: t(`staffChat|${language}`) },
    ...(customer
      ? [
          {
            term: t('staffChat|ssn'),
            value: <span className="figures">{formatKennitala(customer.ssn)}</span>,
          },
        ]
      : []),
  ];
  const ended = {
    visitor: t('staffChat|endedByVisitor'),
    agent: t('staffChat|endedByAgent'),
    idle: t('staffChat|endedByIdle'),
  };
  return (
    <section className={styles.talk} aria-labelledby="talk-title">
      <div className={styles.about}>
        <h2 id="talk-title" ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <Visitor chat={chat} />
        <DescriptionList items={facts} />
      </div>
      <StatusRegion>
        {isOver && <Alert title={chat.endedBy ? ended[chat.endedBy] : ''} />}
        {chat.idle && <Alert kind="warning" title={t('staffChat|idle')} />}
      </StatusRegion>
      <Log
        label={t('staffChat|log')}
        language={t.language}
        side="agent"
        you={t('staffChat|you')}
        messages={log.messages}
        pending={log.pending}
        live={isLive}
        texts={{
          sending: t('staffChat|sending'),
          notTaken: (reason) => t('staffChat|notTaken', { reason }),
          again: t('staff|retry'),
        }}
        onResend={(key) => desk.resend(id, key)}
        typing={state.typing.includes(id) ? t('staffChat|typing', { name }) : undefined}
      />
      {!isOver && (
        <>
          <Composer
            label={t('staffChat|replyTo', { name })}
            send={t('staffChat|send')}
            tooLong={(max) => t('staffChat|tooLong', { max })}
            draft={state.drafts[id] ?? ''}
            onDraft={(text) => desk.draft(id, text)}
            onSend={(text) => desk.sendMessage(id, text)}
            onTyping={() => desk.typing(id)}
          />
          <div className={styles.acts}>
            <Button
              kind="text"
              size="small"
              icon="swap"
              aria-disabled={!isConnected}
              onClick={() => desk.release(id)}
            >
              {t('staffChat|release')}
            </Button>
            <EndChat
              texts={{
                end: t('staffChat|end'),
                confirm: t('staffChat|endConfirm'),
                yes: t('staffChat|endYes'),
                no: t('staffChat|endNo'),
              }}
              disabled={!isConnected}
              onEnd={() => desk.end(id)}
            />
          </div>
        </>
      )}
    </section>
  );
};
