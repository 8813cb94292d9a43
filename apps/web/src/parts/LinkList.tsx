import { Icon, type IconName } from '@hofn/ui';
import type { ReactNode } from 'react';
import type { ContentLink } from '../content/site.ts';
import { Link } from '../engine/index.ts';
import styles from './LinkList.module.css';

/** Target of a content link. */
const targetOf = (link: ContentLink): string => ('path' in link ? link.path : link.url);

type Row = { icon?: IconName; note?: string };

const RowText = ({ title, icon, note }: Row & { title: string }) => (
  <>
    {icon && <Icon name={icon} />}
    <span>
      {title}
      {note && <span className={styles.note}>{note}</span>}
    </span>
  </>
);

/** A vertical list of links; the whole row is clickable. */
export const LinkList = ({
  links,
  unlinked,
  isModal,
}: {
  links: (ContentLink & Row)[];
  /** Rows without a page, below the links: with a button, or with nothing to open. */
  unlinked?: (Row & { title: string; action?: ReactNode })[];
  /** Opens the pages as modals. */
  isModal?: boolean;
}) => (
  <ul className={styles.list}>
    {links.map((link) => (
      <li key={targetOf(link) + link.note}>
        <Link to={targetOf(link)} isModal={isModal} className={styles.row}>
          <RowText {...link} />
          <Icon name="right" className={styles.arrow} />
        </Link>
      </li>
    ))}
    {unlinked?.map((row) => (
      <li key={row.title + row.note} className={styles.row}>
        <RowText {...row} />
        {row.action && <span className={styles.action}>{row.action}</span>}
      </li>
    ))}
  </ul>
);
