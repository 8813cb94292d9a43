import type { ShownTravelCard, TravelCards } from '@hofn/contracts';
import { formatDateTime } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, buttonClass, EmptyState } from '@hofn/ui';
import { useState } from 'react';
import { type Language, Link, useTexts } from '../../engine/index.ts';
import { SendButton, SendStatus, toSendCall } from '../../forms/SendByEmail.tsx';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { PrintButton } from '../../parts/PrintButton.tsx';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useCall, useDownload, usePost, useUser } from '../../session/index.ts';
import { Card } from './Card.tsx';
import { PaperLanguage } from './PaperLanguage.tsx';
import { TakenBy } from './TakenBy.tsx';
import styles from './Travel.module.css';
import { TravelMayLapse } from './TravelMayLapse.tsx';
import { Visa } from './Visa.tsx';

const TravelCardItem = ({ card }: { card: ShownTravelCard }) => {
  const t = useTexts<'portal'>();
  const { busy, error, download } = useDownload();
  const [language, setLanguage] = useState<Language>(t.language);
  const query = { policy: card.policyId };
  const sendByEmail = toSendCall(usePost('/api/policy/v1/travelcard/send'), (email) => ({
    body: { ...query, ...email },
    language,
  }));
  return (
    <section className={styles.one} aria-label={`${card.name}, ${card.number}`}>
      {!card.isOwn && (
        <p className={styles.takenBy}>
          <TakenBy card={card} />
        </p>
      )}
      <TravelMayLapse card={card} />
      <Card card={card} />
      <PaperLanguage language={language} onChange={setLanguage} />
      <div className={styles.actions}>
        <Button
          icon="download"
          isLoading={busy === 'card'}
          loadingLabel={t('global|loading')}
          onClick={() => void download('card', '/api/policy/v1/travelcard/pdf', { query, language })}
        >
          {t('documents|download')}
        </Button>
        <SendButton call={sendByEmail} label={t('travel|send')} />
        <PrintButton />
      </div>
      <ErrorAlert title={t('documents|downloadFailed')} error={error} />
      <SendStatus call={sendByEmail} sentText={(email) => t('travel|sent', { email })} />
      <Visa card={card} />
    </section>
  );
};

const Cards = ({ cards, issuedAt }: TravelCards) => {
  const t = useTexts<'portal'>();
  return (
    <>
      <p className={styles.asOf}>{t('travel|asOf', { time: formatDateTime(t.language, issuedAt) })}</p>
      {cards.map((card) => (
        <TravelCardItem key={card.policyId} card={card} />
      ))}
    </>
  );
};

const PersonCards = () => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/policy/v1/travelcard');
  return (
    <>
      <h1 tabIndex={-1}>{t('travel|title')}</h1>
      <p className={styles.lead}>{t('travel|lead')}</p>
      <PrintedFor />
      <CallScreen
        call={call}
        loading={t('global|loading')}
        isEmpty={({ cards }) => cards.length === 0}
        empty={
          <EmptyState
            title={t('travel|emptyTitle')}
            action={
              <Link to={pathOf('product.travel', t.language)} className={buttonClass()}>
                {t('travel|emptyAction')}
              </Link>
            }
          >
            {t('travel|emptyText')}
          </EmptyState>
        }
      >
        {(data) => <Cards {...data} />}
      </CallScreen>
    </>
  );
};

/** The travel insurance confirmations of a person; companies have none (rule PORT-6). */
export const Travel = () => {
  const t = useTexts<'portal'>();
  const user = useUser();
  if (!user.data?.currentProxyUser.isCompany) return <PersonCards />;
  return (
    <>
      <h1 tabIndex={-1}>{t('travel|title')}</h1>
      <EmptyState
        title={t('travel|companyTitle')}
        action={
          <Link to={pathOf('portal.documents', t.language)} className={buttonClass()}>
            {t('documents|title')}
          </Link>
        }
      >
        {t('travel|companyText')}
      </EmptyState>
    </>
  );
};

export default Travel;
