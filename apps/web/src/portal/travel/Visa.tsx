import type { TravelCard, TravelConfirmation } from '@hofn/contracts';
import { isDay } from '@hofn/domain';
import { errorText, formatDate } from '@hofn/texts';
import { company } from '@hofn/texts/company.ts';
import { Alert, Button, Skeleton } from '@hofn/ui';
import { dayError } from '@hofn/ui/parts/day-error.ts';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { DayField } from '../../parts/DayField.tsx';
import { SendButton, SendStatus, toSendCall } from '../../parts/SendByEmail.tsx';
import { useCall, useDownload, usePost } from '../../session/index.ts';
import styles from './Travel.module.css';

type Trip = { policy: string; from: string; to: string };

/** The confirmation of one trip, to download or send. */
const TripConfirmation = ({ trip, confirmation }: { trip: Trip; confirmation: TravelConfirmation }) => {
  const t = useTexts<'portal'>();
  const { busy, error, download } = useDownload();
  const sendByEmail = toSendCall(usePost('/api/policy/v1/travelcard2/send'), (email) => ({
    body: { ...trip, ...email },
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
      <div className={styles.actions}>
        <Button
          icon="download"
          loading={busy === 'visa'}
          loadingLabel={t('global|loading')}
          onClick={() => void download('visa', '/api/policy/v1/travelcard2/pdf', { query: trip })}
        >
          {t('documents|download')}
        </Button>
        <SendButton call={sendByEmail} label={t('travel|visaSend')} />
      </div>
      {error && (
        <Alert kind="error" live title={t('documents|downloadFailed')}>
          {errorText(t, error.errorCode)}
        </Alert>
      )}
      <SendStatus call={sendByEmail} sentText={(email) => t('travel|visaSent', { email })} />
    </>
  );
};

/** Asks for the dates of a trip and shows its confirmation, worded as embassies require. */
export const Visa = ({ card }: { card: TravelCard }) => {
  const t = useTexts<'portal'>();
  const [days, setDays] = useState({ from: '', to: '' });
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [trip, setTrip] = useState<Trip>();
  const call = useCall('/api/policy/v1/travelcard2', {
    query: trip ?? { policy: card.policyId, ...days },
    enabled: trip !== undefined,
  });
  const fieldErrors = trip && call.state === 'error' ? call.error.errors : {};
  const errorOf = (field: 'from' | 'to'): string | undefined =>
    isSubmitted && !isDay(days[field])
      ? (dayError(t.language, days[field])?.message ?? t('travel|datesMissing'))
      : fieldErrors[field]?.join(' ');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (isDay(days.from) && isDay(days.to)) setTrip({ policy: card.policyId, ...days });
  };
  const change = (field: 'from' | 'to', day: string) => {
    setDays({ ...days, [field]: day });
    // The confirmation on screen is for the previous dates.
    setTrip(undefined);
  };
  const bounds = { min: card.validFrom, max: card.validTo };
  return (
    <section className={styles.visa}>
      <h2>{t('travel|visaTitle')}</h2>
      <p className={styles.lead}>{t('travel|visaLead')}</p>
      <form className={styles.days} onSubmit={submit} noValidate>
        {(['from', 'to'] as const).map((field) => (
          <DayField
            key={field}
            label={t(field === 'from' ? 'travel|visaFrom' : 'travel|visaTo')}
            language={t.language}
            {...bounds}
            value={days[field]}
            onChange={(day) => change(field, day)}
            error={errorOf(field)}
          />
        ))}
        <Button type="submit" kind="secondary">
          {t('travel|visaShow')}
        </Button>
      </form>
      {trip && call.state === 'loading' && <Skeleton rows={4} />}
      {trip && call.state === 'error' && !fieldErrors.from && !fieldErrors.to && (
        <Alert kind="error" live title={t('global|errorTitle')}>
          {errorText(t, call.error.errorCode)}
        </Alert>
      )}
      <div aria-live="polite">
        {trip && call.state === 'ready' && <TripConfirmation trip={trip} confirmation={call.data} />}
      </div>
    </section>
  );
};
