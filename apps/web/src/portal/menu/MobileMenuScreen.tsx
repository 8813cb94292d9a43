import { Button, PageHead } from '@hofn/ui';
import type { MenuGroup } from '../../content/portal-menu.ts';
import type { Site } from '../../content/site.ts';
import { Link, useStaticQuery, useTexts } from '../../engine/index.ts';
import { usePortalMenu } from '../../shell/usePortalMenu.ts';
import { useSignOut } from '../../shell/useSignOut.ts';
import styles from './MobileMenuScreen.module.css';

/** Names of groups that contain more than the screens of their main entry; others have the name of that entry. */
const groupNames: Partial<Record<string, 'nav|groupOverview' | 'nav|groupDocuments'>> = {
  'portal.base': 'nav|groupOverview',
  'portal.documents': 'nav|groupDocuments',
};

const Group = ({ group: { main, screens } }: { group: MenuGroup }) => {
  const t = useTexts<'portal'>();
  const name = groupNames[main.page];
  const id = `group-${main.page}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {name ? t(name) : main.title}
      </h2>
      <ul className={styles.list}>
        {screens.map(({ page, path, title }) => (
          <li key={page}>
            <Link to={path} className={styles.entry}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** The portal's menu as its own screen, in groups; the bar at the bottom of a phone links to it (rule PORT-8). */
export const MobileMenuScreen = () => {
  const t = useTexts<'portal'>();
  const { groups } = usePortalMenu(useStaticQuery<Site>('site'));
  const signOut = useSignOut();
  return (
    <>
      <PageHead
        title={t('nav|more')}
        actions={
          <Button kind="text" icon="leave" onClick={signOut}>
            {t('nav|logout')}
          </Button>
        }
      />
      <nav aria-label={t('nav|more')} className={styles.groups}>
        {groups.map((group) => (
          <Group key={group.main.page} group={group} />
        ))}
      </nav>
    </>
  );
};

export default MobileMenuScreen;
