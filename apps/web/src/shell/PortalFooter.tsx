import type { Site } from '../content/site.ts';
import { Link } from '../engine/index.ts';
import type { Language } from '../engine/types.ts';
import { OpenNow } from '../parts/OpenNow.tsx';
import { Dock } from './Dock.tsx';
import styles from './PortalFooter.module.css';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { useFooter } from './useFooter.ts';

/** The portal's footer: opening status, phone number, and the site's bottom links. */
export const PortalFooter = ({ language, site }: { language: Language; site: Site }) => {
  const { company } = site;
  const footer = useFooter(language, site);
  return (
    <footer className={styles.footer}>
      <div className={`page-width ${styles.row}`}>
        <OpenNow footer={footer} isText />
        <a className={styles.phone} href={company.phoneHref}>
          {company.phone}
        </a>
        {footer.bottomLinks.map(({ page, path, title }) => (
          <Link key={page} to={path}>
            {title}
          </Link>
        ))}
        <ThemeSwitch />
      </div>
      <Dock language={language} site={site} footer={footer} />
    </footer>
  );
};
