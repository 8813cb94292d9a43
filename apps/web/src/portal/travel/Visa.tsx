import type { ShownTravelCard, TravelConfirmation } from '@hofn/contracts';
import { formatDate } from '@hofn/texts';
import { company } from '@hofn/texts/company.ts';
import { Button, Skeleton } from '@hofn/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type Language, useTexts } from '../../engine/index.ts';
import { SendButton, SendStatus, toSendCall } from '../../forms/SendByEmail.tsx';
import { useForm, wholeDay } from '../../forms/useForm.ts';
import { DayField } from '../../parts/DayField.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useCall, useDownload, usePost } from '../../session/index.ts';
import { PaperLanguage } from './PaperLanguage.tsx';
import styles from './Travel.module.css';
import { TravelMayLapse } from './TravelMayLapse.tsx';

const day = z.string().check(z.minLength(1, 'travel|datesMissing'), wholeDay());
const schema = z.object({ from: day, to: day });

type Trip = { policy: string; from: string; to: string };

/** The confirmation of one trip, to download or send. */
const TripConfirmation = ({ trip, confirmation }: { trip: Trip; confirmation: TravelConfirmation }) => {
  const t = useTexts<'portal'>();
  const [language, setLanguage] = useState<Language>(t.language);
  const { busy, error, download } = useDownload();
  const sendByEmail = toSendCall(usePost('/api/policy/v1/travelcard2/send'), (email) => ({
    body: { ...trip, ...email },
    language,
  }));
  return (
    <>
      <div className={styles.confirmation}>
        <h3>{t('travel|visaPaperTitle')}</h3>
        <p>{t('travel|toWhom', { company: company.name })}</p>
        <ul>
          {confirmation.statements.map((statement) => (
            <li key={statement}>{statement}</li>
          ))}
        </ul>
        <p>
          {t('travel|checkCode')}: <strong className={styles.code}>{confirmation.checkCode}</strong>
        </p>
        <p className={styles.asOf}>
          {t('travel|issued', { date: formatDate(t.language, confirmation.issuedOn) })}
        </p>
      </div>
      <PaperLanguage language={language} onChange={setLanguage} />
      <div className={styles.actions}>
        <Button
          icon="download"
          isLoading={busy === 'visa'}
          loadingLabel={t('global|loading')}
          onClick={() => void download('visa', '/api/policy/v1/travelcard2/pdf', { query: trip, language })}
        >
          {t('documents|download')}
        </Button>
        <SendButton call={sendByEmail} label={t('travel|visaSend')} />
      </div>
      <ErrorAlert title={t('documents|downloadFailed')} error={error} />
      <SendStatus call={sendByEmail} sentText={(email) => t('travel|visaSent', { email })} />
    </>
  );
};

/** Asks for the dates of a trip and shows its confirmation, worded as embassies require. */
export const Visa = ({ card }: { card: ShownTravelCard }) => {
  const t = useTexts<'portal'>();
  const form = useForm({ schema, initial: { from: '', to: '' }, focusesField: true });
  const [trip, setTrip] = useState<Trip>();
  const call = useCall('/api/policy/v1/travelcard2', {
    query: trip ?? { policy: card.policyId, ...form.values },
    enabled: trip !== undefined,
  });
  const fieldErrors = trip && call.state === 'error' ? call.error.errors : {};
  const submit = form.submit((newDays) => setTrip({ policy: card.policyId, ...newDays }));
  const bounds = { min: card.validFrom, max: card.validTo };
  return (
    <section className={styles.visa}>
      <h2>{t('travel|visaTitle')}</h2>
      <p className={styles.lead}>{t('travel|visaLead')}</p>
      <form className={styles.days} onSubmit={submit} noValidate>
        {(['from', 'to'] as const).map((name) => (
          <DayField
            key={name}
            label={t(name === 'from' ? 'travel|visaFrom' : 'travel|visaTo')}
            {...bounds}
            {...form.dayField(name)}
            onChange={(day) => {
              form.set(name, day);
              // The confirmation on screen is for the previous dates.
              setTrip(undefined);
            }}
            error={form.errorOf(name) ?? fieldErrors[name]?.join(' ')}
          />
        ))}
        <Button type="submit" kind="secondary">
          {t('travel|visaShow')}
        </Button>
      </form>
      {trip && call.state === 'loading' && <Skeleton rows={4} />}
      {trip && call.state === 'error' && !fieldErrors.from && !fieldErrors.to && (
        <ErrorAlert title={t('global|errorTitle')} error={call.error} />
      )}
      <div aria-live="polite">
        {trip && call.state === 'ready' && (
          <>
            {card.mayLapseOn !== null && card.mayLapseOn <= trip.to && <TravelMayLapse card={card} />}
            <TripConfirmation trip={trip} confirmation={call.data} />
          </>
        )}
      </div>
    </section>
  );
};
