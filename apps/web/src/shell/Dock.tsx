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
};

const pathOfCookies = ({ linkGroups }: Footer): string | undefined => {
  const link = linkGroups
    .flatMap(({ links }) => links)
    .find((entry) => 'page' in entry && entry.page === 'cookies');
  return link && 'path' in link ? link.path : undefined;
};

/**
 * The button for help, or for the chat while it opens or has unread messages. On a wide window it floats in the margin
 * that `page-width` reserves; a narrow window has no such margin, so it is at the end of the page (rule HOLD-22).
 */
export const Dock = ({ language, site, footer }: Props) => (
  <div className={styles.dock}>
    <ChatStatus />
    <div className={styles.buttons}>
      <ChatButton />
      <Assistance language={language} site={site} footer={footer} />
    </div>
  </div>
);

/** Returns to the chat, which loads on click (rule HELP-6): the script at the end of every document handles the click. */
const ChatButton = () => {
  const t = useTexts();
  return (
    <button type="button" className={styles.chat} data-help="chat" aria-haspopup="dialog">
      <Icon name="chat" />
      <span className={styles.label}>{t('shell|chat')}</span>
    </button>
  );
};

/** Chat loading status. Both lines are in every document; the root element's state shows one of them. */
const ChatStatus = () => {
  const t = useTexts();
  return (
    <p className={styles.news} role="status">
      <span className={styles.loading}>{t('shell|chatOpening')}</span>
      <span className={styles.failed}>{t('shell|chatFailed')}</span>
    </p>
  );
};

/**
 * Asks for consent to count clicks. It is in every document; the script in its head shows it to visitors who have not
 * chosen or want to change their choice, and handles its buttons, so that the choice does not wait for hydration.
 */
export const CookieQuestion = ({ footer }: { footer: Footer }) => {
  const t = useTexts();
  const cookiesPath = pathOfCookies(footer);
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
