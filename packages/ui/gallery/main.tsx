import '../src/base.css';
import { isLanguage } from '@hofn/texts/language.ts';
import { createRoot } from 'react-dom/client';
import { Actions } from './Actions.tsx';
import { Data } from './Data.tsx';
import { Fields } from './Fields.tsx';
import { Form } from './Form.tsx';
import styles from './gallery.module.css';
import { Look } from './Look.tsx';
import { Messages } from './Messages.tsx';
import { en } from './words/en.ts';
import { is } from './words/is.ts';

const asked = new URLSearchParams(location.search).get('language') ?? '';
const language = isLanguage(asked) ? asked : 'is';
const other = language === 'is' ? 'en' : 'is';
const w = { is, en }[language];
document.documentElement.lang = language;
document.title = w.title;

const root = document.body.appendChild(document.createElement('div'));
createRoot(root).render(
  <main className={`page-width ${styles.page}`}>
    <header className={styles.head}>
      <div>
        <h1>{w.title}</h1>
        <p>{w.lead}</p>
      </div>
      <a href={`?language=${other}`} lang={other} hrefLang={other}>
        {w.otherLanguage}
      </a>
    </header>
    <Actions w={w} language={language} />
    <Fields w={w} language={language} />
    <Form w={w} language={language} />
    <Messages w={w} language={language} />
    <Data w={w} language={language} />
    <Look w={w} language={language} />
  </main>,
);
