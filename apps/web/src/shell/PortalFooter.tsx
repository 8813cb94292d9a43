import { Link } from '../engine/index.ts';
import { OpenNow } from './OpenNow.tsx';
import styles from './PortalFooter.module.css';
import type { Site } from './site.ts';

/** The foot of the portal: whether someone answers now, the number, and the site's own last links. */
export const PortalFooter = ({ site: { company, footer } }: { site: Site }) => (
  <footer className={styles.footer}>
    <div className={`page-width ${styles.row}`}>
      <OpenNow footer={footer} quiet />
      <a className={styles.phone} href={company.phoneHref}>
        {company.phone}
      </a>
      {footer.bottomLinks.map(({ page, path, title }) => (
        <Link key={page} to={path}>
          {title}
        </Link>
      ))}
    </div>
  </footer>
);
