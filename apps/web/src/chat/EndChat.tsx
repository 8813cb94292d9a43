import { Button } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import styles from './EndChat.module.css';

type Props = {
  texts: { end: string; confirm: string; yes: string; no: string };
  /** Set while disconnected, if ending cannot be deferred until reconnection. */
  disabled?: boolean;
  onEnd: () => void;
};

/** Button that ends the chat after confirmation. Focus moves to the confirmation and back to the button. */
export const EndChat = ({ texts, disabled = false, onEnd }: Props) => {
  const [isConfirming, setIsConfirming] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const wasConfirming = useRef(false);
  useEffect(() => {
    if (isConfirming || wasConfirming.current) container.current?.querySelector('button')?.focus();
    wasConfirming.current = isConfirming;
  }, [isConfirming]);
  return (
    <div ref={container}>
      {isConfirming ? (
        <fieldset className={styles.question}>
          <legend>{texts.confirm}</legend>
          <Button
            kind="danger"
            size="small"
            aria-disabled={disabled}
            onClick={() => {
              if (disabled) return;
              onEnd();
              setIsConfirming(false);
            }}
          >
            {texts.yes}
          </Button>
          <Button kind="secondary" size="small" onClick={() => setIsConfirming(false)}>
            {texts.no}
          </Button>
        </fieldset>
      ) : (
        <Button
          kind="text"
          size="small"
          icon="leave"
          aria-disabled={disabled}
          onClick={() => setIsConfirming(!disabled)}
        >
          {texts.end}
        </Button>
      )}
    </div>
  );
};
