import { formatDate } from '@hofn/texts';
import { Alert, Section, Table } from '@hofn/ui';
import type { TermsDocument, TermsIndexDocument } from '../content/documents.ts';
import { Link, useTexts } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Blocks } from '../parts/Blocks.tsx';
import { TextPage } from '../parts/Page.tsx';
import { Contents } from './Contents.tsx';
import styles from './Terms.module.css';

/** All terms by name and code. */
export const TermsIndex = ({ document }: { document: TermsIndexDocument }) => {
  const t = useTexts();
  return (
    <TextPage crumbs={document.crumbs} title={document.title} lead={document.lead}>
      {document.body.length > 0 && <Blocks blocks={document.body} />}
      <Table
        caption={t('product|allTerms')}
        columns={[
          {
            key: 'title',
            heading: t('product|terms'),
            isRowHeading: true,
            cell: ({ title, path }) => <Link to={path}>{title}</Link>,
          },
          { key: 'code', heading: t('page|code'), cell: ({ code }) => code },
          {
            key: 'validFrom',
            heading: t('page|inForceFrom'),
            isNumeric: true,
            cell: ({ validFrom }) => formatDate(t.language, validFrom, 'medium'),
          },
        ]}
        rows={document.terms}
        rowKey={({ code }) => code}
      />
    </TextPage>
  );
};

/** The full terms: numbered sections with anchors, for links to a paragraph. */
const Terms = ({ data: document }: TemplateProps<TermsDocument>) => {
  const t = useTexts();
  const sections = document.sections.map((section, at) => ({ ...section, number: `${at + 1}` }));
  return (
    <TextPage
      crumbs={document.crumbs}
      title={document.title}
      above={
        <>
          {document.code} · {t('page|validFrom', { date: formatDate(t.language, document.validFrom) })}
        </>
      }
      aside={
        <Contents
          links={sections.map(({ number, heading }) => ({
            to: `#${number}`,
            title: `${number}. ${heading}`,
          }))}
        />
      }
    >
      {document.note && <Alert title={document.note} />}
      {sections.map(({ number, heading, paragraphs }) => (
        <Section key={number} id={number} title={`${number}. ${heading}`}>
          <ol className={styles.paragraphs}>
            {paragraphs.map((paragraph) => (
              <li key={paragraph}>{paragraph}</li>
            ))}
          </ol>
        </Section>
      ))}
    </TextPage>
  );
};

export default Terms;
