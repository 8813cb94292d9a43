import { CallScreen, type CallScreenProps } from '../CallScreen.tsx';
import { NoMatches } from './ListFilters.tsx';
import { PageSteps } from './PageSteps.tsx';
import type { Pages } from './usePages.ts';

type Props<Data> = CallScreenProps<Data> & {
  list: { isNarrow: boolean; clear: () => void; pages: Pages };
  /** Name of the list. */
  label: string;
  /** Rows on all pages; still that of the previous page while the next one is loading. */
  total: number;
  /** Number of rows in words, for screen readers. */
  countText?: string;
  /** Default: whether there are no rows. */
  isEmpty?: (data: Data) => boolean;
};

/** Rows of a list with the states of its call, and the steps between its pages. */
export const ListScreen = <Data extends { items: readonly unknown[]; nextCursor: string | null }>({
  list: { isNarrow, clear, pages },
  label,
  total,
  countText,
  empty,
  isEmpty = ({ items }) => items.length === 0,
  ...screen
}: Props<Data>) => (
  <>
    {countText && (
      <p className="visually-hidden" role="status">
        {screen.call.state === 'ready' && countText}
      </p>
    )}
    <CallScreen {...screen} isEmpty={isEmpty} empty={isNarrow ? <NoMatches onClear={clear} /> : empty} />
    <PageSteps pages={pages} label={label} total={total} nextCursor={screen.call.data?.nextCursor} />
  </>
);
