import { formatDate } from '@hofn/texts';
import { buttonClass, Icon, Illustration, Row, Stack } from '@hofn/ui';
import type { FrontDocument } from '../content/documents.ts';
import type { PageLink, Site } from '../content/site.ts';
import { Link, useStaticQuery, useTexts } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { LinkList } from '../parts/LinkList.tsx';
import { OpenNow } from '../parts/OpenNow.tsx';
import { Rich } from '../parts/Rich.tsx';
import { useFooter } from '../shell/useFooter.ts';
import { Figures } from './Figures.tsx';
import styles from './Front.module.css';
import { Insure } from './Insure.tsx';

/** A heading with a link to the full list. */
const Heading = ({ title, all }: { title: string; all?: PageLink | undefined }) => (
  <Row justify="between" align="baseline" gap="l">
    <h2>{title}</h2>
    {all && (
      <Link to={all.path} className={styles.all}>
        {all.title} <Icon name="arrow" size={20} />
      </Link>
    )}
  </Row>
);

/** The harbour picture; its waterline spans the window, and on its quay stand the two things that visitors come for. */
const Hero = ({ hero, insure, tasks }: Pick<FrontDocument, 'hero' | 'insure' | 'tasks'>) => (
  <>
    <div className={styles.hero}>
      <div className={styles.sea} />
      <div className={`page-width ${styles.heroRow}`}>
        <div className={styles.heroText}>
          <h1 className={styles.display} tabIndex={-1}>
            {hero.title}
          </h1>
          <p className={styles.lead}>{hero.lead}</p>
        </div>
        <div className={styles.harbour}>
          <Illustration name="harbour" />
        </div>
      </div>
    </div>
    <div className={`page-width ${styles.quay}`}>
      <div className={styles.actions}>
        <Insure insure={insure} />
        {tasks.map(({ page, path, title, text, icon }) => (
          <Link key={page} to={path} className={styles.task}>
            <Icon name={icon} size={32} />
            <span>
              <strong>{title}</strong> <span>{text}</span>
            </span>
            <Icon name="arrow" />
          </Link>
        ))}
      </div>
    </div>
  </>
);

const Products = ({ products }: Pick<FrontDocument, 'products'>) => (
  <section className={`page-width ${styles.section}`}>
    <Stack gap="l">
      <Heading title={products.title} all={products.all} />
      <ul className={styles.shelf}>
        {products.cards.map(({ id, title, text, illustration, links }) => (
          <li key={id} className={styles.good}>
            <div className={styles.picture}>
              <Illustration name={illustration} />
            </div>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
              <ul className={styles.plainLinks}>
                {links.map((link) => (
                  <li key={link.page}>
                    <Link to={link.path}>{link.title}</Link>
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </Stack>
  </section>
);

/** How the insurer did last year; nothing without the document. */
const InFigures = ({ figures }: Pick<FrontDocument, 'figures'>) =>
  figures && (
    <section className={`page-width ${styles.near}`}>
      <Stack gap="m">
        <Heading title={figures.title} all={figures.source} />
        <Figures figures={figures} />
      </Stack>
    </section>
  );

const WhatToDo = ({ whatToDo }: Pick<FrontDocument, 'whatToDo'>) => (
  <section className={styles.mist}>
    <div className={`page-width ${styles.section} ${styles.split}`}>
      <div>
        <h2>{whatToDo.title}</h2>
        <p className={styles.sectionLead}>{whatToDo.lead}</p>
        <ol className={styles.steps}>
          {whatToDo.steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>
                <Rich text={text} />
              </p>
            </li>
          ))}
        </ol>
        {whatToDo.button && (
          <Link to={whatToDo.button.path} className={buttonClass()}>
            {whatToDo.button.title}
          </Link>
        )}
      </div>
      <div>
        <h3 className={styles.listTitle}>{whatToDo.listTitle}</h3>
        <LinkList links={whatToDo.events} />
      </div>
    </div>
  </section>
);

const Contact = ({ contact, team }: Pick<FrontDocument, 'contact' | 'team'>) => {
  const { language } = useTexts();
  const footer = useFooter(language, useStaticQuery<Site>('site'));
  const person = team?.members[0];
  return (
    <section className={`page-width ${styles.section}`}>
      <h2 className="visually-hidden">{contact.title}</h2>
      <div className={styles.contact}>
        {person && (
          <div className={styles.face}>
            <Illustration name={person.portrait} />
          </div>
        )}
        <div>
          <a className={styles.phone} href={contact.phoneHref}>
            {contact.phone}
          </a>
          <p className={styles.small}>{contact.text}</p>
        </div>
        <Stack gap="s">
          <OpenNow footer={footer} />
          {contact.inquiry && <Link to={contact.inquiry.path}>{contact.inquiry.title}</Link>}
        </Stack>
      </div>
    </section>
  );
};

const Advice = ({ advice: { title, all, lead, items } }: Pick<FrontDocument, 'advice'>) => {
  const { language } = useTexts();
  const { illustration } = lead;
  const about = (category: string, date: string) => (
    <p className={styles.small}>
      {category} · <span className="figures">{formatDate(language, date)}</span>
    </p>
  );
  return (
    <section className={`page-width ${styles.last}`}>
      <Stack gap="l">
        <Heading title={title} all={all} />
        <div className={styles.advice}>
          <div className={styles.adviceLead}>
            <div className={styles.picture}>
              <Illustration name={illustration} />
            </div>
            <div>
              {about(lead.category, lead.date)}
              <h3>
                <Link to={lead.path}>{lead.title}</Link>
              </h3>
              <p>{lead.text}</p>
            </div>
          </div>
          <ul className={styles.adviceList}>
            {items.map(({ page, path, title: name, category, date }) => (
              <li key={page}>
                <Link to={path}>{name}</Link>
                {about(category, date)}
              </li>
            ))}
          </ul>
        </div>
      </Stack>
    </section>
  );
};

/** The front page: what to insure, figures about the insurer, products, what to do after a loss, and contacts. */
const Front = ({ data: front }: TemplateProps<FrontDocument>) => (
  <>
    <Hero hero={front.hero} insure={front.insure} tasks={front.tasks} />
    <Products products={front.products} />
    <InFigures figures={front.figures} />
    <WhatToDo whatToDo={front.whatToDo} />
    <Contact contact={front.contact} team={front.team} />
    <Advice advice={front.advice} />
  </>
);

export default Front;
