import type { ReactNode } from 'react';
import type { GenericDocument } from '../content/documents.ts';
import { useTexts } from '../engine/index.ts';
import { Blocks } from '../parts/Blocks.tsx';
import { LinkList } from '../parts/LinkList.tsx';
import { TextPage } from '../parts/Page.tsx';
import { CompanyPart } from './CompanyPart.tsx';

/** A text page, with `children` after the text, its legal basis, and further links. */
export const Generic = ({ document, children }: { document: GenericDocument; children?: ReactNode }) => {
  const t = useTexts();
  const { crumbs, title, lead, body, board, law, links, team } = document;
  const beside = team || links.length + law.length > 0;
  return (
    <TextPage
      crumbs={crumbs}
      title={title}
      lead={lead}
      aside={
        beside && (
          <>
            {team && <CompanyPart part="contact" />}
            {links.length > 0 && (
              <section>
                <h2>{t('page|more')}</h2>
                <LinkList links={links} />
              </section>
            )}
            {law.length > 0 && (
              <section>
                <h2>{t('page|law')}</h2>
                <ul>
                  {law.map((number) => (
                    <li key={number}>{t('page|lawNumber', { number })}</li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )
      }
    >
      {body.length > 0 && <Blocks blocks={body} />}
      {children}
      {(team || board) && <CompanyPart part="people" document={document} />}
    </TextPage>
  );
};
