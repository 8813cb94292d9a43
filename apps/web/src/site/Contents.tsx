import { Link, useTexts } from '../engine/index.ts';
import styles from './Contents.module.css';

type Props = { links: { to: string; title: string; isCurrent?: boolean }[] };

/** Table of contents of a long text or a set of pages. Not printed. */
export const Contents = ({ links }: Props) => {
  const t = useTexts();
  return (
    <nav aria-labelledby="contents" className={styles.contents}>
      <h2 id="contents">{t('page|contents')}</h2>
      <ol>
        {links.map(({ to, title, isCurrent }) => (
          <li key={to}>
            <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
};
