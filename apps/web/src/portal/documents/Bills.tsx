import { Disclosure, EmptyState, Skeleton } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { useCall } from '../../session/index.ts';
import { DocumentTable, type SelectedIds } from './DocumentTable.tsx';
import type { queryOf } from './filter.ts';

/** Most bills of a year in one list: a company may have one for each policy and month. */
const limit = 100;

type Props = { year: number; count: number; query: ReturnType<typeof queryOf> };

const BillList = ({ year, query, caption }: Props & { caption: string }) => {
  const t = useTexts<'portal'>();
  const [selected, setSelected] = useState<SelectedIds>(new Set());
  const call = useCall('/api/document/v1/edocuments', { query: { ...query, year, kind: 'invoice', limit } });
  return (
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
  );
};

/** The bills of a year, folded away; they are fetched when it is opened. */
export const Bills = (props: Props) => {
  const t = useTexts<'portal'>();
  const { year, count } = props;
  const [isOpen, setIsOpen] = useState(false);
  const caption = t('documents|bills', { year: String(year), count });
  return (
    <Disclosure summary={caption} onToggle={setIsOpen}>
      {isOpen && <BillList {...props} caption={caption} />}
    </Disclosure>
  );
};
