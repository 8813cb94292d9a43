import { formatNumber } from '@hofn/texts';
import { Pagination } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import type { Pages } from './usePages.ts';

type Props = {
  pages: Pages;
  /** What is paged through. */
  label: string;
  /** Rows on all pages. */
  total: number;
  /** Cursor of the page after this one; left out while this one is on its way. */
  next: string | null | undefined;
};

/** One page back and one forth, and where one is; nothing for a list of one page. */
export const PageSteps = ({ pages, label, total, next }: Props) => {
  const t = useTexts<'portal'>();
  const { size, before, back, forth } = pages;
  if (total <= size) return null;
  return (
    <Pagination
      label={label}
      previousLabel={t('table|previous')}
      nextLabel={t('table|next')}
      onPrevious={back}
      onNext={next ? () => forth(next) : undefined}
    >
      {t('table|rows', {
        from: formatNumber(t.language, before + 1),
        to: formatNumber(t.language, Math.min(before + size, total)),
        total: formatNumber(t.language, total),
      })}
    </Pagination>
  );
};
