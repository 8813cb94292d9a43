import type { FaqDocument } from './documents.ts';
import { Faq } from './Faq.tsx';
import { Section, TextPage } from './Page.tsx';

/** Questions by group, each group with its own address. */
export const FaqPage = ({ document }: { document: FaqDocument }) => (
  <TextPage crumbs={document.crumbs} title={document.title} lead={document.lead}>
    {document.groups.map(({ id, title, questions }) => (
      <Section key={id} id={id} title={title}>
        <Faq questions={questions} />
      </Section>
    ))}
  </TextPage>
);
