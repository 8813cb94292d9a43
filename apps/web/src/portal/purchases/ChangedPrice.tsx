import type { Purchase } from '@hofn/contracts';
import { formatMoney } from '@hofn/texts';
import { Alert, Button, Stack, StatusRegion, Table } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useSaveStep } from './useSaveStep.ts';

/** The kept price beside today's, to be agreed to before anything is paid (rule BUY-2). */
export const ChangedPrice = ({ purchase }: { purchase: Purchase }) => {
  const t = useTexts<'purchase'>();
  const { save, isSaving, error } = useSaveStep(purchase.id);
  const { price: before, newPrice: after } = purchase;
  if (!after) return null;
  const money = (isk: number | undefined) => (isk === undefined ? '–' : formatMoney(t.language, isk));
  const ids = [...new Set([...before.parts, ...after.parts].map(({ id }) => id))];
  const partOf = (price: typeof before, id: string) => price.parts.find((part) => part.id === id);
  const isSame = before.perYear === after.perYear;
  return (
    <Stack gap="m">
      <StatusRegion>
        <Alert kind="warning" title={t(isSame ? 'purchase|sameTitle' : 'purchase|changedTitle')}>
          {t('purchase|changedText')}
        </Alert>
      </StatusRegion>
      <ErrorAlert title={t('purchase|stepFailed')} error={error} />
      <Table
        caption={t('purchase|changedTitle')}
        isCaptionHidden
        isCompared
        rows={ids}
        rowKey={(id) => id}
        columns={[
          {
            key: 'part',
            heading: t('purchase|part'),
            isRowHeading: true,
            cell: (id) => (partOf(after, id) ?? partOf(before, id))?.name,
            footer: t('purchase|total'),
          },
          {
            key: 'before',
            heading: t('purchase|oldPrice'),
            isNumeric: true,
            cell: (id) => money(partOf(before, id)?.amount),
            footer: money(before.perYear),
          },
          {
            key: 'after',
            heading: t('purchase|newPrice'),
            isNumeric: true,
            cell: (id) => money(partOf(after, id)?.amount),
            footer: money(after.perYear),
          },
        ]}
      />
      <p>
        <Button
          isLoading={isSaving}
          loadingLabel={t('purchase|saving')}
          onClick={() => void save({ step: 'price', tariff: after.tariff, perYear: after.perYear })}
        >
          {t('purchase|takeNewPrice')}
        </Button>
      </p>
    </Stack>
  );
};
