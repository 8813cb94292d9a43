import type { Instalment } from '@hofn/contracts';
import { formatMoney } from '@hofn/texts';
import { DescriptionList } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { useUser } from '../../session/index.ts';
import { nameOf } from './labels.ts';

type Props = {
  items: readonly Instalment[];
  cardName: string;
  isPaying: boolean;
  onPay: () => void;
  onClose: () => void;
};

/** Asks to confirm the payment, its amount and the debtor before the card is charged. */
export const PayDialog = ({ items, cardName, isPaying, onPay, onClose }: Props) => {
  const t = useTexts<'portal'>();
  const money = (isk: number) => formatMoney(t.language, isk);
  const subject = useUser().data?.currentProxyUser;
  const amount = money(items.reduce((sum, { total }) => sum + total, 0));
  return (
    <ConfirmDialog
      title={t('payment|payTitle')}
      confirmLabel={t('payment|payAmount', { amount })}
      busyLabel={t('payment|paying')}
      isBusy={isPaying}
      onConfirm={onPay}
      onClose={onClose}
    >
      <p>
        {subject === undefined || subject.via === 'self'
          ? t('payment|payConfirm', { amount, method: cardName })
          : t('payment|payConfirmFor', { amount, method: cardName, name: subject.fullName })}
      </p>
      <DescriptionList
        hasFigures
        items={items.map((item) => ({ term: nameOf(t, item), value: money(item.total) }))}
      />
      <p role="status">{isPaying && t('payment|paying')}</p>
    </ConfirmDialog>
  );
};
