import type { AuditEvent } from '@hofn/contracts';
import { auditActions } from '@hofn/domain/audit.ts';
import { formatDateTime, formatNumber } from '@hofn/texts';
import { EmptyState, KennitalaField, PageHead, Pagination, SelectField, Skeleton, Table } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useNameLookup } from '../../forms/useNameLookup.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { DayField } from '../../parts/DayField.tsx';
import { FileButtons } from '../../parts/FileButtons.tsx';
import { ListFilters, NoMatches } from '../../parts/list/ListFilters.tsx';
import { isInverted } from '../../parts/list/period.ts';
import { useDebouncedValue } from '../../parts/list/useDebouncedValue.ts';
import { useHistoryState } from '../../parts/list/useHistoryState.ts';
import { usePages, useRestartOnRefusedCursor } from '../../parts/list/usePages.ts';
import { useCall } from '../../session/index.ts';
import styles from './AuditLog.module.css';
import { EventDetails } from './EventDetails.tsx';
import { actionNamed, daysOf, type Filter, noFilter } from './filter.ts';
import { actionOf, actorOf, authorityOf } from './labels.ts';

const pageSize = 25;

const EventTable = ({ items }: { items: AuditEvent[] }) => {
  const t = useTexts<'staff'>();
  return (
    <Table
      caption={t('audit|title')}
      isCaptionHidden
      rows={items}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'what',
          heading: t('audit|what'),
          isRowHeading: true,
          cell: (event) => (
            <>
              {actionOf(t, event)}
              <span className={`${styles.detail} ${styles.when}`}>
                {formatDateTime(t.language, event.at, 'medium')}
              </span>
            </>
          ),
        },
        { key: 'who', heading: t('audit|who'), cell: (event) => actorOf(t, event) },
        {
          key: 'customer',
          heading: t('audit|customer'),
          cell: ({ customer }) => customer?.name ?? customer?.id ?? '',
        },
        { key: 'authority', heading: t('audit|authority'), cell: (event) => authorityOf(t, event) },
        {
          key: 'more',
          heading: t('audit|more'),
          isSelfTitled: true,
          cell: (event) => <EventDetails event={event} />,
        },
      ]}
    />
  );
};

/** Filter, page and query of the log. */
const useAuditFilter = () => {
  const [filter, setFilter] = useHistoryState<Filter>('audit', noFilter);
  const [ssn, setSsn] = useState('');
  const pages = usePages(pageSize);
  const found = useNameLookup(ssn, '/api/user/v1/login/ssnlookup');
  const actor = useDebouncedValue(filter.search.trim());
  const setFields = (fields: Partial<Filter>) => {
    setFilter({ ...filter, ...fields });
    pages.restart();
  };
  const customer =
    found.id !== undefined && found.name !== undefined ? { id: found.id, name: found.name } : filter.customer;
  const days = daysOf(filter);
  const query = {
    ...(actor && { actor }),
    ...(filter.action && { action: filter.action }),
    ...(customer && { customer: customer.id }),
    ...days,
  };
  return {
    filter,
    setFields,
    pages,
    ssn,
    setSsn: (text: string) => {
      setSsn(text);
      pages.restart();
    },
    found,
    customer,
    clear: () => {
      setSsn('');
      setFields(noFilter);
    },
    query,
    isInverted: isInverted(days),
    activeCount: [filter.action, filter.from, filter.to, customer].filter(Boolean).length,
  };
};

/** Fields that narrow the log. */
const Filters = ({ log }: { log: ReturnType<typeof useAuditFilter> }) => {
  const t = useTexts<'staff'>();
  const { filter, setFields, ssn, setSsn, found } = log;
  const { language } = t;
  return (
    <ListFilters list={log} searchLabel={t('audit|search')} searchHint={t('audit|searchHint')}>
      <KennitalaField
        label={t('audit|ssn')}
        value={ssn}
        onChange={({ target }) => setSsn(target.value)}
        error={found.error}
      />
      <SelectField
        label={t('audit|what')}
        value={filter.action}
        onChange={({ target }) => setFields({ action: actionNamed(target.value) })}
        options={[
          { value: '', label: t('audit|anyAction') },
          ...auditActions.map((value) => ({ value, label: t(`audit|action.${value}`) })),
        ]}
      />
      <DayField
        label={t('audit|from')}
        language={language}
        value={filter.from}
        onChange={(from) => setFields({ from })}
      />
      <DayField
        label={t('audit|to')}
        language={language}
        value={filter.to}
        onChange={(to) => setFields({ to })}
        error={log.isInverted ? t('audit|toBeforeFrom') : undefined}
      />
    </ListFilters>
  );
};

/** The audit log, for employees with the role auditor (rule HOLD-14). */
export const AuditLog = () => {
  const t = useTexts<'staff'>();
  const log = useAuditFilter();
  const { pages, query, customer } = log;
  const path = '/api/staff/v1/audit';
  const call = useCall(path, {
    query: { ...query, ...pages.query },
    enabled: !log.isInverted,
    dropOnClose: true,
  });
  useRestartOnRefusedCursor(pages, call.error);
  const head = (
    <PageHead title={t('audit|title')}>
      <p>{t('audit|lead')}</p>
    </PageHead>
  );
  if (call.error?.status === 403)
    return (
      <>
        {head}
        <EmptyState title={t('audit|notAuditor')}>{t('audit|notAuditorText')}</EmptyState>
      </>
    );
  const shown = call.data?.items.length ?? 0;
  const nextCursor = call.data?.nextCursor;
  return (
    <>
      {head}
      <Filters log={log} />
      {customer && (
        <p className={styles.only} role="status">
          {t('audit|onlyCustomer', { name: customer.name })}
        </p>
      )}
      <FileButtons path={path} query={query} />
      <p className="visually-hidden" role="status">
        {call.state === 'ready' && t('audit|loaded')}
      </p>
      <CallScreen
        call={call}
        loading={t('audit|loading')}
        skeleton={<Skeleton rows={8} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          Object.keys(query).length > 0 ? (
            <NoMatches onClear={log.clear} />
          ) : (
            <EmptyState title={t('audit|empty')}>{t('audit|emptyText')}</EmptyState>
          )
        }
      >
        {({ items }) => <EventTable items={items} />}
      </CallScreen>
      {(pages.goBack || nextCursor) && (
        <Pagination
          label={t('audit|title')}
          previousLabel={t('table|previous')}
          nextLabel={t('table|next')}
          onPrevious={pages.goBack}
          onNext={nextCursor ? () => pages.goNext(nextCursor) : undefined}
        >
          {t('audit|rows', {
            from: formatNumber(t.language, pages.rowsBefore + 1),
            to: formatNumber(t.language, pages.rowsBefore + shown),
          })}
        </Pagination>
      )}
    </>
  );
};

export default AuditLog;
