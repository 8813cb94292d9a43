import type { Retention } from '@hofn/contracts';
import { formatDate } from '@hofn/texts';
import { Stack, Table } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';

/** Data retained after an erasure, with the reason and the end date. */
export const RetainedData = ({ retained }: { retained: readonly Retention[] }) => {
  const t = useTexts<'portal'>();
  if (retained.length === 0) return null;
  return (
    <Stack>
      <h3>{t('privacyKept|title')}</h3>
      <Table
        caption={t('privacyKept|title')}
        isCaptionHidden
        rows={[...retained]}
        rowKey={({ what, why }) => `${what} ${why}`}
        columns={[
          {
            key: 'what',
            heading: t('privacyKept|what'),
            isRowHeading: true,
            cell: ({ what }) => t(`privacyKept|what.${what}`),
          },
          {
            key: 'why',
            heading: t('privacyKept|why'),
            isProse: true,
            cell: ({ why }) => t(`privacyKept|why.${why}`),
          },
          {
            key: 'until',
            heading: t('privacyKept|until'),
            cell: ({ until }) =>
              until === null ? t('privacyKept|untilNone') : formatDate(t.language, until),
          },
        ]}
      />
    </Stack>
  );
};
