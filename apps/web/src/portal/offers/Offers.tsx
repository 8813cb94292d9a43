import type { OfferState } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import {
  DescriptionList,
  EmptyState,
  type IconName,
  PageHead,
  SelectField,
  Tag,
  type TagKind,
} from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { ListFilters, NoMatches, PeriodField } from '../../parts/list/ListFilters.tsx';
import { allTime, type Period } from '../../parts/list/period.ts';
import { useDebouncedValue } from '../../parts/list/useDebouncedValue.ts';
import { useHistoryState } from '../../parts/list/useHistoryState.ts';
import { filterControls, usePeriod } from '../../parts/list/useList.ts';
import { usePreviousData } from '../../parts/list/usePages.ts';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useCall } from '../../session/index.ts';
import styles from './Offers.module.css';

const stateLook: Record<OfferState, { kind: TagKind; icon: IconName }> = {
  pending: { kind: 'info', icon: 'clock' },
  accepted: { kind: 'success', icon: 'done' },
  declined: { kind: 'neutral', icon: 'stop' },
  expired: { kind: 'warning', icon: 'clock' },
};

export const OfferTag = ({ state }: { state: OfferState }) => {
  const t = useTexts<'portal'>();
  return <Tag {...stateLook[state]}>{t(`offerStatus|${state}`)}</Tag>;
};

const states = ['pending', 'expired'] as const;

/** Filter and order of the list; the period applies to the last day of each offer. */
type Filter = Period & { search: string; state: '' | (typeof states)[number]; sort: 'ends' | 'premium' };

const noFilter: Filter = { ...allTime, search: '', state: '', sort: 'ends' };

/** Offers waiting for an answer, with links to their pages. */
export const Offers = () => {
  const t = useTexts<'portal'>();
  const list = filterControls(useHistoryState<Filter>('offers', noFilter), noFilter);
  const { filter, setFields, clear } = list;
  const { state, sort } = filter;
  const search = useDebouncedValue(filter.search.trim());
  const isFiltered = search !== '' || list.activeCount > 0;
  const period = usePeriod(filter);
  const query = { ...period.days, ...(search && { search }), ...(state && { state }), sort };
  const call = useCall('/api/offers/v1/pending', { query, enabled: period.isValid });
  const count = usePreviousData(call.data)?.items.length ?? 0;
  const day = (date: string) => formatDate(t.language, date);
  return (
    <>
      <PageHead title={t('offers|title')}>
        <p>{t('offers|lead')}</p>
      </PageHead>
      <PrintedFor />
      {(count > 0 || isFiltered) && (
        <ListFilters
          list={list}
          searchLabel={t('offers|search')}
          searchHint={t('offers|searchHint')}
          columns={3}
          rows={count}
        >
          <PeriodField
            label={t('offers|filterPeriod')}
            period={filter}
            onChange={setFields}
            error={period.error}
          />
          <SelectField
            label={t('table|state')}
            value={state}
            onChange={({ target }) =>
              setFields({ state: states.find((option) => option === target.value) ?? '' })
            }
            options={[
              { value: '', label: t('offers|allStates') },
              ...states.map((value) => ({ value, label: t(`offerStatus|${value}`) })),
            ]}
          />
          <SelectField
            label={t('transactions|sort')}
            value={sort}
            onChange={({ target }) => setFields({ sort: target.value === 'premium' ? 'premium' : 'ends' })}
            options={[
              { value: 'ends', label: t('overview|sortEnds') },
              { value: 'premium', label: t('overview|sortPremium') },
            ]}
          />
        </ListFilters>
      )}
      <CallScreen
        call={call}
        loading={t('offers|loading')}
        isEmpty={({ items }) => items.length === 0}
        empty={
          isFiltered ? (
            <NoMatches onClear={clear} />
          ) : (
            <EmptyState title={t('offers|empty')}>{t('offers|emptyText')}</EmptyState>
          )
        }
      >
        {({ items }) => (
          <div className={styles.offers}>
            {items.map((offer) => (
              <section key={offer.id} className={styles.offer} aria-labelledby={`offer-${offer.id}`}>
                <h2 id={`offer-${offer.id}`}>
                  <Link to={pathOf('portal.offer', t.language, { id: offer.id })}>{offer.name}</Link>
                </h2>
                <p className={styles.line}>
                  {offer.insured} <OfferTag state={offer.state} />
                </p>
                <DescriptionList
                  hasFigures
                  items={[
                    { term: t('offers|premium'), value: formatMoney(t.language, offer.premiumPerYear) },
                    {
                      term: t('offers|premiumNow'),
                      value: offer.premiumNow === null ? null : formatMoney(t.language, offer.premiumNow),
                    },
                    { term: t('offers|takesEffect'), value: day(offer.effectiveOn) },
                    { term: t('offers|number'), value: offer.number },
                  ]}
                />
                <p>
                  {offer.state === 'expired'
                    ? t('offers|expired')
                    : t('offers|validTo', { date: day(offer.validTo) })}
                </p>
              </section>
            ))}
          </div>
        )}
      </CallScreen>
      {count > 0 && !period.error && <ListActions path="/api/offers/v1/pending" query={query} />}
    </>
  );
};

export default Offers;
