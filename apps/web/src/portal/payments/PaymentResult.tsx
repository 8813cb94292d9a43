import type { Instalment, Payment, PolicySummary } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, StatusRegion } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { type PostState, useDownload, useUser } from '../../session/index.ts';
import { cardPath } from '../paymentdetails/card-path.ts';
import { nameOf } from './labels.ts';
import { downloadReceipt, ReceiptButton } from './ReceiptButton.tsx';
import { useRestored } from './useLapsed.ts';

/** What has lapsed and is in force again since the payment, or that we let the customer know (rule LIFE-40). */
const Restored = ({ lapsedBefore }: { lapsedBefore: readonly PolicySummary[] }) => {
  const t = useTexts<'portal'>();
  const { restored, isWaiting } = useRestored(lapsedBefore);
  return (
    <>
      {restored.map(({ id, name, insured, number, validFrom }) => (
        <span key={id}>
          <Link to={pathOf('portal.policy', t.language, { id })}>{[name, insured ?? number].join(', ')}</Link>
          {': '}
          {t('payment|restored', { date: formatDate(t.language, validFrom) })}{' '}
        </span>
      ))}
      {isWaiting && t('payment|lapsedPaid')}
    </>
  );
};

/** Result of the last payment, with its receipts. */
export const PaymentResult = ({
  paying,
  paidItems,
  lapsedBefore,
  onClose,
}: {
  paying: PostState<Payment>;
  /** The instalments of the last payment. */
  paidItems: readonly Instalment[];
  /** Policies that had lapsed when the customer paid. */
  lapsedBefore: readonly PolicySummary[];
  onClose: () => void;
}) => {
  const t = useTexts<'portal'>();
  const { busy, error, download } = useDownload();
  const isSelf = useUser().data?.currentProxyUser.via === 'self';
  return (
    <>
      <StatusRegion>
        {paying.state === 'done' && paying.answer.state === 'paid' && (
          <Alert
            kind="success"
            title={t('payment|paid', { amount: formatMoney(t.language, paying.answer.amount) })}
            closeLabel={t('global|close')}
            onClose={onClose}
            action={paidItems.map((item) => (
              <ReceiptButton
                key={item.id}
                name={nameOf(t, item)}
                isBusy={busy === item.id}
                onDownload={() => void downloadReceipt(download, item)}
              />
            ))}
          >
            <Restored lapsedBefore={lapsedBefore} />
          </Alert>
        )}
        {paying.state === 'done' && paying.answer.state === 'processing' && (
          <Alert kind="warning" title={t('payment|payUnknownTitle')}>
            {t('payment|payUnknown')}
          </Alert>
        )}
      </StatusRegion>
      <ErrorAlert title={t('global|errorTitle')} error={error} />
      {paying.state === 'failed' && (
        <ErrorAlert
          title={t('payment|payFailed')}
          error={paying.error}
          // Only the customer registers a card.
          action={
            isSelf &&
            paying.error.errorCode === 'paymentDeclined' && (
              <Link to={cardPath(t.language)}>{t('card|useNew')}</Link>
            )
          }
        />
      )}
    </>
  );
};
