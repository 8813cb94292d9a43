import { Icon, PageHead } from '@hofn/ui';
import type { Site } from '../../content/site.ts';
import { Link, useStaticQuery, useTexts } from '../../engine/index.ts';
import { usePortalMenu } from '../../shell/usePortalMenu.ts';
import styles from './MobileMenuScreen.module.css';

/** The portal menu as its own screen; on phones, the other screens link back to it (rule PORT-8). */
export const MobileMenuScreen = () => {
  const t = useTexts<'portal'>();
  const { all } = usePortalMenu(useStaticQuery<Site>('site'));
  return (
    <>
      <PageHead title={t('nav|mobileMenu')} />
      <nav aria-label={t('nav|mobileMenu')}>
        <ul className={styles.list}>
          {all.map(({ page, path, title }) => (
            <li key={page}>
              <Link to={path} className={styles.entry}>
                {title}
                <Icon name="right" size={20} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
};

export default MobileMenuScreen;
