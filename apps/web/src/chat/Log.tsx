import type { ChatMessage } from '@hofn/contracts';
import { formatTime } from '@hofn/texts/format.ts';
import { Button, Icon } from '@hofn/ui';
import { useLayoutEffect, useRef } from 'react';
import styles from './Log.module.css';
import type { Pending } from './message-log.ts';

type Props = {
  label: string;
  language: 'is' | 'en';
  /** Which side the viewer is on: their own messages are styled differently. */
  side: ChatMessage['side'];
  you: string;
  messages: readonly ChatMessage[];
  pending: readonly Pending[];
  /** Whether new messages are announced: set once earlier messages have loaded. */
  live: boolean;
  texts: { sending: string; notTaken: (reason: string) => string; again: string };
  onResend: (key: string) => void;
  /** Typing indicator of the other side. */
  typing?: string | undefined;
};

/** New messages scroll into view if the log is within this many pixels of its end. */
const nearEnd = 80;

const entryClass = ({
  isOwn,
  at,
  fault,
}: {
  isOwn: boolean;
  at: string | undefined;
  fault: string | undefined;
}) => {
  if (!isOwn) return styles.other;
  return at === undefined ? `${styles.own} ${fault ? styles.faulty : styles.pending}` : styles.own;
};

/** Messages, oldest first. New messages are announced, and scroll into view if the end was in view. */
export const Log = ({
  label,
  language,
  side,
  you,
  messages,
  pending,
  live,
  texts,
  onResend,
  typing,
}: Props) => {
  const container = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (isAtEnd.current && container.current) container.current.scrollTop = container.current.scrollHeight;
  });
  useLayoutEffect(() => {
    // Not every browser makes scroll containers focusable.
    if (container.current) container.current.tabIndex = 0;
  }, []);
  const onScroll = () => {
    const { scrollTop, clientHeight, scrollHeight } = container.current ?? document.documentElement;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEnd;
  };
  // One keyed list, so that a confirmed message keeps its element and is not announced twice.
  const entries: (Pending & { isOwn: boolean; authorName: string; at?: string })[] = [
    ...messages.map(({ key, side: from, author, text, at }) => {
      const isOwn = from === side;
      return { key, text, at, isOwn, authorName: isOwn ? you : author };
    }),
    ...pending.map((message) => ({ ...message, isOwn: true, authorName: you })),
  ];
  return (
    <div
      ref={container}
      className={styles.log}
      role="log"
      aria-label={label}
      aria-live={live ? 'polite' : 'off'}
      onScroll={onScroll}
    >
      <ol className={styles.list}>
        {entries.map(({ key, text, isOwn, authorName, at, fault }) => (
          <li key={key} className={entryClass({ isOwn, at, fault })}>
            <span className={styles.by}>{authorName}</span>
            <span className={styles.text}>{text}</span>
            {at !== undefined && (
              <time className="figures" dateTime={at}>
                {formatTime(language, at)}
              </time>
            )}
            {at === undefined && !fault && <span className={styles.state}>{texts.sending}</span>}
            {fault && (
              <>
                <span className={styles.fault}>
                  <Icon name="stop" size={20} /> {texts.notTaken(fault)}
                </span>
                <Button
                  kind="text"
                  size="small"
                  icon="again"
                  onClick={() => {
                    // The retry button is about to be removed; move focus to the log.
                    container.current?.focus();
                    onResend(key);
                  }}
                >
                  {texts.again}
                </Button>
              </>
            )}
          </li>
        ))}
      </ol>
      {typing && <p className={styles.typing}>{typing}</p>}
    </div>
  );
};
