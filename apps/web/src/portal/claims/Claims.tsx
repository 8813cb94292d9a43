import type { ClaimOverview } from '@hofn/contracts';
import { dayOfInstant, formatDate, formatMoney, formatNumber } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { buttonClass, DescriptionList, EmptyState, Icon, PageHead, Table } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { SendableListActions, SendStatus, toSendCall } from '../../forms/SendByEmail.tsx';
import { Detail } from '../../parts/Detail.tsx';
import { ForRole, ReadOnlyAlert, useHasRole, useIsStaffView } from '../../parts/ForRole.tsx';
import { ListScreen } from '../../parts/list/ListScreen.tsx';
import { useList, usePeriod } from '../../parts/list/useList.ts';
import { useListData } from '../../parts/list/usePages.ts';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useCall, usePost } from '../../session/index.ts';
import styles from './Claims.module.css';
import { Filters } from './Filters.tsx';
import { noFilter } from './filter.ts';
import { StatusTag, UnverifiedTag } from './StatusTag.tsx';

const pageSize = 25;

/** Claim drafts with links to continue them. */
const Drafts = ({ drafts }: { drafts: ClaimOverview['drafts'] }) => {
  const t = useTexts<'portal'>();
  const day = (instant: string) => formatDate(t.language, dayOfInstant(new Date(instant)));
  return (
    drafts.length > 0 && (
      <section className={styles.drafts}>
        <h2>{t('claims|drafts')}</h2>
        <ul>
          {drafts.map(({ token, title, dateOfLoss, changedAt, expiresAt }) => (
            <li key={token}>
              <Icon name="pen" />
              <span>
                <Link to={pathOf('portal.claimDraft', t.language, { token })}>
                  {dateOfLoss === null
                    ? t('claims|draft', { title })
                    : t('claims|draftOf', { title, date: formatDate(t.language, dateOfLoss) })}
                </Link>
                <Detail>{t('claims|draftKept', { date: day(changedAt), until: day(expiresAt) })}</Detail>
              </span>
            </li>
          ))}
        </ul>
      </section>
    )
  );
};

const ClaimTable = ({ items, sums }: ClaimOverview) => {
  const t = useTexts<'portal'>();
  const money = (isk: number | null) => (isk === null ? null : formatMoney(t.language, isk));
  return (
    <div className={styles.entries}>
      {sums.count > 1 && (
        <section className={styles.sums}>
          <h2>{t('claims|sums')}</h2>
          <DescriptionList
            hasFigures
            items={[
              { term: t('claims|count'), value: formatNumber(t.language, sums.count) },
              { term: t('claims|openCount'), value: formatNumber(t.language, sums.open) },
              { term: t('claims|lossAmount'), value: money(sums.lossAmount) },
              { term: t('claims|compensation'), value: money(sums.compensation) },
            ]}
          />
        </section>
      )}
      <Table
        caption={t('claims|title')}
        isCaptionHidden
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'title',
            heading: t('claims|name'),
            isRowHeading: true,
            cell: ({ id, title, number, policy }) => (
              <>
                <Link to={pathOf('portal.claim', t.language, { id })}>{title}</Link>
                <Detail>{[number, policy?.name].filter(Boolean).join(' · ')}</Detail>
              </>
            ),
          },
          {
            key: 'dateOfLoss',
            heading: t('claims|dateOfLoss'),
            cell: ({ dateOfLoss }) => formatDate(t.language, dateOfLoss, 'medium'),
          },
          {
            key: 'status',
            heading: t('claims|status'),
            cell: ({ status, unverified }) => (
              <>
                <StatusTag status={status} /> {unverified && <UnverifiedTag />}
              </>
            ),
          },
          {
            key: 'compensation',
            heading: t('claims|compensation'),
            isNumeric: true,
            cell: ({ compensation }) => money(compensation) ?? '–',
          },
        ]}
      />
    </div>
  );
};

/** All claims of the subject, open claims first, with totals (rule PORT-3). */
export const Claims = () => {
  const t = useTexts<'portal'>();
  const list = useList('filter', { pageSize, noFilter });
  const { filter, search, pages } = list;
  const period = usePeriod(filter);
  const filterQuery = {
    ...period.days,
    ...(filter.state && { state: filter.state }),
    ...(filter.policy && { policy: filter.policy }),
  };
  const listQuery = { ...filterQuery, ...(search && { search }), sort: filter.sort };
  const call = useCall('/api/claim/v1', {
    query: { ...listQuery, ...pages.query },
    enabled: period.isValid,
  });
  const lastData = useListData(call, pages);
  const total = lastData?.sums.count ?? 0;
  // Nothing to search, filter or save.
  const isEmpty = lastData?.sums.count === 0 && !list.isNarrow;
  const mayFile = useHasRole('Full');
  const isStaffView = useIsStaffView();
  // The banner of a staff view says that it only reads.
  const isReader = !mayFile && !isStaffView;
  const fileClaimPath = pathOf('portal.fileClaim', t.language);
  const sendByEmail = toSendCall(usePost('/api/claim/v1/sendclaimsoverview'), (email) => ({
    body: { ...filterQuery, ...email },
  }));
  return (
    <>
      <PageHead
        title={t('claims|title')}
        actions={
          <ForRole requires="Full" isSilent>
            <Link to={fileClaimPath} className={buttonClass()}>
              {t('claims|report')}
            </Link>
          </ForRole>
        }
      >
        <p>{t('claims|lead')}</p>
      </PageHead>
      <SendStatus call={sendByEmail} sentText={(email) => t('claims|sent', { email })} />
      <PrintedFor />
      {isReader && (
        <div className={styles.reader}>
          <ReadOnlyAlert act="fileClaim" />
        </div>
      )}
      <ForRole requires="Full" isSilent>
        <Drafts drafts={lastData?.drafts ?? []} />
      </ForRole>
      {!isEmpty && (
        <Filters list={list} rows={total} policies={lastData?.policies ?? []} periodError={period.error} />
      )}
      {!period.error && (
        <>
          <ListScreen
            list={list}
            label={t('claims|title')}
            total={total}
            countText={t('plural|claims', { n: total })}
            call={call}
            loading={t('loading|claims')}
            isEmpty={({ sums }) => sums.count === 0}
            empty={<EmptyState title={t('claims|empty')}>{t('claims|emptyText')}</EmptyState>}
          >
            {(data) => <ClaimTable {...data} />}
          </ListScreen>
          {!isEmpty && (
            <SendableListActions
              path="/api/claim/v1"
              query={listQuery}
              call={sendByEmail}
              label={t('claims|send')}
            />
          )}
        </>
      )}
    </>
  );
};

export default Claims;
