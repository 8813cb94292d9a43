import { Button, Row, Stack } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import styles from './Drafts.module.css';

/** A text that can no longer be sent from this screen, because the case was closed or taken over: to read and to copy. */
export const UnsentText = ({
  text,
  language,
  onDiscard,
}: {
  text: string;
  language: string;
  /** Without it the draft stays, for when the case comes back. */
  onDiscard?: () => void;
}) => {
  const t = useTexts<'staff'>();
  const [copied, setCopied] = useState<'done' | 'failed'>();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied('done'),
      () => setCopied('failed'),
    );
  return (
    <Stack>
      <h3 id="osent">{t('drafts|unsent')}</h3>
      <blockquote className={styles.text} lang={language} aria-labelledby="osent">
        {text}
      </blockquote>
      <Row>
        <Button kind="secondary" size="small" onClick={() => void copy()}>
          {t('drafts|copy')}
        </Button>
        {onDiscard && (
          <Button kind="text" size="small" onClick={onDiscard}>
            {t('drafts|discard')}
          </Button>
        )}
      </Row>
      <p role="status">{copied && t(copied === 'done' ? 'drafts|copied' : 'drafts|copyFailed')}</p>
    </Stack>
  );
};
