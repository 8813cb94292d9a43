import { Icon, type IconName } from '@hofn/ui';
import type { ReactNode } from 'react';
import type { ContentLink } from '../content/site.ts';
import { Link } from '../engine/index.ts';
import styles from './LinkList.module.css';

/** Target of a content link. */
const targetOf = (link: ContentLink): string => ('path' in link ? link.path : link.url);

/** What a row says besides its name. */
export type Row = { icon?: IconName; note?: string };

export const RowText = ({ title, icon, note }: Row & { title: string }) => (
  <>
    {icon && <Icon name={icon} />}
    <span>
      {title}
      {note && <span className={styles.note}>{note}</span>}
    </span>
  </>
);

/** A vertical list of links; the whole row is clickable. Opens the pages as modals if `isModal` is set. */
export const LinkList = ({
  links,
  isModal,
  children,
}: {
  links: (ContentLink & Row)[];
  isModal?: boolean;
  /** Rows without a page, below the links: each an `UnlinkedRow`. */
  children?: ReactNode;
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
    {children}
  </ul>
);
