import { Breadcrumbs } from '@hofn/ui';
import type { ReactNode } from 'react';
import type { PageLink } from '../content/site.ts';
import { Link, useTexts } from '../engine/index.ts';
import styles from './Page.module.css';
import { Rich } from './Rich.tsx';

/** A link for components of `@hofn/ui`. */
const CrumbLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link to={href}>{children}</Link>
);

/** Breadcrumbs of the page. */
export const Crumbs = ({ crumbs, title }: { crumbs: PageLink[]; title: string }) => {
  const t = useTexts();
  const front = t.language === 'en' ? '/en' : '/';
  return (
    <Breadcrumbs
      label={t('shell|breadcrumb')}
      items={[{ title: t('shell|frontPage'), path: front }, ...crumbs, { title }]}
      link={CrumbLink}
    />
  );
};

type HeadProps = { crumbs: PageLink[]; title: string; lead?: string; above?: ReactNode };

/** Top of a public page: breadcrumbs, `h1` and lead. */
export const PageHead = ({ crumbs, title, lead, above }: HeadProps) => (
  <div className={styles.head}>
    <Crumbs crumbs={crumbs} title={title} />
    {above && <p className={styles.above}>{above}</p>}
    <h1 className={styles.title} tabIndex={-1}>
      {title}
    </h1>
    {lead && (
      <p className={styles.lead}>
        <Rich text={lead} />
      </p>
    )}
  </div>
);

/** A text page: head, text column, and related content next to it. */
export const TextPage = ({
  aside,
  children,
  ...head
}: HeadProps & { aside?: ReactNode; children: ReactNode }) => (
  <div className={`page-width ${styles.page}`}>
    <PageHead {...head} />
    <div className={aside ? styles.columns : undefined}>
      <div className={styles.body}>{children}</div>
      {aside && <aside className={styles.aside}>{aside}</aside>}
    </div>
  </div>
);
