import { buttonClass, TextField } from '@hofn/ui';
import type { PageLink } from '../content/site.ts';
import { Link, navigate, useTexts } from '../engine/index.ts';
import { hrefOf } from '../engine/link-rules.ts';
import type { TemplateProps } from '../engine/types.ts';
import { PageHead } from '../parts/Page.tsx';
import { searchPath } from './SearchDialog.tsx';
import styles from './SearchPage.module.css';
import { useSearch } from './useSearch.ts';

/**
 * The search page, with the query in `?q=`. Without scripts the page lists all pages of the site.
 */
export const SearchPage = ({
  data,
  context: { language, title },
  location,
}: TemplateProps<{ pages: PageLink[] }>) => {
  const t = useTexts();
  const question = (new URLSearchParams(location.search).get('q') ?? '').trim();
  const { question: answered, site, failed } = useSearch(language, question);
  return (
    <div className={`page-width ${styles.page}`}>
      <PageHead crumbs={[]} title={title} lead={t('search|about')} />
      <form
        key={question}
        className={styles.form}
        action={hrefOf(searchPath[language])}
        onSubmit={(event) => {
          event.preventDefault();
          const newQuery = new FormData(event.currentTarget).get('q');
          void navigate(`${searchPath[language]}?${new URLSearchParams({ q: String(newQuery ?? '') })}`);
        }}
      >
        <TextField
          label={t('shell|searchPlaceholder')}
          name="q"
          defaultValue={question}
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
        />
        <button type="submit" className={buttonClass()}>
          {t('search|button')}
        </button>
      </form>
      <p role="status" className={answered ? undefined : 'visually-hidden'}>
        {failed && t('shell|searchFailed')}
        {answered && !failed && site.length === 0 && t('shell|searchNone', { query: answered })}
        {site.length > 0 && t('shell|searchResults', { count: site.length })}
      </p>
      {site.length > 0 && (
        <section>
          <h2>{t('search|resultsFor', { query: answered })}</h2>
          <ol className={styles.results}>
            {site.map(({ path, title: name, description }) => (
              <li key={path}>
                <Link to={path}>{name}</Link>
                <p>{description}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section>
        <h2>{t('search|everything')}</h2>
        <ul className={styles.list}>
          {data.pages.map(({ page, path, title: name }) => (
            <li key={path + page}>
              <Link to={path}>{name}</Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
};

export default SearchPage;
