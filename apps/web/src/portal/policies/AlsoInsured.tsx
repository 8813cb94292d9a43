import type { AlsoInsured as Insured } from '@hofn/contracts';
import { formatList } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { IconName } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { LinkList } from '../../parts/LinkList.tsx';
import { UnlinkedRow } from '../../parts/UnlinkedRow.tsx';
import { useCall, useUser } from '../../session/index.ts';
import { useSubjectSwitch } from '../../shell/useSwitch.ts';
import { ActFor } from '../access/columns.tsx';
import { groupIcon } from './labels.ts';
import styles from './Overview.module.css';

const iconOf = (policies: readonly Insured[]): IconName => {
  const groups = new Set(policies.map(({ group }) => group));
  const [only] = groups;
  return only && groups.size === 1 ? groupIcon[only] : 'shield';
};

/**
 * Insurance of others that covers the customer, with the policyholder's name, a link to the travel card, and a button that
 * opens the policies of a policyholder who has given access (rule LIFE-43). A delegate reads none of it.
 */
export const AlsoInsured = () => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  const enabled = subject?.via === 'self' && !subject.isCompany;
  const items = useCall('/api/policy/v1/alsoinsured', { enabled }).data?.items ?? [];
  const customerSwitch = useSubjectSwitch();
  const rowsOf = (of: Insured['readable']) => {
    const byHolder = Map.groupBy(
      items.filter(({ readable }) => readable === of),
      ({ holder, holderSsn }) => holderSsn ?? holder,
    );
    return [...byHolder.values()].flatMap((policies) => {
      const [first] = policies;
      if (!first) return [];
      const { holder, holderSsn } = first;
      return [
        {
          icon: iconOf(policies),
          title: formatList(t.language, [...new Set(policies.map(({ name }) => name))]),
          note: t('overview|alsoHolder', { holder }),
          action: of === 'policies' && holderSsn !== null && (
            <ActFor ssn={holderSsn} name={holder} customerSwitch={customerSwitch} />
          ),
        },
      ];
    });
  };
  const page = 'portal.travel';
  const links = rowsOf('travelCard').map((row) => ({ ...row, page, path: pathOf(page, t.language) }));
  if (items.length === 0) return null;
  return (
    <section className={styles.also} aria-labelledby="also-insured">
      <h2 id="also-insured">{t('overview|also')}</h2>
      <LinkList links={links}>
        {[...rowsOf('policies'), ...rowsOf(null)].map((row) => (
          <UnlinkedRow key={`${row.title} ${row.note}`} {...row} />
        ))}
      </LinkList>
    </section>
  );
};
