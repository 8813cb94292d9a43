import { Button } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import styles from './EndChat.module.css';

type Props = {
  words: { end: string; confirm: string; yes: string; no: string };
  /** While the line is away, where an end cannot wait for it. */
  disabled?: boolean;
  onEnd: () => void;
};

/** Ends a chat that goes on, once it has asked. The focus goes into the question and out of it again. */
export const EndChat = ({ words, disabled = false, onEnd }: Props) => {
  const [asking, setAsking] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (asking || asked.current) box.current?.querySelector('button')?.focus();
    asked.current = asking;
  }, [asking]);
  return (
    <div ref={box}>
      {asking ? (
        <fieldset className={styles.question}>
          <legend>{words.confirm}</legend>
          <Button
            kind="danger"
            size="small"
            aria-disabled={disabled}
            onClick={() => {
              if (disabled) return;
              onEnd();
              setAsking(false);
            }}
          >
            {words.yes}
          </Button>
          <Button kind="secondary" size="small" onClick={() => setAsking(false)}>
            {words.no}
          </Button>
        </fieldset>
      ) : (
        <Button
          kind="text"
          size="small"
          icon="leave"
          aria-disabled={disabled}
          onClick={() => setAsking(!disabled)}
        >
          {words.end}
        </Button>
      )}
    </div>
  );
};
