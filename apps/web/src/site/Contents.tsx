import { Link, useTexts } from '../engine/index.ts';
import styles from './Contents.module.css';

type Props = { links: { to: string; title: string; current?: boolean }[] };

/** What a long text or a book of pages holds, beside it. On paper it leads nowhere and is left out. */
export const Contents = ({ links }: Props) => {
  const t = useTexts();
  return (
    <nav aria-labelledby="contents" className={styles.contents}>
      <h2 id="contents">{t('page|contents')}</h2>
      <ol>
        {links.map(({ to, title, current }) => (
          <li key={to}>
            <Link to={to} aria-current={current ? 'page' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
};
