import '../src/base.css';
import { isLanguage } from '@hofn/texts/language.ts';
import { type Density, Row } from '@hofn/ui';
import { createRoot } from 'react-dom/client';
import { Actions } from './Actions.tsx';
import { Data } from './Data.tsx';
import { Fields } from './Fields.tsx';
import { Form } from './Form.tsx';
import styles from './gallery.module.css';
import { en as guideEn } from './guide/en.ts';
import { is as guideIs } from './guide/is.ts';
import { Layout } from './Layout.tsx';
import { Look } from './Look.tsx';
import { Messages } from './Messages.tsx';
import { en } from './words/en.ts';
import { is } from './words/is.ts';

const asked = new URLSearchParams(location.search);
const askedLanguage = asked.get('language') ?? '';
const language = isLanguage(askedLanguage) ? askedLanguage : 'is';
const other = language === 'is' ? 'en' : 'is';
const density: Density = asked.get('density') === 'compact' ? 'compact' : 'comfortable';
const theme = asked.get('theme');
const w = { is, en }[language];
const guide = { is: guideIs, en: guideEn }[language];
document.documentElement.lang = language;
document.title = w.title;
if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;

/** Address of this page with one of its choices changed. */
const hrefWith = (name: string, value: string) => {
  const query = new URLSearchParams(asked);
  query.set(name, value);
  return `?${query}`;
};

const root = document.body.appendChild(document.createElement('div'));
const props = { w, guide, language };
createRoot(root).render(
  <main className={`page-width ${styles.page}`} data-density={density}>
    <header className={styles.head}>
      <div>
        <h1>{w.title}</h1>
        <p>{w.lead}</p>
      </div>
      <Row as="nav" aria-label={w.title}>
        <a href={hrefWith('density', 'comfortable')}>{w.densities.comfortable}</a>
        <a href={hrefWith('density', 'compact')}>{w.densities.compact}</a>
        <a href={hrefWith('theme', 'light')}>{w.themes.light}</a>
        <a href={hrefWith('theme', 'dark')}>{w.themes.dark}</a>
        <a href={hrefWith('language', other)} lang={other} hrefLang={other}>
          {w.otherLanguage}
        </a>
      </Row>
    </header>
    <Actions {...props} />
    <Fields {...props} />
    <Form {...props} />
    <Messages {...props} />
    <Data {...props} />
    <Layout {...props} />
    <Look {...props} />
  </main>,
);
