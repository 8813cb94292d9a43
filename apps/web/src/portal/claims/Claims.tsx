import type { ClaimOverview } from '@hofn/contracts';
import { dayOfInstant, formatDate, formatMoney, formatNumber } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { buttonClass, DescriptionList, EmptyState, Icon, PageHead, Table } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { activeIn, NoMatches } from '../../parts/list/ListFilters.tsx';
import { PageSteps } from '../../parts/list/PageSteps.tsx';
import { daysOf, upsideDown } from '../../parts/list/period.ts';
import { useTyped } from '../../parts/list/useDebouncedValue.ts';
import { useKept } from '../../parts/list/useHistoryState.ts';
import { useLast, usePages, useRefusedPage } from '../../parts/list/usePages.ts';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { SendButton, SendStatus } from '../../parts/SendByEmail.tsx';
import { useNow } from '../../parts/useNow.ts';
import { useCall, useSend } from '../../session/index.ts';
import styles from './Claims.module.css';
import { Filters } from './Filters.tsx';
import { type Filter, noFilter } from './filter.ts';
import { StatusTag, UnverifiedTag } from './StatusTag.tsx';

const pageSize = 25;

/** Claims that are being written, each with the way back to it. */
const Drafts = ({ drafts }: { drafts: ClaimOverview['drafts'] }) => {
  const t = useTexts<'portal'>();
  const day = (instant: string) => formatDate(t.language, dayOfInstant(new Date(instant)));
  return (
    drafts.length > 0 && (
      <section className={styles.drafts}>
        <h2>{t('claims|drafts')}</h2>
        <ul>
          {drafts.map(({ token, changedAt, expiresAt }) => (
            <li key={token}>
              <Icon name="pen" />
              <span>
                <Link to={pathOf('portal.claimDraft', t.language, { token })}>
                  {t('claims|continueDraft')}
                </Link>
                <span className={styles.detail}>
                  {t('claims|draftKept', { date: day(changedAt), until: day(expiresAt) })}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </section>
    )
  );
};

const List = ({ items, sums }: ClaimOverview) => {
  const t = useTexts<'portal'>();
  const money = (isk: number | null) => (isk === null ? null : formatMoney(t.language, isk));
  return (
    <div className={styles.entries}>
      <section className={styles.sums}>
        <h2>{t('claims|sums')}</h2>
        <DescriptionList
          figures
          items={[
            { term: t('claims|count'), value: formatNumber(t.language, sums.count) },
            { term: t('claims|openCount'), value: formatNumber(t.language, sums.open) },
            { term: t('claims|lossAmount'), value: money(sums.lossAmount) },
            { term: t('claims|compensation'), value: money(sums.compensation) },
          ]}
        />
      </section>
      <Table
        caption={t('claims|title')}
        captionHidden
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'title',
            heading: t('claims|name'),
            rowHeading: true,
            cell: ({ id, title, number, policy }) => (
              <>
                <Link to={pathOf('portal.claim', t.language, { id })}>{title}</Link>
                <span className={styles.detail}>{[number, policy?.name].filter(Boolean).join(' · ')}</span>
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
            numeric: true,
            cell: ({ compensation }) => money(compensation) ?? '–',
          },
        ]}
      />
    </div>
  );
};

/** Every claim of the subject, open ones first, with sums (rule PORT-3). */
export const Claims = () => {
  const t = useTexts<'portal'>();
  const now = useNow();
  const [filter, setFilter] = useKept<Filter>('filter', noFilter);
  const pages = usePages(pageSize);
  const search = useTyped(filter.search.trim());
  const days = daysOf(filter, now ? dayOfInstant(now) : '');
  const fault = upsideDown(days) ? t('transactions|toBeforeFrom') : undefined;
  const narrowing = {
    ...days,
    ...(filter.state && { state: filter.state }),
    ...(filter.policy && { policy: filter.policy }),
  };
  const narrowed = { ...narrowing, ...(search && { search }), sort: filter.sort };
  const call = useCall('/api/claim/v1', {
    query: { ...narrowed, ...pages.query },
    enabled: now !== undefined && !fault,
  });
  useRefusedPage(pages, call.error);
  const known = useLast(call.data);
  const total = known?.sums.count ?? 0;
  const narrow = search !== '' || activeIn(filter, noFilter) > 0;
  const report = pathOf('portal.fileClaim', t.language);

  const { send, ...sending } = useSend('/api/claim/v1/sendclaimsoverview');
  const mail = {
    ...sending,
    send: (email?: string) => void send({ body: { ...narrowing, ...(email && { email }) } }),
  };
  const change = (changed: Filter) => {
    setFilter(changed);
    pages.restart();
  };
  return (
    <>
      <PageHead
        title={t('claims|title')}
        actions={
          <ForRole takes="Full" silent>
            <Link to={report} className={buttonClass()}>
              {t('claims|report')}
            </Link>
          </ForRole>
        }
      >
        <p>{t('claims|lead')}</p>
      </PageHead>
      <SendStatus call={mail} sent={(email) => t('claims|sent', { email })} />
      <PrintedFor />
      <ForRole takes="Full" silent>
        <Drafts drafts={known?.drafts ?? []} />
      </ForRole>
      <Filters filter={filter} onChange={change} policies={known?.policies ?? []} fault={fault} />
      {!fault && (
        <>
          <ListActions
            path="/api/claim/v1"
            query={narrowed}
            send={<SendButton call={mail} label={t('claims|send')} compact />}
          />
          <p className="visually-hidden" role="status">
            {call.state === 'ready' && t('plural|claims', { n: total })}
          </p>
          <CallScreen
            call={call}
            loading={t('loading|claims')}
            isEmpty={({ sums }) => sums.count === 0}
            empty={
              narrow ? (
                <NoMatches onClear={() => change(noFilter)} />
              ) : (
                <EmptyState title={t('claims|empty')}>{t('claims|emptyText')}</EmptyState>
              )
            }
          >
            {(data) => <List {...data} />}
          </CallScreen>
          <PageSteps pages={pages} label={t('claims|title')} total={total} next={call.data?.nextCursor} />
        </>
      )}
    </>
  );
};
