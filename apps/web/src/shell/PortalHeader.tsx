import { paths } from '@hofn/texts/paths.ts';
import { Icon, Logo } from '@hofn/ui';
import type { PageLink, Site } from '../content/site.ts';
import { Link, useTexts } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import { command } from '../parts/dialog-commands.ts';
import { SearchDialog, searchDialogId } from '../search/SearchDialog.tsx';
import { useFindOwn } from '../search/useFindOwn.ts';
import { useSubjectId } from '../session/index.ts';
import { LanguageLink } from './LanguageLink.tsx';
import styles from './PortalHeader.module.css';
import { PortalSubMenu } from './PortalSubMenu.tsx';
import { UserMenu } from './UserMenu.tsx';
import { isNarrow, useMenu } from './useMenu.ts';
import { usePortalMenu } from './usePortalMenu.ts';
import { useTurn } from './useTurn.ts';

const rowOf = (page: string) => paths.find(({ key }) => key === page);
const addressOf = (page: string): string | undefined => rowOf(page)?.is;

/** A screen that is reached by two addresses has one place in the menu. */
const screenOf = (page: string): string => rowOf(page)?.aliasOf ?? page;

/** The policies belong to the overview; all else to the screen that its address begins with, as a claim to the claims. */
const isWithin = (entry: PageLink, page: string): boolean =>
  entry.page === 'portal.base'
    ? /^portal\.(base$|polic)/.test(page)
    : (addressOf(page)?.startsWith(`${addressOf(entry.page)}/`) ?? false);

/** The entry that a page belongs to: its own, before that of the screen which it is within. */
const entryOf = (entries: readonly PageLink[], page: string): PageLink | undefined =>
  entries.find((entry) => entry.page === page) ?? entries.find((entry) => isWithin(entry, page));

/** The header of the portal: mark, language, the person, and the main menu in the order of rule PORT-15. */
export const PortalHeader = ({ context, site }: { context: PageContext; site: Site }) => {
  const t = useTexts<'portal'>();
  const { main, within, all } = usePortalMenu(site);
  const findOwn = useFindOwn(context.language);
  const turn = useTurn(useSubjectId());
  const { state, dispatch, header } = useMenu(context, site);
  const screen = screenOf(context.key);
  const open = main.find((entry) => entryOf([entry, ...within(entry)], screen));
  const home = main[0]?.path ?? '/';
  return (
    <header ref={header} data-user-menu-open={state.mobileUserMenuOpen || undefined}>
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
            <button type="button" className={styles.search} {...command(searchDialogId, 'show-modal')}>
              <Icon name="search" size={20} />
              <span>{t('shell|search')}</span>
            </button>
            <span className={styles.language}>
              <LanguageLink context={context} icon={false} />
            </span>
            {/* On a narrow window one menu holds both levels. */}
            <UserMenu
              context={context}
              entries={all}
              onToggle={(open) => dispatch({ type: 'userMenuToggled', open, narrow: isNarrow() })}
            />
          </div>
          <SearchDialog
            key={turn}
            language={context.language}
            {...(findOwn && { findOwn })}
            onFocusChange={(focused) => dispatch({ type: 'searchFocused', focused, narrow: isNarrow() })}
          />
        </div>
      </div>
      <nav className={styles.menu} aria-label={t('shell|portalNavigation')}>
        <div className="page-width">
          <ul className={styles.list}>
            {main.map((entry) => (
              <li key={entry.page}>
                <Link to={entry.path} aria-current={entry === open ? 'page' : undefined}>
                  {entry.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </nav>
      {open && (
        <PortalSubMenu label={open.title} entries={within(open)} current={entryOf(within(open), screen)} />
      )}
    </header>
  );
};
