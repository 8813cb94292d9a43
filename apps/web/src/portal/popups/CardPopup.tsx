import { Button, Dialog, Skeleton, Waiting } from '@hofn/ui';
import { useEffect, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useCall, useCallState, useUser } from '../../session/index.ts';
import { CardSection } from '../paymentdetails/sections.tsx';
import { useClosing } from './useClosing.ts';

/**
 * Asks for a card (rules PAY-11a and PAY-11b): open from the start, and again when the payment method has come; nothing
 * while acting for another.
 */
export const CardPopup = ({ onClose }: { onClose: (outcome: 'done' | 'dismissed') => void }) => {
  const t = useTexts<'portal'>();
  const user = useUser();
  const isOwn = user.data?.ssn === user.data?.currentProxyUser.value;
  const method = useCall('/api/user/v1/settings/paymentmethod', { enabled: isOwn });
  const [open, setOpen] = useState(true);
  // Loading as well while either is asked for again, by whichever part of the page (rule CALL-3).
  const [asksUser, asksMethod] = [useCallState('user').loading, useCallState('getPaymentMethod').loading];
  const closeSoon = useClosing(() => onClose('done'));
  const hasMethod = method.state === 'ready';
  useEffect(() => {
    if (hasMethod) setOpen(true);
  }, [hasMethod]);
  if (!isOwn || !open) return null;
  const dismiss = () => {
    setOpen(false);
    onClose('dismissed');
  };
  return (
    <Dialog
      title={t('card|popupTitle')}
      closeLabel={t('global|close')}
      onClose={dismiss}
      size="wide"
      actions={
        <Button kind="text" onClick={dismiss}>
          {t('contactInfoPopup|later')}
        </Button>
      }
    >
      {user.state === 'loading' || method.state === 'loading' ? (
        <Waiting>
          <span className="visually-hidden">{t('paymentDetails|loadingCard')}</span>
          <Skeleton rows={4} />
        </Waiting>
      ) : (
        <div aria-busy={asksUser || asksMethod}>
          <CardSection description={t('card|popupText')} onSaved={closeSoon} />
        </div>
      )}
    </Dialog>
  );
};
