import { formatList } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { ComponentProps } from 'react';
import { useTexts } from '../../engine/index.ts';
import { LinkList } from '../../parts/LinkList.tsx';
import { useCall, useUser } from '../../session/index.ts';
import styles from './Overview.module.css';

/**
 * Insurance of others that covers the customer, with the policyholder's name (rule LIFE-43): what they may read of it is on
 * the travel card, or, of home insurance, on the pages of the spouse who has given them access. A delegate reads neither.
 */
export const AlsoInsured = () => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  const enabled = subject?.via === 'self' && !subject.isCompany;
  const cards = useCall('/api/policy/v1/travelcard', { enabled }).data?.cards ?? [];
  const home = useCall('/api/claim/v1/covers', { query: { line: 'home' }, enabled }).data?.items ?? [];
  const travel = cards.filter(({ isOwn }) => !isOwn);
  const household = home.filter(({ policyId, isSuspended }) => policyId === null && !isSuspended);
  const linkTo = (
    page: 'portal.travel' | 'portal.settingsAccess',
    policies: readonly { name: string; holder: string }[],
  ): ComponentProps<typeof LinkList>['links'] => {
    const names = (field: 'name' | 'holder') =>
      formatList(t.language, [...new Set(policies.map((policy) => policy[field]))]);
    return policies.length === 0
      ? []
      : [
          {
            page,
            path: pathOf(page, t.language),
            icon: page === 'portal.travel' ? 'bag' : 'house',
            title: names('name'),
            note: t('overview|alsoHolder', { holder: names('holder') }),
          },
        ];
  };
  const links = [...linkTo('portal.travel', travel), ...linkTo('portal.settingsAccess', household)];
  if (links.length === 0) return null;
  return (
    <section className={styles.also} aria-labelledby="also-insured">
      <h2 id="also-insured">{t('overview|also')}</h2>
      <LinkList links={links} />
    </section>
  );
};
