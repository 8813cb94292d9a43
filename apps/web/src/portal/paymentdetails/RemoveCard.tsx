import type { CardInfo, PaymentMethod } from '@hofn/contracts';
import { Button, RadioGroup } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { setNotification } from '../../parts/notices.ts';
import { useCall, usePost } from '../../session/index.ts';
import { consequencesOf, methodKey } from './method-texts.ts';
import styles from './RemoveCard.module.css';
import { useRefetchDetails } from './useRefetchDetails.ts';

type Other = 'bank' | 'claim';

const RemoveCardDialog = ({
  card,
  paymentMethod,
  onClose,
}: {
  card: CardInfo;
  paymentMethod: PaymentMethod;
  onClose: () => void;
}) => {
  const t = useTexts<'portal'>();
  const refetch = useRefetchDetails();
  const { send, ...sending } = usePost('/api/user/v1/settings/ccard/remove');
  const isInUse = paymentMethod.cardInUse;
  const others: Other[] = paymentMethod.bankInfo ? ['bank', 'claim'] : ['claim'];
  const [other, setOther] = useState<Other>(others[0] ?? 'claim');
  const name = `${card.brand} ${card.cardNumberMasked}`;
  const remove = async () => {
    if (!(await send({ body: isInUse ? { method: other } : {} }))) return;
    const changed = isInUse
      ? [
          t('paymentDetails|methodSaved', { method: t(methodKey[other]) }),
          ...consequencesOf(t, paymentMethod, other),
        ]
      : [];
    setNotification({
      id: 'paymentDetails',
      text: [t('card|removed', { card: name }), ...changed].join(' '),
    });
    onClose();
    await refetch();
  };
  return (
    <ConfirmDialog
      title={t('card|removeTitle', { card: name })}
      confirmLabel={t('card|remove')}
      busyLabel={t('card|removing')}
      kind="danger"
      isBusy={sending.state === 'sending'}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <ErrorAlert title={t('card|removeFailed')} error={sending.error} />
      {isInUse ? (
        <>
          <RadioGroup
            label={t('card|removeInUse')}
            name="other-method"
            value={other}
            onChange={({ target }) => setOther(target.value === 'bank' ? 'bank' : 'claim')}
            options={others.map((value) => ({ value, label: t(methodKey[value]) }))}
          />
          {consequencesOf(t, paymentMethod, other).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </>
      ) : (
        <p>{t('card|removeText')}</p>
      )}
    </ConfirmDialog>
  );
};

/** Removes the registered card; while premiums are paid with it, another method is chosen first (rule LIFE-32). */
export const RemoveCard = ({ card }: { card: CardInfo }) => {
  const t = useTexts<'portal'>();
  const paymentMethod = useCall('/api/user/v1/settings/paymentmethod', {}).data;
  const [isOpen, setIsOpen] = useState(false);
  if (!paymentMethod) return null;
  return (
    <>
      <div className={styles.remove}>
        <Button kind="text" icon="trash" onClick={() => setIsOpen(true)}>
          {t('card|remove')}
        </Button>
      </div>
      {isOpen && (
        <RemoveCardDialog card={card} paymentMethod={paymentMethod} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
};
