import type { Instalment } from '@hofn/contracts';
import { Button } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import type { useDownload } from '../../session/index.ts';

/** Saves the receipt of a paid instalment. */
export const downloadReceipt = (
  download: ReturnType<typeof useDownload>['download'],
  { id }: Instalment,
): Promise<boolean> => download(id, '/api/payment/v1/receipt/{id}', { params: { id } });

type Props = {
  /** What was paid. */
  name: string;
  isBusy: boolean;
  onDownload: () => void;
};

/** A button that saves a receipt. */
export const ReceiptButton = ({ name, isBusy, onDownload }: Props) => {
  const t = useTexts<'portal'>();
  return (
    <Button
      kind="text"
      size="small"
      icon="download"
      isLoading={isBusy}
      loadingLabel={t('global|loading')}
      aria-label={t('payment|receiptOf', { what: name })}
      onClick={onDownload}
    >
      {t('payment|receipt')}
    </Button>
  );
};
