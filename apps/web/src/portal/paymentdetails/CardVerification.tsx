import type { CardInfo } from '@hofn/contracts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, buttonClass, Dialog, PageHead, Skeleton } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { ForSelf } from '../../parts/ForRole.tsx';
import styles from './CardVerification.module.css';
import { problemText } from './problem-text.ts';
import type { Opened } from './registration.ts';
import { useUpdated } from './sections.tsx';
import { useRegistration } from './useRegistration.ts';

const Verification = () => {
  const t = useTexts<'portal'>();
  const updated = useUpdated();
  const [card, setCard] = useState<CardInfo>();
  const [seen, setSeen] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  // A frame is never shut behind our back, and goes with the page.
  const inFrame = (): Opened => ({
    closed: () => false,
    close: () => {},
    isSource: (source) => source === frame.current?.contentWindow,
  });
  const { state, choose, press } = useRegistration(inFrame, (registered) => {
    setCard(registered);
    void updated();
  });
  const { status, opened, start, problem } = state;
  useEffect(() => choose(true), [choose]);
  useEffect(() => {
    if (status === 'initialised') press();
  }, [status, press]);
  const again = () => {
    setSeen(false);
    setCard(undefined);
    choose(true);
  };
  const ended = (card || problem) && !seen;
  return (
    <>
      {opened && start ? (
        <iframe
          ref={frame}
          className={styles.frame}
          src={start.paymentLink}
          title={t('card|frame')}
          // Its own forms, scripts and origin, which its message is known by, and the bank's window. It does not lead
          // our page elsewhere, download or ask with the browser's dialogs.
          sandbox="allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        !card && !problem && <Skeleton rows={8} />
      )}
      {problem && seen && (
        <Alert
          kind="error"
          title={t('card|ccardRegistrationFailed')}
          action={
            <Button kind="secondary" size="small" onClick={again}>
              {t('card|again')}
            </Button>
          }
        >
          {problemText(t, problem)}
        </Alert>
      )}
      {card && seen && (
        <Alert kind="success" title={t('card|registeredTitle')}>
          {t('card|registeredText', { card: `${card.brand} ${card.cardNumberMasked}` })}
        </Alert>
      )}
      {ended && (
        <Dialog
          title={t(card ? 'card|registeredTitle' : 'card|failedTitle')}
          closeLabel={t('global|close')}
          onClose={() => setSeen(true)}
          actions={
            <>
              {!card && <Button onClick={again}>{t('card|again')}</Button>}
              <Link
                to={pathOf('portal.settingsPayment', t.language)}
                className={buttonClass({ kind: card ? 'primary' : 'secondary' })}
              >
                {t('card|toDetails')}
              </Link>
            </>
          }
        >
          <p>
            {card
              ? t('card|registeredText', { card: `${card.brand} ${card.cardNumberMasked}` })
              : problem && problemText(t, problem)}
          </p>
        </Dialog>
      )}
    </>
  );
};

/**
 * The card service's page in a frame, for browsers that open no window for it, with a modal for what came of it (rule
 * SITE-7).
 */
export const CardVerification = () => {
  const t = useTexts<'portal'>();
  return (
    <>
      <PageHead title={t('card|verificationTitle')}>
        <p>{t('card|verificationText')}</p>
        <p>
          <Link to={pathOf('portal.settingsPayment', t.language)}>{t('card|toDetails')}</Link>
        </p>
      </PageHead>
      <ForSelf>
        <Verification />
      </ForSelf>
    </>
  );
};
