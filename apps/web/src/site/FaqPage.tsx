import { Section } from '@hofn/ui';
import type { FaqDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { TextPage } from '../parts/Page.tsx';
import { Faq } from './Faq.tsx';

/** Questions by group, each group with its own address. */
const FaqPage = ({ data: document }: TemplateProps<FaqDocument>) => (
  <TextPage crumbs={document.crumbs} title={document.title} lead={document.lead}>
    {document.groups.map(({ id, title, questions }) => (
      <Section key={id} id={id} title={title}>
        <Faq questions={questions} />
      </Section>
    ))}
  </TextPage>
);

export default FaqPage;
