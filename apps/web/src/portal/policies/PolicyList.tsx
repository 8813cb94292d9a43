import type { PolicyOverview, PolicySort, PolicySummary } from '@hofn/contracts';
import { coverPhaseOf, isOver } from '@hofn/domain/cover-phase.ts';
import { formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { policyStatusText } from '@hofn/texts/policy-status-text.ts';
import { Card, Icon, SelectField, Stack } from '@hofn/ui';
import { useDeferredValue } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { SendableListActions, type SendCall } from '../../forms/SendByEmail.tsx';
import { useIsSelf } from '../../parts/ForRole.tsx';
import { ListFilters, NoMatches, PeriodField } from '../../parts/list/ListFilters.tsx';
import { useHistoryState } from '../../parts/list/useHistoryState.ts';
import { type FilterControls, filterControls, usePeriod } from '../../parts/list/useList.ts';
import { statusLook } from '../../parts/policy-look.ts';
import {
  type Filter,
  filterPolicies,
  findPolicies,
  matchesFilter,
  noFilter,
  sortPolicies,
} from './find-policies.ts';
import { groupIcon, groupKey } from './labels.ts';
import styles from './PolicyList.module.css';
import { StatusTag } from './StatusTag.tsx';

/** The line under a policy's name: the insured item and, unless the policy is over, the deductible. */
const useDescribePolicy = () => {
  const t = useTexts<'portal'>();
  return ({ insured, deductible, ...policy }: PolicySummary): string =>
    [
      insured,
      deductible !== null &&
        !isOver(coverPhaseOf(policy)) &&
        t('policy|deductibleOf', { amount: formatMoney(t.language, deductible) }),
    ]
      .filter((part) => part !== null && part !== false)
      // The deductible stays in one piece on its line.
      .map((part, index) =>
        index === 0 ? part : (part.charAt(0).toLowerCase() + part.slice(1)).replaceAll(' ', '\u00a0'),
      )
      // Non-breaking space: a line must not begin with the dot.
      .join('\u00a0· ');
};

const PolicyRow = ({ policy }: { policy: PolicySummary }) => {
  const t = useTexts<'portal'>();
  const describePolicy = useDescribePolicy();
  const premium = formatMoney(t.language, policy.premiumPerYear);
  const isUsual = policy.status === 'active' && !policy.planned;
  const isOwn = useIsSelf();
  // Nobody pays the premium of a policy that is over.
  return (
    <li className={styles.policy}>
      <div>
        <Link to={pathOf('portal.policy', t.language, { id: policy.id })}>{policy.name}</Link>
        <p className={styles.details}>{describePolicy(policy)}</p>
        <p className={isUsual ? styles.details : styles.meaning}>{policyStatusText(t, policy, { isOwn })}</p>
      </div>
      <span className={`figures ${styles.premium}`}>{!isOver(coverPhaseOf(policy)) && premium}</span>
      <span className={styles.status}>
        <StatusTag status={policy.status} />
      </span>
      <Icon name="right" className={styles.go} />
    </li>
  );
};

const PolicyRows = ({ policies }: { policies: PolicySummary[] }) => (
  <ul className={styles.list}>
    {policies.map((policy) => (
      <PolicyRow key={policy.id} policy={policy} />
    ))}
  </ul>
);

/** Policies that were cancelled or have ended, apart from those that count, if there are any. */
export const EndedPolicies = ({ policies, isAlone }: { policies: PolicySummary[]; isAlone?: boolean }) => {
  const t = useTexts<'portal'>();
  if (policies.length === 0) return null;
  return (
    <Card as="section" kind="filled" gap="s" aria-labelledby="group-ended">
      <div className={styles.head}>
        <Icon name="minus" size={32} />
        <h2 id="group-ended">{t('overview|ended')}</h2>
      </div>
      {!isAlone && <p className={styles.details}>{t('overview|endedNote')}</p>}
      <PolicyRows policies={policies} />
    </Card>
  );
};

const sortKey = {
  product: 'overview|sortProduct',
  premium: 'overview|sortPremium',
  ends: 'overview|sortEnds',
} as const satisfies Record<PolicySort, string>;

const keysOf = <Key extends string>(record: Record<Key, unknown>): Key[] => Object.keys(record) as Key[];

type FilterProps = { list: FilterControls<Filter>; rows: number; periodError: string | undefined };

const Filters = ({ list, rows, periodError }: FilterProps) => {
  const t = useTexts<'portal'>();
  const { filter, setFields } = list;
  return (
    <ListFilters
      list={list}
      searchLabel={t('overview|search')}
      searchHint={t('overview|searchHint')}
      columns={2}
      rows={rows}
    >
      <PeriodField
        label={t('overview|filterPeriod')}
        period={filter}
        onChange={setFields}
        error={periodError}
      />
      <SelectField
        label={t('overview|filterGroup')}
        value={filter.group}
        onChange={({ target }) =>
          setFields({ group: keysOf(groupKey).find((group) => group === target.value) ?? '' })
        }
        options={[
          { value: '', label: t('overview|allGroups') },
          ...keysOf(groupKey).map((value) => ({ value, label: t(groupKey[value]) })),
        ]}
      />
      <SelectField
        label={t('table|state')}
        value={filter.status}
        onChange={({ target }) =>
          setFields({ status: keysOf(statusLook).find((status) => status === target.value) ?? '' })
        }
        options={[
          { value: '', label: t('overview|allStates') },
          ...keysOf(statusLook).map((value) => ({ value, label: t(`policyStatus|${value}`) })),
        ]}
      />
      <SelectField
        label={t('overview|sort')}
        value={filter.sort}
        onChange={({ target }) =>
          setFields({ sort: keysOf(sortKey).find((sort) => sort === target.value) ?? 'product' })
        }
        options={keysOf(sortKey).map((value) => ({ value, label: t(sortKey[value]) }))}
      />
    </ListFilters>
  );
};

/** The filter of the list of policies, which links to it may clear. */
export const usePolicyFilter = (): FilterControls<Filter> =>
  filterControls(useHistoryState<Filter>('policies', noFilter), noFilter);

type Props = Pick<PolicyOverview, 'groups' | 'ended'> & { list: FilterControls<Filter>; send: SendCall };

/** All policies by group, with search, filters and order (rule PORT-19), and then those that do not count. */
export const PolicyList = ({ groups, ended, list, send }: Props) => {
  const t = useTexts<'portal'>();
  const { filter } = list;
  const all = [...groups.flatMap(({ policies }) => policies), ...ended];
  const typed = filter.search.trim();
  const deferred = useDeferredValue(typed);
  // Cleared at once: a link may lead to what it hid.
  const search = typed && deferred;
  const period = usePeriod(filter);
  const searchTexts = ({ status, group }: PolicySummary) => [t(`policyStatus|${status}`), t(groupKey[group])];
  const isIncluded = matchesFilter(filter, period.days);
  const matchingGroups = findPolicies(groups, search, searchTexts, isIncluded).map((found) => ({
    ...found,
    policies: sortPolicies(found.policies, filter.sort),
  }));
  const matchingEnded = sortPolicies(filterPolicies(ended, search, searchTexts, isIncluded), filter.sort);
  const count = matchingGroups.reduce((sum, { policies }) => sum + policies.length, matchingEnded.length);
  const isFiltered = search !== '' || list.activeCount > 0;
  const { group, status, sort } = filter;
  const query = {
    ...(!period.error && period.days),
    ...(search && { search }),
    ...(group && { group }),
    ...(status && { status }),
    sort,
  };
  return (
    <div className={styles.groups}>
      <Filters list={list} rows={all.length} periodError={period.error} />
      <p className="visually-hidden" role="status">
        {isFiltered && t('plural|policies', { n: count })}
      </p>
      {count === 0 && <NoMatches onClear={list.clear} />}
      <Stack>
        {matchingGroups.map(({ group, premiumPerYear, policies }) => (
          <Card as="section" kind="filled" gap="s" key={group} aria-labelledby={`group-${group}`}>
            <div className={styles.head}>
              <Icon name={groupIcon[group]} size={32} />
              <h2 id={`group-${group}`}>{t(groupKey[group])}</h2>
              <span className="figures">
                {t('overview|perYear', { amount: formatMoney(t.language, premiumPerYear) })}
              </span>
            </div>
            <PolicyRows policies={policies} />
          </Card>
        ))}
        <EndedPolicies policies={matchingEnded} />
      </Stack>
      {/* After the list: people come for their policies. */}
      <SendableListActions path="/api/policy/v2" query={query} call={send} label={t('overview|send')} />
    </div>
  );
};
