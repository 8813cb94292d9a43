import { buttonClass, Disclosure, Icon, Logo } from '@hofn/ui';
import { useEffect, useRef } from 'react';
import { useTexts } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import { LanguageLink } from './LanguageLink.tsx';
import { MenuLink } from './MenuLink.tsx';
import styles from './MobileMenu.module.css';
import type { Layer, MenuItem, Site } from './site.ts';

type Props = { context: PageContext; site: Site; layer: Layer };

const dialogId = 'mobile-menu';

/** Opens and closes the sheet by the browser's own commands, so that the menu works before any script has come. */
const command = (name: 'show-modal' | 'close') => ({ command: name, commandfor: dialogId });

/** The menu on a narrow window: a whole sheet on a phone, at the right edge from 576 px. */
export const MobileMenu = ({ context, site, layer }: Props) => {
  const t = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const { menu, company, footer } = site;
  const login = menu.portal[0]?.path;

  useEffect(() => {
    const sheet = dialog.current;
    if (!sheet || 'commandForElement' in HTMLButtonElement.prototype) return;
    // A browser without commands opens it by script, once that is here.
    const press = (event: MouseEvent) => {
      const button = event.target instanceof Element && event.target.closest(`[commandfor="${dialogId}"]`);
      if (!button) return;
      if (button.getAttribute('command') === 'close') sheet.close();
      else sheet.showModal();
    };
    document.addEventListener('click', press);
    return () => document.removeEventListener('click', press);
  }, []);

  return (
    <>
      <button
        type="button"
        className={`${buttonClass({ kind: 'secondary', size: 'small' })} ${styles.opener}`}
        {...command('show-modal')}
      >
        <Icon name="menu" />
        {t('shell|menu')}
      </button>
      <dialog ref={dialog} className={styles.sheet} id={dialogId} aria-label={t('shell|menu')} closedby="any">
        <div className={styles.head}>
          <Logo />
          <button
            type="button"
            className={buttonClass({ kind: 'secondary', size: 'small' })}
            {...command('close')}
          >
            <Icon name="close" />
            {t('shell|closeMenu')}
          </button>
        </div>
        <nav aria-label={t('shell|mainNavigation')}>
          <ul className={styles.layers}>
            {menu.top.map(({ id, title, path }) => (
              <li key={id}>
                <MenuLink to={path} aria-current={id === layer ? 'true' : undefined}>
                  {title}
                </MenuLink>
              </li>
            ))}
          </ul>
          <ul className={styles.items}>
            {menu.middle[layer].map((item) => (
              <li key={item.id}>
                {item.items.length > 0 ? (
                  <Section item={item} site={site} layer={layer} current={context.key} />
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
            <MenuLink to={login} className={buttonClass({ block: true })}>
              <Icon name="user" />
              {t('shell|login')}
            </MenuLink>
          )}
          {footer.buttonLinks.map(({ page, path, title }) => (
            <MenuLink key={page} to={path} className={buttonClass({ kind: 'secondary', block: true })}>
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

type SectionProps = { item: MenuItem; site: Site; layer: Layer; current: string };

const Section = ({ item, site, layer, current }: SectionProps) => {
  const within = (page: string, items: { page: string }[] = []) =>
    page === current || items.some((inner) => inner.page === current);
  const pages = [
    ...(item.items.some(({ page }) => page === item.page)
      ? []
      : [{ title: item.title, page: item.page, path: item.path }]),
    ...item.items,
  ];
  const iconOf = (page: string) => site.menu.links[layer].find((link) => link.page === page)?.icon;
  return (
    <Disclosure
      summary={item.title}
      name="mobile-menu-section"
      open={item.page === current || item.items.some(({ page, items }) => within(page, items))}
    >
      <ul className={styles.pages}>
        {pages.map(({ page, path, title, ...rest }) => {
          const icon = iconOf(page);
          return (
            <li key={page}>
              <MenuLink
                to={path}
                aria-current={within(page, 'items' in rest ? rest.items : []) ? 'true' : undefined}
              >
                {icon && <Icon name={icon} />}
                {title}
              </MenuLink>
            </li>
          );
        })}
      </ul>
    </Disclosure>
  );
};
