import { formatDate } from '@hofn/texts';
import type { AdviceDocument, ArticleDocument } from '../content/documents.ts';
import { Link, useTexts } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Blocks } from '../parts/Blocks.tsx';
import { LinkList } from '../parts/LinkList.tsx';
import { TextPage } from '../parts/Page.tsx';
import styles from './Advice.module.css';

/** All articles, newest first. */
const Advice = ({ data: document }: TemplateProps<AdviceDocument>) => {
  const { language } = useTexts();
  return (
    <TextPage
      crumbs={document.crumbs}
      title={document.title}
      lead={document.lead}
      aside={document.signup && <LinkList links={[{ ...document.signup, icon: 'mail' }]} />}
    >
      <ul className={styles.articles}>
        {document.articles.map(({ page, path, title, category, date, lead }) => (
          <li key={page}>
            <p className={styles.small}>
              {category} · <span className="figures">{formatDate(language, date)}</span>
            </p>
            <h2>
              <Link to={path}>{title}</Link>
            </h2>
            <p>{lead}</p>
          </li>
        ))}
      </ul>
    </TextPage>
  );
};

/** An article. */
export const Article = ({ article }: { article: ArticleDocument }) => {
  const t = useTexts();
  return (
    <TextPage
      crumbs={article.crumbs}
      title={article.title}
      lead={article.lead}
      above={
        <>
          {article.category} · {t('page|published', { date: formatDate(t.language, article.date) })}
        </>
      }
      aside={
        article.related.length > 0 && (
          <section>
            <h2>{t('page|related')}</h2>
            <LinkList links={article.related} />
          </section>
        )
      }
    >
      <Blocks blocks={article.body} />
    </TextPage>
  );
};

export default Advice;
