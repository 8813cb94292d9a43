import type { Instalment } from '@hofn/contracts';
import { formatMoney } from '@hofn/texts';
import { Button, DescriptionList, Dialog } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { nameOf } from './labels.ts';

type Props = {
  items: readonly Instalment[];
  card: string;
  paying: boolean;
  onPay: () => void;
  onClose: () => void;
};

/** Asks once more before a card is charged, with what for and how much. */
export const PayDialog = ({ items, card, paying, onPay, onClose }: Props) => {
  const t = useTexts<'portal'>();
  const money = (isk: number) => formatMoney(t.language, isk);
  const amount = money(items.reduce((sum, { total }) => sum + total, 0));
  return (
    <Dialog
      title={t('payment|payTitle')}
      closeLabel={t('global|close')}
      onClose={() => {
        // What is on its way cannot be called back; closing would only hide it.
        if (!paying) onClose();
      }}
      actions={
        <>
          <Button loading={paying} loadingLabel={t('payment|paying')} onClick={onPay}>
            {t('payment|payAmount', { amount })}
          </Button>
          <Button kind="secondary" aria-disabled={paying} onClick={() => !paying && onClose()}>
            {t('global|cancel')}
          </Button>
        </>
      }
    >
      <p>{t('payment|payConfirm', { amount, method: card })}</p>
      <DescriptionList
        figures
        items={items.map((item) => ({ term: nameOf(t, item), value: money(item.total) }))}
      />
      <p role="status">{paying && t('payment|paying')}</p>
    </Dialog>
  );
};
