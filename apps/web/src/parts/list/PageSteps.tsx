import { formatNumber } from '@hofn/texts';
import { Pagination } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import type { Pages } from './usePages.ts';

type Props = {
  pages: Pages;
  /** Name of the list. */
  label: string;
  /** Rows on all pages. */
  total: number;
  /** Cursor of the next page; undefined while this page is loading. */
  nextCursor: string | null | undefined;
};

/** Previous and next buttons with the current range; nothing for a list of one page. */
export const PageSteps = ({ pages, label, total, nextCursor }: Props) => {
  const t = useTexts<'portal'>();
  const { pageSize, rowsBefore, goBack, goNext } = pages;
  if (total <= pageSize) return null;
  return (
    <Pagination
      label={label}
      previousLabel={t('table|previous')}
      nextLabel={t('table|next')}
      onPrevious={goBack}
      onNext={nextCursor ? () => goNext(nextCursor) : undefined}
    >
      {t('table|rows', {
        from: formatNumber(t.language, rowsBefore + 1),
        to: formatNumber(t.language, Math.min(rowsBefore + pageSize, total)),
        total: formatNumber(t.language, total),
      })}
    </Pagination>
  );
};
