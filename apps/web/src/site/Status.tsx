import { buttonClass, Illustration } from '@hofn/ui';
import type { StatusDocument } from '../content/documents.ts';
import { Link, useTexts } from '../engine/index.ts';
import { Rich } from '../parts/Rich.tsx';
import styles from './Status.module.css';

type Props = { document: StatusDocument; canRetry?: boolean };

/** An error page: what happened, a phone number, and where to go instead. */
export const Status = ({ document: { title, text, links }, canRetry }: Props) => {
  const t = useTexts();
  const [first, ...others] = links;
  return (
    <div className={`page-width ${styles.page}`}>
      <Illustration name="storm" className={styles.picture} />
      <div>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.text}>
          <Rich text={text} />
        </p>
        <div className={styles.links}>
          {canRetry && (
            // Reloads the address, with or without scripts.
            <form>
              <button type="submit" className={buttonClass()}>
                {t('serverError|retry')}
              </button>
            </form>
          )}
          {first && (
            <Link to={first.path} className={buttonClass({ kind: canRetry ? 'secondary' : 'primary' })}>
              {first.title}
            </Link>
          )}
          {others.map(({ page, path, title: name }) => (
            <Link key={page} to={path} className={buttonClass({ kind: 'text' })}>
              {name}
            </Link>
          ))}
        </div>
      </div>
    </div>
  );
};
