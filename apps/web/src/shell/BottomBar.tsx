import { pathOf } from '@hofn/texts/paths.ts';
import { Icon, type IconName } from '@hofn/ui';
import type { Site } from '../content/site.ts';
import { Link, useTexts } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import styles from './BottomBar.module.css';
import { entryOf, screenOf } from './portal-places.ts';
import { usePortalMenu } from './usePortalMenu.ts';

export const bottomBarId = 'bottom-bar';

/** The four places that customers visit most. */
const places = [
  { page: 'portal.base', text: 'nav|barOverview', icon: 'house' },
  { page: 'portal.claims', text: 'nav|barClaims', icon: 'crash' },
  { page: 'portal.payments', text: 'nav|barPayments', icon: 'card' },
  { page: 'portal.documents', text: 'nav|barDocuments', icon: 'doc' },
] as const satisfies readonly { page: string; text: string; icon: IconName }[];

/** The menu screen; it has every other screen. */
const more = { page: 'portal.mobileMenu', text: 'nav|more', icon: 'menu' } as const;

/**
 * The portal's navigation on a phone: four places and the menu, at the bottom of the window (rule LIFE-20). Plain links,
 * so that they work before hydration.
 */
export const BottomBar = ({ context, site }: { context: PageContext; site: Site }) => {
  const t = useTexts<'portal'>();
  const { main, within } = usePortalMenu(site);
  const screen = screenOf(context.key);
  // In the menu transactions are under the overview; they are about payments.
  const about = screen === 'portal.transactions' ? 'portal.payments' : screen;
  // A screen of a place's submenu belongs to that place, unless the submenu has a place of its own: claims.
  const group = main.find((entry) => entryOf(within(entry), screen))?.page;
  const current =
    entryOf(places, about) ?? places.find(({ page }) => page !== 'portal.base' && page === group) ?? more;
  return (
    <nav id={bottomBarId} className={styles.bar} aria-label={t('nav|bar')}>
      <ul className={styles.list}>
        {[...places, more].map((place) => (
          <li key={place.page}>
            <Link
              to={pathOf(place.page, context.language)}
              aria-current={place !== current ? undefined : place.page === screen ? 'page' : 'true'}
            >
              <Icon name={place.icon} />
              <span>{t(place.text)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
