import { formatDate } from '@hofn/texts';
import { buttonClass, Icon, Illustration } from '@hofn/ui';
import type { FrontDocument } from '../content/documents.ts';
import type { PageLink, Site } from '../content/site.ts';
import { Link, useStaticQuery, useTexts } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { LinkList } from '../parts/LinkList.tsx';
import { OpenNow } from '../parts/OpenNow.tsx';
import { Rich } from '../parts/Rich.tsx';
import { useFooter } from '../shell/useFooter.ts';
import styles from './Front.module.css';

/** A heading with a link to the full list. */
const HeadingRow = ({ title, all }: { title: string; all?: PageLink | undefined }) => (
  <div className={styles.headingRow}>
    <h2>{title}</h2>
    {all && (
      <Link to={all.path} className={styles.all}>
        {all.title} <Icon name="arrow" size={20} />
      </Link>
    )}
  </div>
);

/** The harbour picture; its waterline spans the window, with the tasks above it. */
const Hero = ({ hero, tasks }: Pick<FrontDocument, 'hero' | 'tasks'>) => {
  const t = useTexts();
  return (
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
        <nav className={styles.tasks} aria-label={t('page|commonTasks')}>
          {tasks.map(({ page, path, title, text, icon }) => (
            <Link key={page} to={path} className={styles.task}>
              <Icon name={icon} size={32} />
              <span>
                <strong>{title}</strong>
                <span>{text}</span>
              </span>
              <Icon name="arrow" />
            </Link>
          ))}
        </nav>
      </div>
    </>
  );
};

const Products = ({ products }: Pick<FrontDocument, 'products'>) => (
  <section className={`page-width ${styles.section}`}>
    <HeadingRow title={products.title} all={products.all} />
    <ul className={styles.shelf}>
      {products.cards.map(({ id, title, text, illustration, links }) => (
        <li key={id} className={styles.good}>
          <div className={styles.picture}>
            <Illustration name={illustration} />
          </div>
          <h3>{title}</h3>
          <p>{text}</p>
          <ul className={styles.goodLinks}>
            {links.map((link) => (
              <li key={link.page}>
                <Link to={link.path}>{link.title}</Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
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

const Contact = ({ contact }: Pick<FrontDocument, 'contact'>) => {
  const { language } = useTexts();
  const footer = useFooter(language, useStaticQuery<Site>('site'));
  return (
    <section className={`page-width ${styles.section}`}>
      <h2 className="visually-hidden">{contact.title}</h2>
      <div className={styles.contact}>
        <div>
          <a className={styles.phone} href={contact.phoneHref}>
            {contact.phone}
          </a>
          <p className={styles.small}>{contact.text}</p>
        </div>
        <OpenNow footer={footer} />
        {contact.inquiry && <Link to={contact.inquiry.path}>{contact.inquiry.title}</Link>}
      </div>
    </section>
  );
};

const Advice = ({ advice: { title, all, lead, items } }: Pick<FrontDocument, 'advice'>) => {
  const { language } = useTexts();
  const { illustration } = lead;
  return (
    <section className={`page-width ${styles.section} ${styles.afterContact}`}>
      <HeadingRow title={title} all={all} />
      <div className={styles.advice}>
        <div className={styles.adviceLead}>
          <div className={styles.advicePicture}>
            <Illustration name={illustration} />
          </div>
          <div>
            <p className={styles.small}>
              {lead.category} · <span className="figures">{formatDate(language, lead.date)}</span>
            </p>
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
              <p className={styles.small}>
                {category} · <span className="figures">{formatDate(language, date)}</span>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
};

/** The front page: common tasks, products, what to do after a loss, and contacts. */
const Front = ({ data: front }: TemplateProps<FrontDocument>) => (
  <>
    <Hero hero={front.hero} tasks={front.tasks} />
    <Products products={front.products} />
    <WhatToDo whatToDo={front.whatToDo} />
    <Contact contact={front.contact} />
    <Advice advice={front.advice} />
  </>
);

export default Front;
