import { formatClock } from '@hofn/texts';
import { buttonClass, Logo } from '@hofn/ui';
import type { ContentLink, Site } from '../content/site.ts';
import { Link, useTexts } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import { OpenNow } from '../parts/OpenNow.tsx';
import { phoneHref } from '../parts/phones.ts';
import { useNow } from '../parts/useNow.ts';
import { CookieQuestion, Dock } from './Dock.tsx';
import { LanguageLink } from './LanguageLink.tsx';
import styles from './PublicFooter.module.css';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { useFooter } from './useFooter.ts';

const targetOf = (link: ContentLink): string => ('path' in link ? link.path : link.url);

/** Contact details, groups of links, and opening hours (rules SITE-5 and SITE-9). */
export const PublicFooter = ({ context, site }: { context: PageContext; site: Site }) => {
  const t = useTexts();
  const { company } = site;
  const footer = useFooter(context.language, site);
  const year = useNow()?.getUTCFullYear();
  return (
    <footer className={styles.footer}>
      <h2 className="visually-hidden">{t('shell|footer')}</h2>
      <div className="page-width">
        <div className={styles.grid}>
          <div className={styles.contact}>
            <p>
              <a className={styles.phone} href={phoneHref(footer.phone)}>
                {footer.phone}
              </a>
              <OpenNow footer={footer} isText />
            </p>
            <p>
              <a className={styles.mail} href={`mailto:${footer.email}`}>
                {footer.email}
              </a>
            </p>
            <address>{[company.name, company.address].join(', ')}</address>
            <div className={styles.buttons}>
              {footer.buttonLinks.map(({ page, path, title }) => (
                <Link
                  key={page}
                  to={path}
                  className={`${buttonClass({ kind: 'secondary', size: 'small' })} ${styles.button}`}
                >
                  {title}
                </Link>
              ))}
            </div>
            <div className={styles.hours}>
              {footer.openingHours.map(({ nafn, phone, timi }) => (
                <section key={nafn}>
                  <h3>{nafn}</h3>
                  <dl>
                    {timi.map(({ titill, opnar, lokar }) => (
                      <div key={titill}>
                        <dt>{titill}</dt>
                        <dd className="figures">
                          {phone ? (
                            <a href={phoneHref(phone)}>{phone}</a>
                          ) : (
                            `${formatClock(context.language, opnar)}–${formatClock(context.language, lokar)}`
                          )}
                        </dd>
                      </div>
                    ))}
                  </dl>
                </section>
              ))}
            </div>
            <p>{footer.holidayNote}</p>
          </div>
          {footer.linkGroups.map(({ categoryName, links }) => (
            <div key={categoryName}>
              <h3>{categoryName}</h3>
              <ul className={styles.links}>
                {links.map((link) => (
                  <li key={targetOf(link)}>
                    <Link to={targetOf(link)}>{link.title}</Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className={styles.end}>
          <Logo />
          <span>{footer.copyright.replace(' {year}', year ? ` ${year}` : '')}</span>
          {footer.bottomLinks.map(({ page, path, title }) => (
            <Link key={page} to={path}>
              {title}
            </Link>
          ))}
          <LanguageLink context={context} hasIcon={false} />
          <button type="button" className={styles.settings} data-choose-consent="ask">
            {t('shell|cookiesSettings')}
          </button>
          <ThemeSwitch />
        </div>
        <CookieQuestion footer={footer} />
      </div>
      <Dock language={context.language} site={site} footer={footer} />
    </footer>
  );
};
