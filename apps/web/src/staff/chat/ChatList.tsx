import type { AgentChat } from '@hofn/contracts';
import { formatTime } from '@hofn/texts/format.ts';
import { Button, Icon, Tag } from '@hofn/ui';
import type { ReactNode } from 'react';
import type { Desk } from '../../chat/desk/desk.ts';
import { type DeskState, unreadOf } from '../../chat/desk/desk-state.ts';
import { useTexts } from '../../engine/index.ts';
import styles from './StaffChat.module.css';

type Props = { desk: Desk; state: DeskState };

const Facts = ({ chat, children }: { chat: AgentChat; children?: ReactNode }) => {
  const t = useTexts<'staff'>();
  return (
    <span className={styles.facts}>
      <span>{chat.topic}</span>
      <span>
        {t('staffChat|since', { time: formatTime(t.language, chat.startedAt) })}
        {chat.language !== t.language && ` · ${t(`staffChat|${chat.language}`)}`}
        {chat.customer && <span className="figures"> · {chat.customer.ssn.slice(0, 6)}-••••</span>}
      </span>
      {children}
    </span>
  );
};

const Section = ({
  id,
  title,
  empty,
  children,
}: {
  id: string;
  title: string;
  empty?: string;
  children: ReactNode[];
}) => (
  <section className={styles.section} aria-labelledby={id}>
    <h2 id={id}>
      {title} {children.length > 0 && <span className="figures">({children.length})</span>}
    </h2>
    {children.length > 0 ? (
      <ul className={styles.entries}>{children}</ul>
    ) : (
      <p className={styles.quiet}>{empty}</p>
    )}
  </section>
);

/** Open chats: the agent's own, then waiting visitors (longest wait first), then other agents' chats. */
export const ChatList = ({ desk, state }: Props) => {
  const t = useTexts<'staff'>();
  const { chats, selected } = state;
  const mine = chats.filter((chat) => chat.mine);
  const waiting = chats.filter((chat) => chat.state === 'waiting');
  const others = chats.filter((chat) => chat.state === 'connected' && !chat.mine);
  const [next] = waiting;
  const isConnected = state.status === 'live';
  return (
    <div className={styles.list}>
      <Button icon="chat" onClick={() => next && desk.take(next.id)} aria-disabled={!next || !isConnected}>
        {t('staffChat|takeNext')}
      </Button>
      <Section id="chats-mine" title={t('staffChat|mine')} empty={t('staffChat|noneMine')}>
        {mine.map((chat) => {
          const unread = unreadOf(state, chat.id);
          return (
            <li key={chat.id} className={styles.entry}>
              <button
                type="button"
                className={styles.open}
                aria-current={chat.id === selected || undefined}
                onClick={() => desk.select(chat.id)}
              >
                <span className={styles.name}>{chat.name}</span>
                <Facts chat={chat} />
                {unread > 0 && (
                  <span className={styles.unread}>
                    <Icon name="mail" size={20} /> {t('staffChat|unread', { n: unread })}
                  </span>
                )}
              </button>
              {chat.state === 'ended' && (
                <Tag icon="done" isSubtle>
                  {t('staffChat|ended')}
                </Tag>
              )}
            </li>
          );
        })}
      </Section>
      <Section id="chats-waiting" title={t('staffChat|waiting')} empty={t('staffChat|noneWaiting')}>
        {waiting.map((chat) => (
          <li key={chat.id} className={styles.entry}>
            <span className={styles.name}>{chat.name}</span>
            <Facts chat={chat} />
            <Button
              kind="secondary"
              size="small"
              aria-label={t('staffChat|takeOf', { name: chat.name })}
              aria-disabled={!isConnected}
              onClick={() => desk.take(chat.id)}
            >
              {t('staffChat|take')}
            </Button>
          </li>
        ))}
      </Section>
      {others.length > 0 && (
        <Section id="chats-others" title={t('staffChat|others')}>
          {others.map((chat) => (
            <li key={chat.id} className={styles.entry}>
              <span className={styles.name}>{chat.name}</span>
              <Facts chat={chat}>
                <span>{t('staffChat|withAgent', { agent: chat.agent ?? '' })}</span>
              </Facts>
            </li>
          ))}
        </Section>
      )}
    </div>
  );
};
