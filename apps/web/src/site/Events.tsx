import { Alert, Icon, Section } from '@hofn/ui';
import type { EventDocument, EventsDocument } from '../content/documents.ts';
import { Link, useTexts } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Blocks, List } from '../parts/Blocks.tsx';
import { LinkList } from '../parts/LinkList.tsx';
import { TextPage } from '../parts/Page.tsx';
import { Rich } from '../parts/Rich.tsx';
import styles from './Events.module.css';

/** All kinds of losses. */
const Events = ({ data: document }: TemplateProps<EventsDocument>) => (
  <TextPage crumbs={document.crumbs} title={document.title} lead={document.lead}>
    <Alert kind="warning" title={<Rich text={document.emergency} />} />
    <ul className={styles.events}>
      {document.events.map(({ page, path, title, lead, icon }) => (
        <li key={page}>
          <Icon name={icon} size={32} />
          <div>
            <h2>
              <Link to={path}>{title}</Link>
            </h2>
            <p>{lead}</p>
          </div>
        </li>
      ))}
    </ul>
  </TextPage>
);

/** What to do after a loss, step by step. */
export const Event = ({ document }: { document: EventDocument }) => {
  const t = useTexts();
  const { labels, howToFile } = document;
  return (
    <TextPage
      crumbs={document.crumbs}
      title={document.title}
      lead={document.lead}
      aside={
        document.products.length > 0 && (
          <section>
            <h2>{labels.products}</h2>
            <LinkList links={document.products.map((product) => ({ ...product, note: product.text }))} />
          </section>
        )
      }
    >
      <Section title={labels.firstSteps}>
        <Blocks blocks={[{ type: 'steps', items: document.firstSteps }]} />
      </Section>
      <Section title={labels.photos}>
        <List items={document.photos} />
      </Section>
      <Section title={labels.tell}>
        <dl className={styles.tell}>
          {document.tell.map(({ who, when }) => (
            <div key={who}>
              <dt>
                <span className="visually-hidden">{t('page|tellWho')}: </span>
                <Rich text={who} />
              </dt>
              <dd>
                <span className="visually-hidden">{t('page|tellWhen')}: </span>
                <Rich text={when} />
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={labels.howToFile}>
        <p>
          <Rich text={howToFile.text} />
        </p>
        {howToFile.link && <LinkList links={[howToFile.link]} />}
      </Section>
      <Section title={labels.next}>
        <List items={document.next} />
      </Section>
    </TextPage>
  );
};

export default Events;
