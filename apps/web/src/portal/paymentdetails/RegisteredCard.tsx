import type { CardInfo } from '@hofn/contracts';
import { formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button } from '@hofn/ui';
import { useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { useCall } from '../../session/index.ts';
import { ChangeMethodDialog } from './ChangeMethodDialog.tsx';
import { nextPaymentText } from './method-texts.ts';

/** What was registered, the choice to pay premiums with it in the same step (rule LIFE-33), and the way back to payments. */
export const RegisteredCard = ({ card }: { card: CardInfo }) => {
  const t = useTexts<'portal'>();
  const paymentMethod = useCall('/api/user/v1/settings/paymentmethod', {}).data;
  const overdue = useCall('/api/policy/v3/overview', {}).data?.overdue;
  const [isChanging, setIsChanging] = useState(false);
  const isInUse = paymentMethod?.method === 'ccard';
  return (
    <>
      <Alert
        kind="success"
        title={t('card|registeredTitle')}
        action={
          paymentMethod &&
          !isInUse && (
            <Button size="small" onClick={() => setIsChanging(true)}>
              {t('card|payWith')}
            </Button>
          )
        }
      >
        {t('card|registeredText', { card: `${card.brand} ${card.cardNumberMasked}` })}{' '}
        {isInUse && [t('card|paysPremiums'), nextPaymentText(t, paymentMethod)].filter(Boolean).join(' ')}{' '}
        <Link to={pathOf('portal.payments', t.language)}>
          {overdue
            ? t('card|payOverdue', { amount: formatMoney(t.language, overdue.amount) })
            : t('card|toPayments')}
        </Link>
      </Alert>
      {isChanging && paymentMethod && (
        <ChangeMethodDialog
          paymentMethod={paymentMethod}
          method="ccard"
          onClose={() => setIsChanging(false)}
        />
      )}
    </>
  );
};
