import type { ComponentType, ReactNode } from 'react';
import styles from './Breadcrumbs.module.css';

type Props = {
  label: string;
  /** From the top down; the last is the page itself, without a path. */
  items: { title: string; path?: string }[];
  link: ComponentType<{ href: string; children: ReactNode }>;
};

/** Breadcrumbs from the front page to this page. */
export const Breadcrumbs = ({ label, items, link: Link }: Props) => (
  <nav className={styles.crumbs} aria-label={label}>
    <ol className={styles.list}>
      {items.map(({ title, path }) => (
        <li key={title}>
          {path ? <Link href={path}>{title}</Link> : <span aria-current="page">{title}</span>}
        </li>
      ))}
    </ol>
  </nav>
);
