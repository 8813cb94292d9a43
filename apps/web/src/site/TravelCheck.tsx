import type { TravelCheck as Answer } from '@hofn/contracts';
import { cleanIdentifier } from '@hofn/domain/typed-text.ts';
import { formatDate, formatMoney } from '@hofn/texts';
import { Alert, Button, DescriptionList, TextField } from '@hofn/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useTexts } from '../engine/index.ts';
import { idOf } from '../engine/scroll-target.ts';
import type { TemplateProps } from '../engine/types.ts';
import { useFields } from '../forms/useFields.ts';
import { apiAddress } from '../session/settings.ts';
import styles from './Check.module.css';

/** The page's content document. */
export type TravelCheckDocument = Record<
  | 'title'
  | 'lead'
  | 'code'
  | 'codeHint'
  | 'codeMissing'
  | 'check'
  | 'checking'
  | 'valid'
  | 'notValid'
  | 'notValidText'
  | 'failed'
  | 'tooMany'
  | 'number'
  | 'travellers'
  | 'born'
  | 'period'
  | 'area'
  | 'longestTrip'
  | 'days'
  | 'medicalSum'
  | 'emergency'
  | 'initialsNote',
  string
>;

type Confirmation = NonNullable<Answer['confirmation']>;
type State =
  | { step: 'asked' | 'checking' | 'failed' | 'tooMany' | 'notValid' }
  | { step: 'valid'; confirmation: Confirmation };

/** Verifies a code. Called without the API client, to avoid loading the session for a public call. */
const ask = async (code: string, language: string): Promise<State> => {
  try {
    const address = await apiAddress(`/api/public/v1/travelcheck/${encodeURIComponent(code)}`);
    const answer = await fetch(address, { headers: { 'Accept-Language': language } });
    if (answer.status === 429) return { step: 'tooMany' };
    if (!answer.ok) return { step: 'failed' };
    const { valid, confirmation } = (await answer.json()) as Answer;
    return valid && confirmation ? { step: 'valid', confirmation } : { step: 'notValid' };
  } catch {
    return { step: 'failed' };
  }
};

const Valid = ({ texts, confirmation }: { texts: TravelCheckDocument; confirmation: Confirmation }) => {
  const { language } = useTexts();
  const day = (date: string) => formatDate(language, date);
  const { travellers, longestTripDays, medicalSum, emergencyPhone } = confirmation;
  return (
    <>
      <Alert kind="success" title={texts.valid}>
        {texts.initialsNote}
      </Alert>
      <DescriptionList
        items={[
          {
            term: texts.travellers,
            value: travellers
              .map(({ initials, birthYear }) =>
                birthYear === null
                  ? initials
                  : `${initials} ${texts.born.replace('{year}', String(birthYear))}`,
              )
              .join(', '),
          },
          { term: texts.period, value: `${day(confirmation.validFrom)} – ${day(confirmation.validTo)}` },
          { term: texts.area, value: confirmation.area },
          {
            term: texts.longestTrip,
            value: longestTripDays === null ? null : texts.days.replace('{n}', String(longestTripDays)),
          },
          {
            term: texts.medicalSum,
            value: medicalSum === null ? null : formatMoney(language, medicalSum),
          },
          { term: texts.number, value: confirmation.number },
          {
            term: texts.emergency,
            value: <a href={`tel:${emergencyPhone.replace(/[^+\d]/g, '')}`}>{emergencyPhone}</a>,
          },
        ]}
      />
    </>
  );
};

/** Verifies a travel confirmation publicly, by a typed code or one in the address's hash or path. */
export const TravelCheck = ({ texts }: { texts: TravelCheckDocument }) => {
  const { language } = useTexts();
  const { hash, params } = useLocation();
  const given = idOf(hash) || (params.code ?? '');
  const form = useFields(
    useState({ code: '' }),
    ({ code }) => (code.trim() === '' ? [{ path: 'code', message: texts.codeMissing }] : []),
    { focusesField: true },
  );
  const setCode = useEffectEvent((code: string) => form.set('code', code));
  const [state, setState] = useState<State>({ step: 'asked' });
  useEffect(() => {
    let left = false;
    if (given === '') return;
    setCode(given);
    setState({ step: 'checking' });
    void ask(given, language).then((answer) => left || setState(answer));
    return () => {
      left = true;
    };
  }, [language, given]);
  const submit = form.submit(async ({ code }) => {
    if (state.step === 'checking') return;
    setState({ step: 'checking' });
    setState(await ask(cleanIdentifier(code), language));
  });
  return (
    <div className={`page-width ${styles.page}`}>
      <h1 tabIndex={-1}>{texts.title}</h1>
      <p className={styles.lead}>{texts.lead}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={texts.code}
          hint={texts.codeHint}
          {...form.field('code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <div>
          <Button type="submit" isLoading={state.step === 'checking'} loadingLabel={texts.checking}>
            {texts.check}
          </Button>
        </div>
      </form>
      <div className={styles.answer} role="status">
        {state.step === 'valid' && <Valid texts={texts} confirmation={state.confirmation} />}
        {state.step === 'notValid' && (
          <Alert kind="warning" title={texts.notValid}>
            {texts.notValidText}
          </Alert>
        )}
        {state.step === 'failed' && <p>{texts.failed}</p>}
        {state.step === 'tooMany' && <p>{texts.tooMany}</p>}
      </div>
    </div>
  );
};

const TravelCheckTemplate = ({ data }: TemplateProps<TravelCheckDocument>) => <TravelCheck texts={data} />;

export default TravelCheckTemplate;
