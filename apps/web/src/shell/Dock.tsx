import { buttonClass, Icon } from '@hofn/ui';
import type { Footer, Site } from '../content/site.ts';
import { Link, useTexts } from '../engine/index.ts';
import type { Language } from '../engine/types.ts';
import { Assistance } from './Assistance.tsx';
import styles from './Dock.module.css';

type Props = {
  language: Language;
  site: Site;
  footer: Footer;
  /** Where visitors are asked about cookies: on the public pages. */
  asking?: boolean;
  /** Whether the buttons are elsewhere on a narrow window: in the portal below the header. */
  elsewhere?: boolean;
};

const pathOfCookies = ({ linkGroups }: Footer): string | undefined => {
  const link = linkGroups
    .flatMap(({ links }) => links)
    .find((entry) => 'page' in entry && entry.page === 'cookies');
  return link && 'path' in link ? link.path : undefined;
};

/**
 * Assistance, chat, and the question about cookies. On a wide window the buttons float in the margin that `page-width`
 * reserves; on a narrow one, which has no such margin, they are at the end of the page (rule HOLD-22).
 */
export const Dock = ({ language, site, footer, asking, elsewhere }: Props) => (
  <div className={elsewhere ? `${styles.dock} ${styles.elsewhere}` : styles.dock}>
    <ChatNews />
    <div className={styles.buttons}>
      <ChatButton />
      <Assistance language={language} site={site} footer={footer} />
    </div>
    {asking && <CookieQuestion cookiesPath={pathOfCookies(footer)} />}
  </div>
);

/** Opens the chat, which is loaded then (rule HELP-6): the script that ends every document takes the press. */
const ChatButton = () => {
  const t = useTexts();
  return (
    <button type="button" className={styles.chat} data-help="chat" aria-haspopup="dialog">
      <Icon name="chat" />
      <span className={styles.label}>{t('shell|chat')}</span>
    </button>
  );
};

/** How far the chat is on its way: each line is in every document, and shown by the state that the root element has. */
const ChatNews = () => {
  const t = useTexts();
  return (
    <p className={styles.news} role="status">
      <span className={styles.loading}>{t('shell|chatOpening')}</span>
      <span className={styles.failed}>{t('shell|chatFailed')}</span>
    </p>
  );
};

/**
 * Asks whether clicks may be counted. It is in every document and shown by the script of its head alone, to whoever has
 * not chosen or wants to choose anew; the same script takes the presses, so that the choice waits for nothing.
 */
const CookieQuestion = ({ cookiesPath }: { cookiesPath: string | undefined }) => {
  const t = useTexts();
  return (
    <section className={styles.question} aria-label={t('shell|cookies')}>
      <p>{t('shell|cookiesText')}</p>
      <p className={styles.allowed}>{t('shell|cookiesAllowed')}</p>
      <p className={styles.refused}>{t('shell|cookiesRefused')}</p>
      <div className={styles.choices}>
        <button
          type="button"
          className={buttonClass({ kind: 'secondary', size: 'small' })}
          data-choose-consent="refused"
        >
          {t('shell|cookiesRefuse')}
        </button>
        <button
          type="button"
          className={buttonClass({ kind: 'secondary', size: 'small' })}
          data-choose-consent="granted"
        >
          {t('shell|cookiesAllow')}
        </button>
        {cookiesPath && <Link to={cookiesPath}>{t('shell|cookiesMore')}</Link>}
      </div>
    </section>
  );
};
