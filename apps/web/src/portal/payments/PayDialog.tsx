import type { Instalment } from '@hofn/contracts';
import { formatMoney } from '@hofn/texts';
import { Button, DescriptionList, Dialog } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { nameOf } from './labels.ts';

type Props = {
  items: readonly Instalment[];
  cardName: string;
  isPaying: boolean;
  onPay: () => void;
  onClose: () => void;
};

/** Confirms what is paid and how much before the card is charged. */
export const PayDialog = ({ items, cardName, isPaying, onPay, onClose }: Props) => {
  const t = useTexts<'portal'>();
  const money = (isk: number) => formatMoney(t.language, isk);
  const amount = money(items.reduce((sum, { total }) => sum + total, 0));
  return (
    <Dialog
      title={t('payment|payTitle')}
      closeLabel={t('global|close')}
      onClose={() => {
        // A payment in progress cannot be cancelled; closing would only hide it.
        if (!isPaying) onClose();
      }}
      actions={
        <>
          <Button loading={isPaying} loadingLabel={t('payment|paying')} onClick={onPay}>
            {t('payment|payAmount', { amount })}
          </Button>
          <Button kind="secondary" aria-disabled={isPaying} onClick={() => !isPaying && onClose()}>
            {t('global|cancel')}
          </Button>
        </>
      }
    >
      <p>{t('payment|payConfirm', { amount, method: cardName })}</p>
      <DescriptionList
        figures
        items={items.map((item) => ({ term: nameOf(t, item), value: money(item.total) }))}
      />
      <p role="status">{isPaying && t('payment|paying')}</p>
    </Dialog>
  );
};
