import type { CardInfo } from '@hofn/contracts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, Checkbox, DescriptionList } from '@hofn/ui';
import { useEffect } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { problemText } from './problem-text.ts';
import { openCardWindow, useRegistration } from './useRegistration.ts';

type Props = { card: CardInfo | null; onRegistered: (card: CardInfo) => void };

/** The registered card, and registration of a new one with the card service (rules PAY-6 to PAY-10). */
export const CardForm = ({ card, onRegistered }: Props) => {
  const t = useTexts<'portal'>();
  const { state, setWanted, openPaymentLink } = useRegistration(openCardWindow, onRegistered);
  const { status, isOpened, isFinishing, problem, minutesLeft } = state;
  // Without a registered card, the form for a new one is open from the start.
  const isOpenFromStart = card === null;
  useEffect(() => {
    if (isOpenFromStart) setWanted(true, true);
  }, [isOpenFromStart, setWanted]);

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
          live
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
      <Checkbox
        label={t(card ? 'card|useOther' : 'card|useNew')}
        hint={t('card|opensWindow')}
        checked={status !== 'idle' || isFinishing}
        disabled={isFinishing}
        onChange={({ target }) => setWanted(target.checked)}
      />
      {(status !== 'idle' || isFinishing) && (
        <div>
          <Button
            loading={status === 'loading' || isFinishing}
            loadingLabel={t(isFinishing ? 'card|finishing' : isOpened ? 'card|registering' : 'card|starting')}
            onClick={openPaymentLink}
          >
            {t('card|register')}
          </Button>
        </div>
      )}
      {isOpened && (
        <p>
          {t('card|registering')} {t('card|timeLeft', { n: minutesLeft })}
        </p>
      )}
    </>
  );
};
