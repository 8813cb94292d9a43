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
  words: { sending: string; notTaken: (reason: string) => string; again: string };
  onAgain: (key: string) => void;
  /** That the other side is typing, in words. */
  typing?: string | undefined;
};

/** How near the end counts as reading along, in pixels. */
const nearEnd = 80;

/** What was said, oldest first. New messages are read aloud, and come into sight for whoever reads along. */
export const Log = ({ label, language, side, you, messages, pending, words, onAgain, typing }: Props) => {
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
  return (
    <div ref={box} className={styles.log} role="log" aria-label={label} onScroll={read}>
      <ol className={styles.list}>
        {messages.map(({ seq, side: from, author, text, at }) => (
          <li key={seq} className={from === side ? styles.own : styles.other}>
            <span className={styles.by}>{from === side ? you : author}</span>
            <span className={styles.text}>{text}</span>
            <time className="figures" dateTime={at}>
              {formatTime(language, at)}
            </time>
          </li>
        ))}
        {pending.map(({ key, text, fault }) => (
          <li key={key} className={`${styles.own} ${fault ? styles.faulty : styles.pending}`}>
            <span className={styles.by}>{you}</span>
            <span className={styles.text}>{text}</span>
            {fault ? (
              <>
                <span className={styles.fault}>
                  <Icon name="stop" size={20} /> {words.notTaken(fault)}
                </span>
                <Button kind="text" size="small" icon="again" onClick={() => onAgain(key)}>
                  {words.again}
                </Button>
              </>
            ) : (
              <span className={styles.state}>{words.sending}</span>
            )}
          </li>
        ))}
      </ol>
      {typing && <p className={styles.typing}>{typing}</p>}
    </div>
  );
};
