import type { CardInfo } from '@hofn/contracts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, buttonClass, Dialog, PageHead, Skeleton } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { ForSelf } from '../../parts/ForRole.tsx';
import { CardReplacesClaim } from './CardForm.tsx';
import styles from './CardVerification.module.css';
import { problemText } from './problem-text.ts';
import type { CardPage } from './registration.ts';
import { useOnSaved } from './sections.tsx';
import { useRegistration } from './useRegistration.ts';

const CardFrame = () => {
  const t = useTexts<'portal'>();
  const notifySaved = useOnSaved();
  const [card, setCard] = useState<CardInfo>();
  const [isResultSeen, setIsResultSeen] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  // Unlike a window, a frame cannot be closed by the user, and is removed with the page.
  const openInFrame = (): CardPage => ({
    isClosed: () => false,
    close: () => {},
    isSource: (source) => source === frame.current?.contentWindow,
  });
  const { state, setWanted, openPaymentLink } = useRegistration(
    openInFrame,
    (registered) => {
      setCard(registered);
      void notifySaved();
    },
    { survives: false },
  );
  const { status, isOpened, start, problem } = state;
  useEffect(() => setWanted(true), [setWanted]);
  useEffect(() => {
    if (status === 'initialised') openPaymentLink();
  }, [status, openPaymentLink]);
  const restart = () => {
    setIsResultSeen(false);
    setCard(undefined);
    setWanted(true);
  };
  const hasResult = (card || problem) && !isResultSeen;
  return (
    <>
      {isOpened && start ? (
        <iframe
          ref={frame}
          className={styles.frame}
          src={start.paymentLink}
          title={t('card|frame')}
          // Allowed: forms, scripts, its own origin (which identifies its messages) and the bank's popup. Not allowed:
          // navigating our page, downloads, browser dialogs.
          sandbox="allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        !card && !problem && <Skeleton rows={8} />
      )}
      {problem && isResultSeen && (
        <Alert
          kind="error"
          title={t('card|ccardRegistrationFailed')}
          action={
            <Button kind="secondary" size="small" onClick={restart}>
              {t('card|again')}
            </Button>
          }
        >
          {problemText(t, problem)}
        </Alert>
      )}
      {card && isResultSeen && (
        <Alert kind="success" title={t('card|registeredTitle')}>
          {t('card|registeredText', { card: `${card.brand} ${card.cardNumberMasked}` })}
        </Alert>
      )}
      {hasResult && (
        <Dialog
          title={t(card ? 'card|registeredTitle' : 'card|failedTitle')}
          closeLabel={t('global|close')}
          onClose={() => setIsResultSeen(true)}
          actions={
            <>
              {!card && <Button onClick={restart}>{t('card|again')}</Button>}
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

/** The card service's page in a frame, for browsers that block its window; the result is a modal (rule SITE-7). */
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
        <CardReplacesClaim />
        <CardFrame />
      </ForSelf>
    </>
  );
};

export default CardVerification;
