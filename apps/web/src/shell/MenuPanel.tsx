import { Icon } from '@hofn/ui';
import { type Dispatch, useLayoutEffect, useRef } from 'react';
import type { MenuItem } from '../content/site.ts';
import { openPopover } from '../parts/dialog-commands.ts';
import { MenuLink } from '../parts/MenuLink.tsx';
import styles from './MenuPanel.module.css';
import type { MenuAction, MenuState } from './menu-state.ts';

const contains = (item: MenuItem, page: string): boolean =>
  item.page === page ||
  item.items.some((inner) => inner.page === page || inner.items?.some((link) => link.page === page));

type Props = { item: MenuItem; current: string; state: MenuState; dispatch: Dispatch<MenuAction> };

/**
 * A main menu item and the panel it opens. The panel is a popover: the browser toggles it, and closes it on a click
 * outside and on Escape, without scripts (rule MENU-4). It closes when it loses the focus too (rule MENU-6).
 */
export const MenuPanel = ({ item, current, state, dispatch }: Props) => {
  const id = `menu-${item.id}`;
  const groups = item.items.filter(({ items }) => items?.length);
  const links = item.items.filter(({ items }) => !items?.length);
  const panel = useRef<HTMLDivElement>(null);

  // It may have been opened before hydration.
  useLayoutEffect(() => {
    if (panel.current?.matches(openPopover))
      dispatch({ type: 'mainToggled', id: item.id, title: item.title, open: true });
  }, [dispatch, item]);
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        popoverTarget={id}
        data-current={contains(item, current) || undefined}
        aria-expanded={state.open && state.mainId === item.id}
      >
        {item.title} <Icon name="down" size={20} />
      </button>
      <div
        ref={panel}
        className={styles.panel}
        id={id}
        popover="auto"
        onToggle={({ newState }) =>
          dispatch({ type: 'mainToggled', id: item.id, title: item.title, open: newState === 'open' })
        }
      >
        <div className="page-width">
          <p className={styles.title}>
            <MenuLink to={item.path}>
              {item.title} <Icon name="arrow" size={20} />
            </MenuLink>
          </p>
          {groups.length > 0 && (
            <ul className={styles.groups}>
              {groups.map((group) => (
                <li key={group.page}>
                  <MenuLink to={group.path} className={styles.groupTitle}>
                    {group.title}
                  </MenuLink>
                  <ul className={styles.links}>
                    {group.items?.map(({ page, path, title }) => (
                      <li key={page}>
                        <MenuLink to={path} aria-current={page === state.subSubId ? 'page' : undefined}>
                          {title}
                        </MenuLink>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          )}
          <ul className={groups.length > 0 ? styles.links : styles.columns}>
            {links
              .filter(({ page }) => page !== item.page)
              .map(({ page, path, title }) => (
                <li key={page}>
                  <MenuLink to={path} aria-current={page === current ? 'page' : undefined}>
                    {title}
                  </MenuLink>
                </li>
              ))}
          </ul>
        </div>
      </div>
    </>
  );
};
