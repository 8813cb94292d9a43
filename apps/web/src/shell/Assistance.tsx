import { formatClock } from '@hofn/texts';
import { buttonClass, Icon } from '@hofn/ui';
import type { Footer, Site } from '../content/site.ts';
import { useTexts } from '../engine/index.ts';
import type { Language } from '../engine/types.ts';
import { command } from '../parts/dialog-commands.ts';
import { MenuLink } from '../parts/MenuLink.tsx';
import { OpenNow } from '../parts/OpenNow.tsx';
import { emergencyAbroad, fromAbroad, phoneHref } from '../parts/phones.ts';
import styles from './Assistance.module.css';
import dock from './Dock.module.css';

export const assistanceId = 'assistance';

type Props = { language: Language; site: Site; footer: Footer };

const contact = (href: string, icon: 'phone' | 'mail', title: string, ...details: string[]) => (
  <li>
    <a href={href} className={styles.link}>
      <Icon name={icon} />
      <span>
        {title}
        {details.map((detail) => (
          <small key={detail} className="figures">
            {detail}
          </small>
        ))}
      </span>
    </a>
  </li>
);

/** The floating help button of every page, and the panel that it opens: links, contacts and opening hours. */
export const Assistance = ({ language, site: { assistance, company }, footer }: Props) => {
  const t = useTexts();
  const [hours] = footer.openingHours;
  const emergency = emergencyAbroad(footer);
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        data-help="assistant"
        {...command(assistanceId, 'show-modal')}
      >
        <Icon name="help" />
        <span className={dock.label}>{assistance.button}</span>
        {/* Shown after scrolling far down (rule HELP-5a). */}
        <span className={styles.prompt}>{t('shell|helpPrompt')}</span>
      </button>
      <dialog
        id={assistanceId}
        className={`window window-soft window-side ${styles.panel}`}
        aria-labelledby={`${assistanceId}-title`}
        closedby="any"
      >
        <div className={styles.head}>
          <h2 id={`${assistanceId}-title`}>{assistance.title}</h2>
          <button
            type="button"
            className={`${buttonClass({ kind: 'secondary', size: 'small' })} ${styles.close}`}
            {...command(assistanceId, 'close')}
          >
            <Icon name="close" />
            {t('shell|closeWindow')}
          </button>
        </div>
        <div className={styles.body}>
          <p>{assistance.lead}</p>
          {assistance.buttons.length > 0 && (
            <div className={styles.buttons}>
              {assistance.buttons.map(({ page, path, title }, index) => (
                <MenuLink
                  key={page}
                  to={path}
                  className={buttonClass({ kind: index === 0 ? 'primary' : 'secondary' })}
                >
                  {title}
                </MenuLink>
              ))}
            </div>
          )}
          {assistance.serviceLinks.length > 0 && (
            <nav aria-labelledby={`${assistanceId}-links`}>
              <h3 id={`${assistanceId}-links`}>{assistance.serviceTitle}</h3>
              <ul className={styles.list}>
                {assistance.serviceLinks.map(({ page, path, title }) => (
                  <li key={page}>
                    <MenuLink to={path} className={styles.link}>
                      <span>{title}</span>
                      <Icon name="right" size={20} />
                    </MenuLink>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          <h3>{assistance.contactTitle}</h3>
          <ul className={styles.list}>
            <li>
              <button
                type="button"
                className={styles.link}
                data-help="chat"
                aria-haspopup="dialog"
                {...command(assistanceId, 'close')}
              >
                <Icon name="chat" />
                <span>{t('shell|chat')}</span>
              </button>
            </li>
            {emergency?.phone &&
              contact(phoneHref(emergency.phone), 'phone', emergency.nafn, emergency.phone)}
            {contact(
              company.phoneHref,
              'phone',
              assistance.phone.title,
              assistance.phone.text,
              fromAbroad(company.phone),
            )}
            {contact(`mailto:${footer.email}`, 'mail', footer.email)}
            {assistance.contactLinks.map(({ page, path, title }) => (
              <li key={page}>
                <MenuLink
                  to={path}
                  className={styles.link}
                  // Opens as a window if scripts run (rule HELP-3).
                  {...(page === 'inquiry' && { 'data-help': page })}
                >
                  <span>{title}</span>
                  <Icon name="right" size={20} />
                </MenuLink>
              </li>
            ))}
          </ul>
        </div>
        {hours && (
          <section className={styles.hours} aria-labelledby={`${assistanceId}-hours`}>
            <h3 id={`${assistanceId}-hours`}>{assistance.hoursTitle}</h3>
            <p>
              <OpenNow footer={footer} isText />
            </p>
            <dl>
              {hours.timi.map(({ titill, opnar, lokar }) => (
                <div key={titill}>
                  <dt>{titill}</dt>
                  <dd className="figures">{`${formatClock(language, opnar)}–${formatClock(language, lokar)}`}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
      </dialog>
    </>
  );
};
