import type { CardInfo } from '@hofn/contracts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, Checkbox, DescriptionList } from '@hofn/ui';
import { useEffect, useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import { useCall, useSubjectId } from '../../session/index.ts';
import { consequencesOf } from './method-texts.ts';
import { problemText } from './problem-text.ts';
import { RemoveCard } from './RemoveCard.tsx';
import { hasUnfinished, noteRegistration } from './unfinished-registration.ts';
import { openCardWindow, useRegistration } from './useRegistration.ts';

/** That registering a card replaces payment by claim, and from when (rule LIFE-31). */
export const CardReplacesClaim = () => {
  const t = useTexts<'portal'>();
  const paymentMethod = useCall('/api/user/v1/settings/paymentmethod', {}).data;
  if (!paymentMethod || paymentMethod.method === 'ccard' || paymentMethod.method === 'bank') return null;
  return <p>{[t('card|replacesClaim'), ...consequencesOf(t, paymentMethod, 'ccard')].join(' ')}</p>;
};

type Props = {
  card: CardInfo | null;
  onRegistered: (card: CardInfo) => void;
  /** Beside something that is paid with the card, where it is not removed. */
  isForPayment?: boolean;
};

/** The registered card, and registration of a new one with the card service (rules PAY-6 to PAY-10). */
export const CardForm = ({ card, onRegistered, isForPayment = false }: Props) => {
  const t = useTexts<'portal'>();
  const { state, setWanted, openPaymentLink } = useRegistration(openCardWindow, onRegistered, {
    survives: true,
  });
  const { status, isOpened, isFinishing, problem, minutesLeft } = state;
  const isUnderway = isOpened || isFinishing;
  const wantsNewCard = status !== 'idle' || isFinishing;
  const subject = useSubjectId();
  const [isUnfinished] = useState(() => !isUnderway && !problem && hasUnfinished(subject));
  useEffect(() => {
    // Said once.
    if (isUnfinished) noteRegistration(subject, false);
  }, [isUnfinished, subject]);
  // Without a registered card, a new one is requested from the start, unless the last attempt continues or failed.
  const [isRequestedFromStart] = useState(card === null && !isUnderway && !problem);
  useEffect(() => {
    if (isRequestedFromStart) setWanted(true, true);
  }, [isRequestedFromStart, setWanted]);
  // What was shown at first may have been older than a card registered while another screen was shown.
  const hasCardAfterAll = isRequestedFromStart && card !== null && !isUnderway;
  useEffect(() => {
    if (hasCardAfterAll) setWanted(false);
  }, [hasCardAfterAll, setWanted]);
  // Pressed while idle, it opens the card service as soon as its link arrives.
  const [opensWhenReady, setOpensWhenReady] = useState(false);
  useEffect(() => {
    if (!opensWhenReady || status === 'loading') return;
    setOpensWhenReady(false);
    openPaymentLink();
  }, [opensWhenReady, status, openPaymentLink]);
  const register = () => {
    if (status === 'initialised') return openPaymentLink();
    setWanted(true);
    setOpensWhenReady(true);
  };

  return (
    <>
      {card ? (
        <DescriptionList
          items={[
            { term: t('card|number'), value: `${card.brand} ${card.cardNumberMasked}` },
            { term: t('card|expires'), value: card.expires },
          ]}
        />
      ) : (
        <p>{t('card|none')}</p>
      )}
      {problem && (
        <Alert
          kind="error"
          isLive
          title={t('card|ccardRegistrationFailed')}
          action={
            problem.kind === 'popupBlocked' && (
              <Link to={pathOf('cardVerification', t.language)}>{t('card|onPage')}</Link>
            )
          }
        >
          {problemText(t, problem)}
        </Alert>
      )}
      {isUnfinished && !isUnderway && (
        <Alert kind="warning" title={t('card|unfinishedTitle')}>
          {t('card|unfinished')}
        </Alert>
      )}
      {card && (
        <Checkbox
          label={t('card|useOther')}
          hint={t('card|opensWindow')}
          checked={wantsNewCard}
          disabled={isFinishing}
          onChange={({ target }) => setWanted(target.checked)}
        />
      )}
      {(!card || wantsNewCard) && (
        <>
          <CardReplacesClaim />
          <div>
            <Button
              isLoading={status === 'loading' || isFinishing}
              loadingLabel={t(
                isFinishing ? 'card|finishing' : isOpened ? 'card|registering' : 'card|starting',
              )}
              onClick={register}
            >
              {t('card|register')}
            </Button>
          </div>
        </>
      )}
      {!card && !isOpened && <Detail>{t('card|opensWindow')}</Detail>}
      {isOpened && (
        <p>
          {t('card|registering')} {t('card|timeLeft', { n: minutesLeft })} {t('card|mayLeave')}
        </p>
      )}
      {card && !wantsNewCard && !isForPayment && <RemoveCard card={card} />}
    </>
  );
};
