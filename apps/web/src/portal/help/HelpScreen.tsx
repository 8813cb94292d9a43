import type { CarHelpPlace } from '@hofn/contracts';
import { Disclosure, EmptyState, PageHead } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { Rich } from '../../parts/Rich.tsx';
import { useCall } from '../../session/index.ts';
import styles from './HelpScreen.module.css';

/** The place on a map that anyone can open; a phone offers its own. */
const mapOf = ({ latitude, longitude }: NonNullable<CarHelpPlace['position']>): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`;

const Place = ({ place }: { place: CarHelpPlace }) => {
  const t = useTexts<'portal'>();
  const { name, address, postalCode, town, phone, hours, services, position } = place;
  const whole = `${address}, ${postalCode}\u00a0${town}`;
  return (
    <li>
      <h4>{name}</h4>
      <p>
        <a className="figures" href={`tel:+354${phone.replaceAll(/\D/g, '')}`}>
          {phone}
        </a>
        {` · ${hours}`}
      </p>
      <p>
        {position ? (
          <a href={mapOf(position)} aria-label={t('help|onMap', { address: whole })}>
            {whole}
          </a>
        ) : (
          whole
        )}
      </p>
      <p className={styles.services}>{services.join(' · ')}</p>
    </li>
  );
};

const CarHelp = () => {
  const t = useTexts<'portal'>();
  return (
    <section aria-labelledby="car-help">
      <h2 id="car-help">{t('help|carHelp')}</h2>
      <CallScreen
        call={useCall('/api/content/v1/carhelp', {})}
        loading={t('help|loadingCarHelp')}
        isEmpty={({ places }) => places.length === 0}
        empty={<EmptyState title={t('help|noPlaces')}>{t('help|lead')}</EmptyState>}
      >
        {({ places }) =>
          [...Map.groupBy(places, ({ district }) => district)].map(([district, here]) => (
            <Disclosure key={district} summary={district}>
              <ul className={styles.places}>
                {here.map((place) => (
                  <Place key={`${place.name} ${place.postalCode}`} place={place} />
                ))}
              </ul>
            </Disclosure>
          ))
        }
      </CallScreen>
    </section>
  );
};

const Questions = () => {
  const t = useTexts<'portal'>();
  return (
    <section className={styles.part} aria-labelledby="questions">
      <h2 id="questions">{t('help|questions')}</h2>
      <CallScreen
        call={useCall('/api/content/v1/faq', {})}
        loading={t('help|loadingQuestions')}
        isEmpty={({ groups }) => groups.length === 0}
        empty={<EmptyState title={t('help|noQuestions')}>{t('help|lead')}</EmptyState>}
      >
        {({ groups }) =>
          groups.map(({ id, title, questions }) => (
            <section key={id} className={styles.part} aria-labelledby={`questions-${id}`}>
              <h3 id={`questions-${id}`}>{title}</h3>
              {questions.map((one) => (
                <Disclosure key={one.id} id={one.id} summary={one.question}>
                  <p>
                    <Rich text={one.answer} />
                  </p>
                </Disclosure>
              ))}
            </section>
          ))
        }
      </CallScreen>
    </section>
  );
};

/** Roadside help by district, and answers to common questions, as editors have published them now. */
export const HelpScreen = () => {
  const t = useTexts<'portal'>();
  return (
    <>
      <PageHead title={t('help|title')}>
        <p>
          <Rich text={t('help|lead')} />
        </p>
      </PageHead>
      <CarHelp />
      <Questions />
    </>
  );
};
