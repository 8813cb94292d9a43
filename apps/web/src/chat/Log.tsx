import type { ChatMessage } from '@hofn/contracts';
import { formatTime } from '@hofn/texts/format.ts';
import { Button, Icon } from '@hofn/ui';
import { useLayoutEffect, useRef } from 'react';
import type { Pending } from './conversation.ts';
import styles from './Log.module.css';

type Props = {
  label: string;
  language: 'is' | 'en';
  /** Whose screen it is. */
  side: ChatMessage['side'];
  you: string;
  messages: readonly ChatMessage[];
  pending: readonly Pending[];
  /** What was said before one came is all here: from now on new messages are read aloud. */
  live: boolean;
  words: { sending: string; notTaken: (reason: string) => string; again: string };
  onAgain: (key: string) => void;
  /** That the other side is typing, in words. */
  typing?: string | undefined;
};

/** How near the end counts as reading along, in pixels. */
const nearEnd = 80;

const entryClass = ({
  own,
  at,
  fault,
}: {
  own: boolean;
  at: string | undefined;
  fault: string | undefined;
}) => {
  if (!own) return styles.other;
  return at === undefined ? `${styles.own} ${fault ? styles.faulty : styles.pending}` : styles.own;
};

/** What was said, oldest first. New messages are read aloud, and come into sight for whoever reads along. */
export const Log = ({
  label,
  language,
  side,
  you,
  messages,
  pending,
  live,
  words,
  onAgain,
  typing,
}: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const along = useRef(true);
  useLayoutEffect(() => {
    if (along.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  });
  useLayoutEffect(() => {
    // What scrolls is reached by keys in every browser.
    if (box.current) box.current.tabIndex = 0;
  }, []);
  const read = () => {
    const { scrollTop, clientHeight, scrollHeight } = box.current ?? document.documentElement;
    along.current = scrollHeight - scrollTop - clientHeight < nearEnd;
  };
  const arrived = new Set(messages.map(({ key }) => key));
  // One list by key: what is confirmed stays the same element, and is not read aloud again.
  const entries: (Pending & { own: boolean; by: string; at?: string })[] = [
    ...messages.map(({ key, side: from, author, text, at }) => {
      const own = from === side;
      return { key, text, at, own, by: own ? you : author };
    }),
    ...pending.flatMap((one) => (arrived.has(one.key) ? [] : [{ ...one, own: true, by: you }])),
  ];
  return (
    <div
      ref={box}
      className={styles.log}
      role="log"
      aria-label={label}
      aria-live={live ? 'polite' : 'off'}
      onScroll={read}
    >
      <ol className={styles.list}>
        {entries.map(({ key, text, own, by, at, fault }) => (
          <li key={key} className={entryClass({ own, at, fault })}>
            <span className={styles.by}>{by}</span>
            <span className={styles.text}>{text}</span>
            {at !== undefined && (
              <time className="figures" dateTime={at}>
                {formatTime(language, at)}
              </time>
            )}
            {at === undefined && !fault && <span className={styles.state}>{words.sending}</span>}
            {fault && (
              <>
                <span className={styles.fault}>
                  <Icon name="stop" size={20} /> {words.notTaken(fault)}
                </span>
                <Button
                  kind="text"
                  size="small"
                  icon="again"
                  onClick={() => {
                    // The button goes; the log is where its message stays.
                    box.current?.focus();
                    onAgain(key);
                  }}
                >
                  {words.again}
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
