import { pathOf } from '@hofn/texts/paths.ts';
import { Icon } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import { MenuLink } from '../parts/MenuLink.tsx';
import { useSession, useUser } from '../session/index.ts';
import { ActForMenu } from './ActForMenu.tsx';
import { Avatar } from './Avatar.tsx';
import { firstNames } from './initials.ts';
import { LanguageLink } from './LanguageLink.tsx';
import styles from './UserMenu.module.css';
import { useSignOut } from './useSignOut.ts';

const id = 'user-menu';

type Props = { context: PageContext; onToggle: (open: boolean) => void };

/** The signed-in user: notifications, customers they may act for, sign-out, and on a narrow window the other language. */
export const UserMenu = ({ context, onToggle }: Props) => {
  const t = useTexts<'portal'>();
  const { status, user } = useSession();
  const userInfo = useUser().data;
  // A staff member keeps their own name while viewing a customer.
  const staffName = typeof user?.name === 'string' ? user.name : undefined;
  const name = userInfo?.isEmployeeImpersonating ? staffName : userInfo?.fullName;
  const [wasOpened, setWasOpened] = useState(false);
  const signOut = useSignOut();
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
        onToggle={({ newState }) => {
          onToggle(newState === 'open');
          if (newState === 'open') setWasOpened(true);
        }}
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
          {/* Asked for once the menu is opened; staff who view a customer act for nobody. */}
          {wasOpened && userInfo && userInfo.currentProxyUser.via !== 'staff' && <ActForMenu />}
          <li className={styles.narrow}>
            <LanguageLink context={context} />
          </li>
          <li>
            <MenuLink to={context.language === 'en' ? '/en' : '/'}>{t('nav|publicSite')}</MenuLink>
          </li>
          <li>
            <button type="button" onClick={signOut}>
              <Icon name="leave" size={20} />
              {t('nav|logout')}
            </button>
          </li>
        </ul>
      </div>
    </>
  );
};
