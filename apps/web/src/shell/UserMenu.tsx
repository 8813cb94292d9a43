import { pathOf } from '@hofn/texts/paths.ts';
import { Icon } from '@hofn/ui';
import type { PageLink } from '../content/site.ts';
import { useTexts } from '../engine/index.ts';
import { confirmLeaving } from '../engine/navigation-blocker.ts';
import type { PageContext } from '../engine/types.ts';
import { MenuLink } from '../parts/MenuLink.tsx';
import { showLoadingScreen } from '../parts/notices.ts';
import { useSession, useUser } from '../session/index.ts';
import { Avatar } from './Avatar.tsx';
import { firstNames } from './initials.ts';
import { LanguageLink } from './LanguageLink.tsx';
import styles from './UserMenu.module.css';

const id = 'user-menu';

type Props = { context: PageContext; entries: PageLink[]; onToggle: (open: boolean) => void };

/** The signed-in user and sign-out. On a narrow window it contains the portal's menu too. */
export const UserMenu = ({ context, entries, onToggle }: Props) => {
  const t = useTexts<'portal'>();
  const { status, user, logout } = useSession();
  const userInfo = useUser().data;
  // A staff member keeps their own name while viewing a customer.
  const staffName = typeof user?.name === 'string' ? user.name : undefined;
  const name = userInfo?.isEmployeeImpersonating ? staffName : userInfo?.fullName;
  const signOut = async () => {
    if (!(await confirmLeaving())) return;
    // Hides the user's data at once, while the services are notified.
    showLoadingScreen('session|loggingOut');
    void logout();
  };
  const unread = userInfo?.unreadNotifications ?? 0;
  const unreadText = unread > 0 ? t('notifications|count', { n: unread }) : undefined;
  if (status !== 'authenticated') return null;
  return (
    <>
      <button type="button" className={styles.opener} popoverTarget={id}>
        <span className="visually-hidden">
          {name ? t('nav|userMenuFor', { name }) : t('nav|userMenu')}
          {unreadText && `, ${unreadText}`}
        </span>
        <Avatar name={name} picture={userInfo?.profilePicture} />
        {name && (
          <span className={styles.name} aria-hidden="true">
            {firstNames(name)}
          </span>
        )}
        {unreadText && (
          <span className={styles.unread} aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
        <Icon name="down" size={20} className={styles.arrow} />
      </button>
      <div
        className={styles.panel}
        id={id}
        popover="auto"
        onToggle={({ newState }) => onToggle(newState === 'open')}
      >
        {name && <p className={styles.whole}>{name}</p>}
        <ul className={styles.list}>
          {userInfo?.currentProxyUser.via === 'self' && (
            <li>
              <MenuLink
                to={pathOf('portal.notifications', context.language)}
                aria-current={context.key === 'portal.notifications' ? 'page' : undefined}
              >
                {t('notifications|title')}
                {unreadText && ` (${unread})`}
              </MenuLink>
            </li>
          )}
          {entries.map(({ page, path, title }) => (
            <li key={page} className={styles.narrow}>
              <MenuLink to={path} aria-current={page === context.key ? 'page' : undefined}>
                {title}
              </MenuLink>
            </li>
          ))}
          <li className={styles.narrow}>
            <LanguageLink context={context} />
          </li>
          <li>
            <MenuLink to={context.language === 'en' ? '/en' : '/'}>{t('nav|publicSite')}</MenuLink>
          </li>
          <li>
            <button type="button" onClick={() => void signOut()}>
              <Icon name="leave" size={20} />
              {t('nav|logout')}
            </button>
          </li>
        </ul>
      </div>
    </>
  );
};
