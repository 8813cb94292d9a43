import type { PageLink } from '../content/site.ts';
import { Link } from '../engine/index.ts';
import styles from './PortalSubMenu.module.css';

type Props = { label: string; entries: PageLink[]; current: PageLink | undefined };

/** The screens of an entry of the portal's menu, if there is more than one. */
export const PortalSubMenu = ({ label, entries, current }: Props) =>
  entries.length > 1 && (
    <nav className={styles.menu} aria-label={label}>
      <div className="page-width">
        <ul className={styles.list}>
          {entries.map((entry) => (
            <li key={entry.page}>
              <Link to={entry.path} aria-current={entry === current ? 'page' : undefined}>
                {entry.title}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
