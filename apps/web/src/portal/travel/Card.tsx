import type { TravelCard } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { formatDate, formatMoney } from '@hofn/texts';
import { company } from '@hofn/texts/company.ts';
import { Logo } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { phoneHref } from '../../parts/phones.ts';
import styles from './Card.module.css';

/** The travel card: who it insures, until when, where to call, and how to verify it. */
export const Card = ({ card }: { card: TravelCard }) => {
  const t = useTexts<'portal'>();
  const day = (date: string) => formatDate(t.language, date, 'medium');
  const { travellers, validFrom, validTo, area, longestTripDays, medicalSum, emergencyPhone, checkCode } =
    card;
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <Logo />
        <h2>{t('travel|cardTitle')}</h2>
      </div>
      <ul className={styles.travellers} aria-label={t('travel|travellers')}>
        {travellers.map(({ name, ssn, birthDate }) => (
          <li key={`${name} ${ssn ?? birthDate}`}>
            <strong>{name}</strong>{' '}
            <span className="figures">
              {ssn === null ? birthDate && day(birthDate) : formatKennitala(ssn)}
            </span>
          </li>
        ))}
      </ul>
      <dl className={styles.facts}>
        {!card.isOwn && (
          <div>
            <dt>{t('travel|holder')}</dt>
            <dd>{card.holder}</dd>
          </div>
        )}
        <div>
          <dt>{t('travel|number')}</dt>
          <dd className="figures">{card.number}</dd>
        </div>
        <div>
          <dt>{t('travel|period')}</dt>
          <dd className="figures">{t('policy|periodOf', { from: day(validFrom), to: day(validTo) })}</dd>
        </div>
        <div>
          <dt>{t('travel|area')}</dt>
          <dd>{area}</dd>
        </div>
        {longestTripDays !== null && (
          <div>
            <dt>{t('travel|longestTrip')}</dt>
            <dd className="figures">{t('plural|days', { n: longestTripDays })}</dd>
          </div>
        )}
        {medicalSum !== null && (
          <div>
            <dt>{t('travel|medicalSum')}</dt>
            <dd className="figures">{formatMoney(t.language, medicalSum)}</dd>
          </div>
        )}
        <div>
          <dt>{t('travel|checkCode')}</dt>
          <dd className={styles.code}>{checkCode}</dd>
        </div>
      </dl>
      <p className={styles.emergency}>
        {t('travel|emergency')}{' '}
        <a href={phoneHref(emergencyPhone)} className="figures">
          {emergencyPhone}
        </a>
      </p>
      <p className={styles.issuer}>{company.name}</p>
    </div>
  );
};
