import { Logo } from '@hofn/ui';
import { Link, useTexts } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import { useUser } from '../session/index.ts';
import { LanguageLink } from './LanguageLink.tsx';
import styles from './PortalHeader.module.css';
import { PortalSubMenu } from './PortalSubMenu.tsx';
import type { PageLink, PortalLink, Site } from './site.ts';
import { UserMenu } from './UserMenu.tsx';

/** `portal.policy` belongs to the overview, `portal.claim` to `portal.claims`, as their addresses do. */
const isWithin = (entry: PageLink, page: string): boolean =>
  entry.page === page ||
  entry.page === `${page}s` ||
  (entry.page === 'portal.base' && /^portal\.polic/.test(page));

/** The header of the portal: mark, language, the person, and the main menu in the order of rule PORT-15. */
export const PortalHeader = ({ context, site }: { context: PageContext; site: Site }) => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  // Until it is known who looks, the menu is a person's, as most are.
  const audience = subject?.isCompany ? 'company' : 'person';
  const isMeant = (entry: PortalLink): boolean => (entry.audience ?? audience) === audience;
  const portal = site.menu.portal.filter(isMeant);
  const entriesOf = ({ page }: PageLink): PageLink[] => (site.menu.portalSub[page] ?? []).filter(isMeant);
  const isOpen = (entry: PageLink): boolean =>
    isWithin(entry, context.key) || entriesOf(entry).some((sub) => isWithin(sub, context.key));
  const open = portal.find(isOpen);
  // On a narrow window one menu holds both levels.
  const all = portal.flatMap((entry) => [
    entry,
    ...entriesOf(entry).filter(({ page }) => page !== entry.page),
  ]);
  const home = portal[0]?.path ?? '/';
  return (
    <header>
      <div className={styles.bar}>
        <div className={`page-width ${styles.row}`}>
          <Link
            to={home}
            className={styles.logo}
            aria-label={`${site.company.shortName}, ${t('shell|myPages')}`}
          >
            <Logo />
          </Link>
          <span className={styles.service}>{t('shell|myPages')}</span>
          <div className={styles.right}>
            <span className={styles.language}>
              <LanguageLink context={context} icon={false} />
            </span>
            <UserMenu context={context} entries={all} />
          </div>
        </div>
      </div>
      <nav className={styles.menu} aria-label={t('shell|portalNavigation')}>
        <div className="page-width">
          <ul className={styles.list}>
            {portal.map((entry) => (
              <li key={entry.page}>
                <Link to={entry.path} aria-current={isOpen(entry) ? 'page' : undefined}>
                  {entry.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </nav>
      {open && (
        <PortalSubMenu
          label={open.title}
          entries={entriesOf(open)}
          isCurrent={(entry) => isWithin(entry, context.key)}
        />
      )}
    </header>
  );
};
