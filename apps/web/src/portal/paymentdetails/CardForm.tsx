import type { CardInfo } from '@hofn/contracts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, Checkbox, DescriptionList } from '@hofn/ui';
import { useEffect } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { problemText } from './problem-text.ts';
import { openWindow, useRegistration } from './useRegistration.ts';

type Props = { card: CardInfo | null; onRegistered: (card: CardInfo) => void };

/** The registered card, and the registration of another with the card service (rules PAY-6 to PAY-10). */
export const CardForm = ({ card, onRegistered }: Props) => {
  const t = useTexts<'portal'>();
  const { state, choose, press } = useRegistration(openWindow, onRegistered);
  const { status, opened, finishing, problem, minutesLeft } = state;
  // Without a card there is nothing to keep, so that the way to another is open from the start.
  const opensAtOnce = card === null;
  useEffect(() => {
    if (opensAtOnce) choose(true, true);
  }, [opensAtOnce, choose]);

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
            problem.is === 'popupBlocked' && (
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
        checked={status !== 'idle' || finishing}
        disabled={finishing}
        onChange={({ target }) => choose(target.checked)}
      />
      {(status !== 'idle' || finishing) && (
        <div>
          <Button
            loading={status === 'loading' || finishing}
            loadingLabel={t(finishing ? 'card|finishing' : opened ? 'card|registering' : 'card|starting')}
            onClick={press}
          >
            {t('card|register')}
          </Button>
        </div>
      )}
      {opened && (
        <p>
          {t('card|registering')} {t('card|timeLeft', { n: minutesLeft })}
        </p>
      )}
    </>
  );
};
