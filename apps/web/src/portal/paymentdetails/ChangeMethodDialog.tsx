import type { PaymentMethod } from '@hofn/contracts';
import { useTexts } from '../../engine/index.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { setNotification } from '../../parts/notices.ts';
import { usePost } from '../../session/index.ts';
import { consequencesOf, type Method, methodKey } from './method-texts.ts';
import { useRefetchDetails } from './useRefetchDetails.ts';

/** Says what a change of payment method means and from when, before it is made and again in the toast. */
export const ChangeMethodDialog = ({
  paymentMethod,
  method,
  onClose,
}: {
  paymentMethod: PaymentMethod;
  method: Method;
  onClose: () => void;
}) => {
  const t = useTexts<'portal'>();
  const refetch = useRefetchDetails();
  const { send, ...sending } = usePost('/api/user/v1/settings/paymentmethod');
  const name = t(methodKey[method]);
  const consequences = consequencesOf(t, paymentMethod, method);
  const change = async () => {
    if (!(await send({ body: { method } }))) return;
    const text = [t('paymentDetails|methodSaved', { method: name }), ...consequences].join(' ');
    setNotification({ id: 'paymentDetails', text });
    onClose();
    await refetch();
  };
  return (
    <ConfirmDialog
      title={t('paymentDetails|changeTitle', { method: name })}
      confirmLabel={t('paymentDetails|changeConfirm')}
      busyLabel={t('paymentDetails|saving')}
      isBusy={sending.state === 'sending'}
      onConfirm={() => void change()}
      onClose={onClose}
    >
      <ErrorAlert title={t('paymentDetails|methodFailed')} error={sending.error} />
      {consequences.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </ConfirmDialog>
  );
};
