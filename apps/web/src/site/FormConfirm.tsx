import { Alert, Button, buttonClass } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import type { FormConfirmDocument } from '../content/documents.ts';
import { Link, useLocation, useTexts } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { apiAddress } from '../session/settings.ts';
import styles from './Check.module.css';

type State = 'asked' | 'confirming' | 'confirmed' | 'gone' | 'failed';

const confirm = async (token: string, language: string): Promise<State> => {
  try {
    const answer = await fetch(await apiAddress('/api/form/v1/forvarnarconfirm'), {
      method: 'POST',
      body: JSON.stringify({ token }),
      headers: { 'Accept-Language': language, 'Content-Type': 'application/json; charset=utf-8' },
    });
    if (answer.ok) return 'confirmed';
    return answer.status === 404 ? 'gone' : 'failed';
  } catch {
    return 'failed';
  }
};

/**
 * Target of the confirmation link in an e-mail, with its secret in the hash, which is never sent to a server. A
 * subscription is confirmed by a button, because mail scanners follow links.
 */
export const FormConfirm = ({ texts }: { texts: FormConfirmDocument }) => {
  const { language } = useTexts();
  const { hash } = useLocation();
  const [state, setState] = useState<State>('asked');
  // A click before hydration would be lost.
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  const press = async () => {
    setState('confirming');
    setState(await confirm(hash.slice(1), language));
  };
  const done = state === 'confirmed' || state === 'gone';
  const answer = useRef<HTMLDivElement>(null);
  // The clicked button is removed, so the result is focused.
  useEffect(() => {
    if (done) answer.current?.focus();
  }, [done]);
  return (
    <div className={`page-width ${styles.page}`}>
      <h1 tabIndex={-1}>{texts.title}</h1>
      {!done && (
        <>
          <p className={styles.lead}>{texts.lead}</p>
          <p>
            <Button
              disabled={!isHydrated}
              onClick={() => void press()}
              isLoading={state === 'confirming'}
              loadingLabel={texts.confirming}
            >
              {texts.confirm}
            </Button>
          </p>
          <noscript>
            <p>{texts.noScript}</p>
          </noscript>
        </>
      )}
      <div ref={answer} tabIndex={-1} className={styles.answer} role="status">
        {state === 'confirmed' && (
          <Alert kind="success" title={texts.confirmed}>
            {texts.confirmedText}
          </Alert>
        )}
        {state === 'gone' && (
          <Alert kind="warning" title={texts.gone}>
            {texts.goneText}
          </Alert>
        )}
        {state === 'failed' && <p>{texts.failed}</p>}
      </div>
      {state === 'gone' && texts.signup && (
        <p className={styles.answer}>
          <Link to={texts.signup.path} className={buttonClass({ kind: 'secondary' })}>
            {texts.again}
          </Link>
        </p>
      )}
    </div>
  );
};

const FormConfirmTemplate = ({ data }: TemplateProps<FormConfirmDocument>) => <FormConfirm texts={data} />;

export default FormConfirmTemplate;
