import { buttonClass, Icon, Logo } from '@hofn/ui';
import { useLayoutEffect, useRef } from 'react';
import type { MenuItem, Site } from '../content/site.ts';
import { useTexts } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import { command } from '../parts/dialog-commands.ts';
import { MenuLink } from '../parts/MenuLink.tsx';
import { searchDialogId } from '../search/SearchDialog.tsx';
import { LanguageLink } from './LanguageLink.tsx';
import styles from './MobileMenu.module.css';
import type { Menu } from './useMenu.ts';

type Props = { context: PageContext; site: Site; menu: Menu };

const dialogId = 'mobile-menu';

/** Selector of the button and of the dialog that it opens. */
export const mobileMenuSelector = `[commandfor=${dialogId}]:has(~ #${dialogId}), #${dialogId}`;

/** The menu on a narrow window: full-screen on a phone, at the right edge from 576 px. */
export const MobileMenu = ({ context, site, menu: { state, dispatch } }: Props) => {
  const t = useTexts();
  const { menu, company, footer } = site;
  const { layer } = state;
  const dialog = useRef<HTMLDialogElement>(null);

  // It may have been opened before hydration.
  useLayoutEffect(() => {
    if (dialog.current?.open) dispatch({ type: 'mobileToggled', open: true });
  }, [dispatch]);

  const login = menu.portal[0]?.path;

  return (
    <>
      <button
        type="button"
        className={`${buttonClass({ kind: 'secondary', size: 'small' })} ${styles.opener}`}
        {...command(dialogId, 'show-modal')}
        aria-expanded={state.mobileOpen}
      >
        <Icon name="menu" />
        {t('shell|menu')}
      </button>
      <dialog
        ref={dialog}
        className="window window-soft window-side"
        id={dialogId}
        aria-label={t('shell|menu')}
        closedby="any"
        onToggle={({ target, currentTarget }) =>
          target === currentTarget && dispatch({ type: 'mobileToggled', open: currentTarget.open })
        }
      >
        <div className={styles.head}>
          <Logo />
          <button
            type="button"
            className={buttonClass({ kind: 'secondary', size: 'small' })}
            {...command(dialogId, 'close')}
          >
            <Icon name="close" />
            {t('shell|closeMenu')}
          </button>
        </div>
        <nav aria-label={state.title ?? t('shell|mainNavigation')}>
          <ul className={styles.layers}>
            {state.topItems.map(({ id, title, path }) => (
              <li key={id}>
                <MenuLink to={path} aria-current={id === layer ? 'true' : undefined}>
                  {title}
                </MenuLink>
              </li>
            ))}
          </ul>
          <button type="button" className={styles.search} {...command(searchDialogId, 'show-modal')}>
            <Icon name="search" />
            {t('shell|searchPlaceholder')}
          </button>
          <ul className={styles.items}>
            {menu.middle[layer].map((item) => (
              <li key={item.id}>
                {item.items.length > 0 ? (
                  <Section item={item} site={site} menu={{ state, dispatch }} current={context.key} />
                ) : (
                  <MenuLink to={item.path} className={styles.item}>
                    {item.title}
                  </MenuLink>
                )}
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.end}>
          {login && (
            <MenuLink to={login} className={buttonClass({ isBlock: true })}>
              <Icon name="user" />
              {t('shell|login')}
            </MenuLink>
          )}
          {footer.buttonLinks.map(({ page, path, title }) => (
            <MenuLink key={page} to={path} className={buttonClass({ kind: 'secondary', isBlock: true })}>
              {title}
            </MenuLink>
          ))}
          <div className={styles.row}>
            <a href={company.phoneHref}>
              <Icon name="phone" />
              {company.phone}
            </a>
            <LanguageLink context={context} />
          </div>
        </div>
      </dialog>
    </>
  );
};

type SectionProps = {
  item: MenuItem;
  site: Site;
  menu: Pick<Menu, 'state' | 'dispatch'>;
  current: string;
};

const Section = ({ item, site, menu: { state, dispatch }, current }: SectionProps) => {
  const isCurrent = (page: string, items: { page: string }[] = []) =>
    page === current || items.some((inner) => inner.page === current);
  const pages: MenuItem['items'] = [
    ...(item.items.some(({ page }) => page === item.page)
      ? []
      : [{ title: item.title, page: item.page, path: item.path }]),
    ...item.items,
  ];
  const iconOf = (page: string) => site.menu.links[state.layer].find((link) => link.page === page)?.icon;
  const labelOf = ({ page, title }: MenuItem['items'][number]) => {
    const icon = iconOf(page);
    return (
      <span className={styles.named}>
        {icon && <Icon name={icon} className={styles.icon} />}
        {title}
      </span>
    );
  };
  return (
    <details
      className={styles.section}
      name="mobile-menu-section"
      open={item.page === current || item.items.some(({ page, items }) => isCurrent(page, items))}
      onToggle={({ target, currentTarget }) =>
        target === currentTarget &&
        dispatch({ type: 'mainToggled', id: item.id, title: item.title, open: currentTarget.open })
      }
    >
      <summary className={styles.summary}>
        <span>{item.title}</span>
        <Icon name="down" className={styles.arrow} />
      </summary>
      <ul className={styles.pages}>
        {pages.map((page) => (
          <li key={page.page}>
            {page.items?.length ? (
              <details
                name="mobile-menu-group"
                open={page.page === state.subId}
                onToggle={({ currentTarget }) =>
                  dispatch({
                    type: 'subToggled',
                    id: page.page,
                    title: page.title,
                    open: currentTarget.open,
                  })
                }
              >
                <summary
                  className={`${styles.summary} ${styles.inner}`}
                  data-current={isCurrent(page.page, page.items) || undefined}
                >
                  {labelOf(page)}
                  <Icon name="down" size={20} className={styles.arrow} />
                </summary>
                <ul className={styles.inside}>
                  {[page, ...page.items].map((link) => (
                    <li key={link.page}>
                      <MenuLink
                        to={link.path}
                        className={`${styles.page} ${styles.below}`}
                        aria-current={link.page === current ? 'page' : undefined}
                      >
                        {link.title}
                      </MenuLink>
                    </li>
                  ))}
                </ul>
              </details>
            ) : (
              <MenuLink
                to={page.path}
                className={styles.page}
                aria-current={page.page === current ? 'page' : undefined}
              >
                {labelOf(page)}
              </MenuLink>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
};
