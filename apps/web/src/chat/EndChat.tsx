import { Button } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import styles from './EndChat.module.css';

type Props = {
  texts: { end: string; confirm: string; yes: string; no: string };
  /** While disconnected, where ending cannot be deferred. */
  disabled?: boolean;
  onEnd: () => void;
};

/** Ends a chat after confirmation. Focus moves into the question and back. */
export const EndChat = ({ texts, disabled = false, onEnd }: Props) => {
  const [isAsking, setIsAsking] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking || wasAsking.current) container.current?.querySelector('button')?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  return (
    <div ref={container}>
      {isAsking ? (
        <fieldset className={styles.question}>
          <legend>{texts.confirm}</legend>
          <Button
            kind="danger"
            size="small"
            aria-disabled={disabled}
            onClick={() => {
              if (disabled) return;
              onEnd();
              setIsAsking(false);
            }}
          >
            {texts.yes}
          </Button>
          <Button kind="secondary" size="small" onClick={() => setIsAsking(false)}>
            {texts.no}
          </Button>
        </fieldset>
      ) : (
        <Button
          kind="text"
          size="small"
          icon="leave"
          aria-disabled={disabled}
          onClick={() => setIsAsking(!disabled)}
        >
          {texts.end}
        </Button>
      )}
    </div>
  );
};
