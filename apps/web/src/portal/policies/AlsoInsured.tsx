import type { AlsoInsured as Insured } from '@hofn/contracts';
import { formatList } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { IconName } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { LinkList } from '../../parts/LinkList.tsx';
import { useCall, useUser } from '../../session/index.ts';
import { groupIcon } from './labels.ts';
import styles from './Overview.module.css';

/** Where the customer reads of them: on the travel card, or where they open the policies that they have access to. */
const pageOf = { travelCard: 'portal.travel', policies: 'portal.settingsAccess' } as const;

const iconOf = (policies: readonly Insured[]): IconName => {
  const groups = new Set(policies.map(({ group }) => group));
  const [only] = groups;
  return only && groups.size === 1 ? groupIcon[only] : 'shield';
};

/**
 * Insurance of others that covers the customer, with the policyholder's name, and a link where there is something that they
 * may read of it (rule LIFE-43). A delegate reads none of it.
 */
export const AlsoInsured = () => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  const enabled = subject?.via === 'self' && !subject.isCompany;
  const items = useCall('/api/policy/v1/alsoinsured', { enabled }).data?.items ?? [];
  const rowsOf = (of: Insured['readable']) => {
    const byHolder = Map.groupBy(
      items.filter(({ readable }) => readable === of),
      ({ holder }) => holder,
    );
    return [...byHolder].map(([holder, policies]) => ({
      icon: iconOf(policies),
      title: formatList(t.language, [...new Set(policies.map(({ name }) => name))]),
      note: t('overview|alsoHolder', { holder }),
    }));
  };
  const linksTo = (readable: keyof typeof pageOf) => {
    const page = pageOf[readable];
    return rowsOf(readable).map((row) => ({ page, path: pathOf(page, t.language), ...row }));
  };
  const links = [...linksTo('travelCard'), ...linksTo('policies')];
  if (items.length === 0) return null;
  return (
    <section className={styles.also} aria-labelledby="also-insured">
      <h2 id="also-insured">{t('overview|also')}</h2>
      <LinkList links={links} unlinked={rowsOf(null)} />
    </section>
  );
};
