import { Icon, type IconName } from '@hofn/ui';
import type { ContentLink } from '../content/site.ts';
import { Link } from '../engine/index.ts';
import styles from './LinkList.module.css';

/** Target of a content link. */
const targetOf = (link: ContentLink): string => ('path' in link ? link.path : link.url);

/** A vertical list of links; the whole row is clickable. */
export const LinkList = ({
  links,
  modal = false,
}: {
  links: (ContentLink & { icon?: IconName; note?: string })[];
  /** Opens the pages as modals. */
  modal?: boolean;
}) => (
  <ul className={styles.list}>
    {links.map((link) => (
      <li key={`${targetOf(link)} ${link.note ?? ''}`}>
        <Link to={targetOf(link)} modal={modal}>
          {link.icon && <Icon name={link.icon} />}
          <span>
            {link.title}
            {link.note && <span className={styles.note}>{link.note}</span>}
          </span>
          <Icon name="right" className={styles.arrow} />
        </Link>
      </li>
    ))}
  </ul>
);
