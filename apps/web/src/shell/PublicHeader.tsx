import { buttonClass, Icon, Logo } from '@hofn/ui';
import { useLayoutEffect } from 'react';
import type { Site } from '../content/site.ts';
import { Boundary, ServerMarkup } from '../engine/Boundary.tsx';
import { Link, useTexts } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import { command } from '../parts/dialog-commands.ts';
import { SearchDialog, searchDialogId } from '../search/SearchDialog.tsx';
import { assistanceId } from './Assistance.tsx';
import { LanguageLink } from './LanguageLink.tsx';
import { MenuPanel } from './MenuPanel.tsx';
import { MobileMenu, mobileMenuSelector } from './MobileMenu.tsx';
import { isUnder } from './menu-layers.ts';
import styles from './PublicHeader.module.css';
import { isNarrow, useMenu } from './useMenu.ts';

type Props = { context: PageContext; site: Site };

/** The site's header in three rows: audience, main menu, and shortcuts (rule SITE-4). */
export const PublicHeader = ({ context, site }: Props) => {
  const t = useTexts();
  const { menu } = site;
  const menuControls = useMenu(context, site);
  const { state, dispatch, header } = menuControls;
  const { layer, offset } = state;
  useLayoutEffect(() => {
    header.current?.style.setProperty('--menu-offset', offset > 0 ? `${offset}px` : '');
  }, [header, offset]);
  const login = menu.portal[0]?.path;
  const [price] = site.assistance.buttons;
  const front = context.language === 'en' ? '/en' : '/';
  return (
    <header
      ref={header}
      className={styles.header}
      data-menu-open={state.open || undefined}
      data-searching={state.mobileSearchFocused || undefined}
    >
      <nav className={styles.top} aria-label={t('shell|topNavigation')}>
        <div className={`page-width ${styles.topRow}`}>
          <ul className={styles.list}>
            {state.topItems.map(({ id, title, path }) => (
              <li key={id}>
                <Link to={path} aria-current={id === layer ? 'true' : undefined}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
          <div className={styles.tools}>
            <button type="button" {...command(searchDialogId, 'show-modal')}>
              <Icon name="search" size={20} />
              {t('shell|search')}
            </button>
            <LanguageLink context={context} />
          </div>
        </div>
      </nav>
      <div className={styles.middle}>
        <div className={`page-width ${styles.middleRow}`}>
          <Link
            to={front}
            className={styles.logo}
            aria-label={`${site.company.shortName}, ${t('shell|frontPage')}`}
          >
            <Logo />
          </Link>
          <nav className={styles.main} aria-label={t('shell|mainNavigation')}>
            <ul className={styles.list}>
              {menu.middle[layer].map((item) => (
                <li key={item.id}>
                  {item.items.length > 0 ? (
                    <MenuPanel item={item} current={context.key} state={state} dispatch={dispatch} />
                  ) : (
                    <Link
                      to={item.path}
                      className={styles.mainLink}
                      aria-current={item.page === context.key ? 'page' : undefined}
                    >
                      {item.title}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          </nav>
          {price && (
            <Link to={price.path} className={`${buttonClass({ size: 'small' })} ${styles.price}`}>
              {price.title}
            </Link>
          )}
          {login && (
            <>
              <Link
                to={login}
                className={`${buttonClass({ kind: 'secondary', size: 'small' })} ${styles.wide}`}
              >
                <Icon name="user" />
                {t('shell|login')}
              </Link>
              <Link to={login} className={styles.loginIcon} aria-label={t('shell|login')}>
                <Icon name="user" />
              </Link>
            </>
          )}
          <button
            type="button"
            className={styles.help}
            aria-label={site.assistance.button}
            data-help="assistant"
            {...command(assistanceId, 'show-modal')}
          >
            <Icon name="help" />
          </button>
          <Boundary fallback={<ServerMarkup selector={mobileMenuSelector} />}>
            <MobileMenu context={context} site={site} menu={menuControls} />
          </Boundary>
          <Boundary fallback={<ServerMarkup selector={`#${searchDialogId}`} />}>
            <SearchDialog
              language={context.language}
              onFocusChange={(focused) => dispatch({ type: 'searchFocused', focused, narrow: isNarrow() })}
            />
          </Boundary>
        </div>
      </div>
      {menu.links[layer].length > 0 && (
        <nav className={styles.links} aria-label={t('shell|linksNavigation')}>
          <div className="page-width">
            <ul className={styles.list}>
              {menu.links[layer].map(({ title, path, page, icon }) => (
                <li key={page}>
                  <Link to={path} aria-current={isUnder(menu, layer, page, context.key) ? 'true' : undefined}>
                    <Icon name={icon} size={20} />
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        </nav>
      )}
    </header>
  );
};
