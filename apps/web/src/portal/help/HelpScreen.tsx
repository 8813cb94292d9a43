import type { CarHelpPlace } from '@hofn/contracts';
import { Disclosure, EmptyState, PageHead } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { Rich } from '../../parts/Rich.tsx';
import { useCall } from '../../session/index.ts';
import styles from './HelpScreen.module.css';

/** A web map of the place; phones offer their own map app. */
const mapUrl = ({ latitude, longitude }: NonNullable<CarHelpPlace['position']>): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`;

const Place = ({ place }: { place: CarHelpPlace }) => {
  const t = useTexts<'portal'>();
  const { name, address, postalCode, town, phone, hours, services, position } = place;
  const fullAddress = `${address}, ${postalCode}\u00a0${town}`;
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
          <a href={mapUrl(position)} aria-label={t('help|onMap', { address: fullAddress })}>
            {fullAddress}
          </a>
        ) : (
          fullAddress
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
          [...Map.groupBy(places, ({ district }) => district)].map(([district, places]) => (
            <Disclosure key={district} summary={district}>
              <ul className={styles.places}>
                {places.map((place) => (
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
              {questions.map((question) => (
                <Disclosure key={question.id} id={question.id} summary={question.question}>
                  <p>
                    <Rich text={question.answer} />
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

/** Roadside help by district and common questions, as currently published by editors. */
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

export default HelpScreen;
