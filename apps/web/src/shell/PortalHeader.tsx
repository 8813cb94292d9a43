import { Icon, Logo } from '@hofn/ui';
import type { Site } from '../content/site.ts';
import { Link, useTexts } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import { command } from '../parts/dialog-commands.ts';
import { SearchDialog, searchDialogId } from '../search/SearchDialog.tsx';
import { useFindOwn } from '../search/useFindOwn.ts';
import { useSubjectId } from '../session/index.ts';
import { assistanceId } from './Assistance.tsx';
import { LanguageLink } from './LanguageLink.tsx';
import styles from './PortalHeader.module.css';
import { PortalSubMenu } from './PortalSubMenu.tsx';
import { entryOf, screenOf } from './portal-places.ts';
import { UserMenu } from './UserMenu.tsx';
import { isNarrow, useMenu } from './useMenu.ts';
import { usePortalMenu } from './usePortalMenu.ts';
import { useSubjectVersion } from './useSubjectVersion.ts';

/** The portal's header: logo, language, user menu, and the main menu in the order of rule PORT-15. */
export const PortalHeader = ({ context, site }: { context: PageContext; site: Site }) => {
  const t = useTexts<'portal'>();
  const { main, within } = usePortalMenu(site);
  const findOwn = useFindOwn(context.language, site);
  const subjectVersion = useSubjectVersion(useSubjectId());
  const { state, dispatch, header } = useMenu(context, site);
  const screen = screenOf(context.key);
  const currentEntry = main.find((entry) => entryOf([entry, ...within(entry)], screen));
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
            <button
              type="button"
              className={styles.help}
              aria-label={site.assistance.button}
              data-help="assistant"
              {...command(assistanceId, 'show-modal')}
            >
              <Icon name="help" />
            </button>
            <span className={styles.language}>
              <LanguageLink context={context} hasIcon={false} />
            </span>
            <UserMenu
              context={context}
              onToggle={(isOpen) => dispatch({ type: 'userMenuToggled', open: isOpen, narrow: isNarrow() })}
            />
          </div>
          <SearchDialog
            key={subjectVersion}
            language={context.language}
            label={t('nav|search')}
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
                <Link to={entry.path} aria-current={entry === currentEntry ? 'page' : undefined}>
                  {entry.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </nav>
      {currentEntry && (
        <PortalSubMenu
          label={currentEntry.title}
          entries={within(currentEntry)}
          current={entryOf(within(currentEntry), screen)}
        />
      )}
    </header>
  );
};
