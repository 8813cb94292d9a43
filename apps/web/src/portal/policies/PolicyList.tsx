import type { PolicyOverview, PolicySummary } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Icon, SearchField } from '@hofn/ui';
import { useDeferredValue, useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { FileButtons } from '../FileButtons.tsx';
import styles from './PolicyList.module.css';
import { StatusTag } from './StatusTag.tsx';
import { findPolicies } from './search.ts';
import { groupIcon, groupKey } from './words.ts';

/** What is said of a policy under its name: what it insures, and what differs from the others. */
const useDetails = () => {
  const t = useTexts<'portal'>();
  return ({ insured, deductible, status, validFrom, validTo }: PolicySummary): string =>
    [
      insured,
      deductible !== null && t('policy|deductibleOf', { amount: formatMoney(t.language, deductible) }),
      status === 'renewing' && t('policy|renewsOn', { date: formatDate(t.language, validTo, 'day') }),
      status === 'pending' && t('policy|startsOn', { date: formatDate(t.language, validFrom, 'day') }),
      (status === 'expired' || status === 'lapsed') &&
        t('policy|endedOn', { date: formatDate(t.language, validTo, 'medium') }),
    ]
      .filter((part) => part !== null && part !== false)
      .map((part, at) => (at === 0 ? part : part.charAt(0).toLowerCase() + part.slice(1)))
      // The dot stays with what it follows: no line begins with it.
      .join('\u00a0· ');
};

const Row = ({ policy }: { policy: PolicySummary }) => {
  const t = useTexts<'portal'>();
  const detailsOf = useDetails();
  const premium = formatMoney(t.language, policy.premiumPerYear);
  return (
    <li className={styles.policy}>
      <div>
        <Link to={pathOf('portal.policy', t.language, { id: policy.id })}>{policy.name}</Link>
        <p className={styles.details}>{detailsOf(policy)}</p>
      </div>
      <span className={`figures ${styles.premium}`}>{premium}</span>
      <span className={styles.status}>
        <StatusTag status={policy.status} />
      </span>
      <Icon name="right" className={styles.go} />
    </li>
  );
};

/** Every policy by group, with a box that keeps only those that have the words one types (rule PORT-19). */
export const PolicyList = ({ groups }: { groups: PolicyOverview['groups'] }) => {
  const t = useTexts<'portal'>();
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query.trim());
  const found = findPolicies(groups, wanted, ({ status, group }) => [
    t(`policyStatus|${status}`),
    t(groupKey[group]),
  ]);
  const count = found.reduce((sum, { policies }) => sum + policies.length, 0);
  return (
    <div>
      <search className={styles.search}>
        <SearchField
          label={t('overview|search')}
          placeholder={t('overview|searchHint')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </search>
      <p className={wanted && count === 0 ? undefined : 'visually-hidden'} role="status">
        {wanted &&
          (count > 0 ? t('plural|policies', { n: count }) : t('overview|searchNone', { query: wanted }))}
      </p>
      {found.map(({ group, premiumPerYear, policies }) => (
        <section key={group} className={styles.group} aria-labelledby={`group-${group}`}>
          <div className={styles.head}>
            <Icon name={groupIcon[group]} size={32} />
            <h2 id={`group-${group}`}>{t(groupKey[group])}</h2>
            <span className="figures">
              {t('overview|perYear', { amount: formatMoney(t.language, premiumPerYear) })}
            </span>
          </div>
          <ul className={styles.list}>
            {policies.map((policy) => (
              <Row key={policy.id} policy={policy} />
            ))}
          </ul>
        </section>
      ))}
      <FileButtons path="/api/policy/v2" />
    </div>
  );
};
