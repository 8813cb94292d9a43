import { Disclosure, EmptyState, Skeleton } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { PageSteps } from '../../parts/list/PageSteps.tsx';
import { useListData, usePages } from '../../parts/list/usePages.ts';
import { useCall } from '../../session/index.ts';
import { DocumentTable, type SelectedIds } from './DocumentTable.tsx';
import type { queryOf } from './filter.ts';

/** Bills per page; a company may have one for each policy and month. */
const pageSize = 100;

type Props = { year: number; count: number; unread: number; query: ReturnType<typeof queryOf> };

const BillList = ({ year, count, query, caption }: Omit<Props, 'unread'> & { caption: string }) => {
  const t = useTexts<'portal'>();
  const [selected, setSelected] = useState<SelectedIds>(new Set());
  const pages = usePages(pageSize, () => setSelected(new Set()), `bills ${year}`);
  const call = useCall('/api/document/v1/edocuments', {
    query: { ...query, year, kind: 'invoice', ...pages.query },
  });
  const data = useListData(call, pages);
  return (
    <>
      <CallScreen
        call={call}
        loading={t('loading|documents')}
        skeleton={<Skeleton rows={4} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('documents|empty')}>{t('documents|emptyText')}</EmptyState>}
      >
        {({ items }) => (
          <DocumentTable caption={caption} items={items} selected={selected} onSelect={setSelected} />
        )}
      </CallScreen>
      <PageSteps
        pages={pages}
        label={caption}
        total={data?.total ?? count}
        nextCursor={call.data?.nextCursor}
      />
    </>
  );
};

/** The bills of a year, folded away; they are fetched when it is opened. */
export const Bills = (props: Props) => {
  const t = useTexts<'portal'>();
  const { year, count, unread } = props;
  const [isOpen, setIsOpen] = useState(false);
  const caption = t('documents|bills', { year: String(year), count });
  return (
    <Disclosure
      summary={unread > 0 ? `${caption} · ${t('documents|unreadBills', { n: unread })}` : caption}
      onToggle={setIsOpen}
    >
      {isOpen && <BillList {...props} caption={caption} />}
    </Disclosure>
  );
};
