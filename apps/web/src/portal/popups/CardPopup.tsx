import { Button, DelayedLoading, Dialog, Skeleton } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { useCall, useCallState, useUser } from '../../session/index.ts';
import { CardSection } from '../paymentdetails/sections.tsx';
import { useDelayedClose } from './useDelayedClose.ts';

/**
 * Asks for a card (rules PAY-11a and PAY-11b). Open from the start until `onClose`, also while the payment method loads;
 * closed while acting for someone else.
 */
export const CardPopup = ({ onClose }: { onClose: (outcome: 'done' | 'dismissed') => void }) => {
  const t = useTexts<'portal'>();
  const user = useUser();
  const isSelf = user.data?.ssn === user.data?.currentProxyUser.value;
  const method = useCall('/api/user/v1/settings/paymentmethod', { enabled: isSelf });
  // Also while another component refetches the payment method or the user (rule CALL-3).
  const [isFetchingUser, isFetchingMethod] = [
    useCallState('user').loading,
    useCallState('getPaymentMethod').loading,
  ];
  const closeSoon = useDelayedClose(() => onClose('done'));
  if (!isSelf) return null;
  const dismiss = () => onClose('dismissed');
  return (
    <Dialog
      title={t('card|popupTitle')}
      closeLabel={t('global|close')}
      onClose={dismiss}
      size="large"
      actions={
        <Button kind="text" onClick={dismiss}>
          {t('contactInfoPopup|later')}
        </Button>
      }
    >
      {user.state === 'loading' || method.state === 'loading' ? (
        <DelayedLoading>
          <span className="visually-hidden">{t('paymentDetails|loadingCard')}</span>
          <Skeleton rows={4} />
        </DelayedLoading>
      ) : (
        <div aria-busy={isFetchingUser || isFetchingMethod}>
          <CardSection description={t('card|popupText')} onSaved={closeSoon} />
        </div>
      )}
    </Dialog>
  );
};
