import type { Signable, SignableState } from '@hofn/contracts';
import { formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import {
  buttonClass,
  DescriptionList,
  EmptyState,
  type IconName,
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
import { useCall } from '../../session/index.ts';
import styles from './Signing.module.css';

/** What a document is about: the policy's name and number, or the claim's number. */
export const aboutOf = ({ policy, claim }: Pick<Signable, 'policy' | 'claim'>): string | null =>
  policy ? `${policy.name}, ${policy.number}` : (claim?.number ?? null);

const stateLook = {
  waiting: { kind: 'info', icon: 'clock', text: 'signing|stateWaiting' },
  expired: { kind: 'neutral', icon: 'stop', text: 'signing|stateExpired' },
  unsignable: { kind: 'warning', icon: 'stop', text: 'signing|stateUnsignable' },
} as const satisfies Record<SignableState, { kind: TagKind; icon: IconName; text: string }>;

export const SignableTag = ({ state }: Pick<Signable, 'state'>) => {
  const t = useTexts<'portal'>();
  const { kind, icon, text } = stateLook[state];
  return (
    <Tag kind={kind} icon={icon}>
      {t(text)}
    </Tag>
  );
};

const Document = ({ document }: { document: Signable }) => {
  const t = useTexts<'portal'>();
  const { id, title, state, date, signBy, claim } = document;
  const path = pathOf('portal.signDocument', t.language, { id });
  const day = (isoDay: string) => formatDate(t.language, isoDay);
  return (
    <li className={styles.document}>
      <h2>
        <Link to={path}>{title}</Link>
      </h2>
      <SignableTag state={state} />
      <DescriptionList
        items={[
          { term: t(claim ? 'documents|claim' : 'documents|policy'), value: aboutOf(document) },
          { term: t('signing|issued'), value: day(date) },
          { term: t('signing|signBy'), value: state === 'unsignable' ? null : day(signBy) },
        ]}
      />
      {state === 'unsignable' && <p>{t('signing|unsignableText')}</p>}
      {state === 'waiting' && (
        <p className={styles.open}>
          <Link
            to={path}
            className={buttonClass({ size: 'small' })}
            aria-label={t('signing|openOf', { title })}
          >
            {t('signing|open')}
          </Link>
        </p>
      )}
    </li>
  );
};

const states = Object.keys(stateLook) as SignableState[];
const sortText = {
  deadline: 'signing|sortDeadline',
  newest: 'transactions|sortNewest',
  oldest: 'transactions|sortOldest',
} as const;
const sorts = Object.keys(sortText) as (keyof typeof sortText)[];

/** Filter and order of the list; the period applies to the day of issue. */
type Filter = Period & { search: string; state: '' | SignableState; sort: keyof typeof sortText };

const noFilter: Filter = { ...allTime, search: '', state: '', sort: 'deadline' };

/** Documents to sign, with search, filters and order (rule PORT-19). */
export const WaitingDocuments = () => {
  const t = useTexts<'portal'>();
  const list = filterControls(useHistoryState<Filter>('toSign', noFilter), noFilter);
  const { filter, setFields, clear } = list;
  const { state, sort } = filter;
  const search = useDebouncedValue(filter.search.trim());
  const isFiltered = search !== '' || list.activeCount > 0;
  const period = usePeriod(filter);
  const query = { ...period.days, ...(search && { search }), ...(state && { state }), sort };
  const call = useCall('/api/document/v2/signable', { query, enabled: period.isValid });
  const count = usePreviousData(call.data)?.items.length ?? 0;
  return (
    <>
      <p className="visually-hidden" role="status">
        {call.state === 'ready' && t('signing|waitingCount', { n: call.data.waiting })}
      </p>
      {(count > 0 || isFiltered) && (
        <ListFilters
          list={list}
          searchLabel={t('signing|searchToSign')}
          searchHint={t('signing|searchToSignHint')}
          columns={3}
          rows={count}
        >
          <PeriodField
            label={t('signing|issued')}
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
              { value: '', label: t('signing|allStates') },
              ...states.map((value) => ({ value, label: t(stateLook[value].text) })),
            ]}
          />
          <SelectField
            label={t('transactions|sort')}
            value={sort}
            onChange={({ target }) =>
              setFields({ sort: sorts.find((option) => option === target.value) ?? 'deadline' })
            }
            options={sorts.map((value) => ({ value, label: t(sortText[value]) }))}
          />
        </ListFilters>
      )}
      <CallScreen
        call={call}
        loading={t('signing|loading')}
        isEmpty={({ items }) => items.length === 0}
        empty={
          isFiltered ? (
            <NoMatches onClear={clear} />
          ) : (
            <EmptyState title={t('signing|empty')}>{t('signing|emptyText')}</EmptyState>
          )
        }
      >
        {({ items }) => (
          <ul className={styles.waiting}>
            {items.map((document) => (
              <Document key={document.id} document={document} />
            ))}
          </ul>
        )}
      </CallScreen>
      {count > 0 && !period.error && <ListActions path="/api/document/v2/signable" query={query} />}
    </>
  );
};
