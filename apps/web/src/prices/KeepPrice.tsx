import type { Price } from '@hofn/contracts';
import { Alert, Button, StatusRegion, TextField } from '@hofn/ui';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { PriceWords } from '../content/documents.ts';
import type { Language } from '../engine/types.ts';
import trapStyles from '../forms/declared/DeclaredForm.module.css';
import { FormRefused } from '../forms/declared/send-form.ts';
import { fillTemplate } from '../forms/fill-text.ts';
import type { Kept } from './KeptPrice.tsx';
import styles from './PriceForm.module.css';
import { keepPrice } from './price-calls.ts';

type Props = {
  price: Price;
  /** Whether the price matches the current answers. */
  isCurrent: boolean;
  words: PriceWords;
  language: Language;
  /** Requests the current price after the API reports that the price has changed. */
  onPriceChanged: () => Promise<unknown>;
  onKept: (kept: Kept) => void;
  /** E-mail address entered for the previous saved price. */
  initialEmail: string;
};

/** This form's fields that the API may reject. */
const fieldNames = ['email', 'website'] as const;

/** `errors` by field; `message` if no field was rejected. */
type State =
  | { step: 'asked' | 'keeping' | 'changed' }
  | { step: 'refused'; errors: Partial<Record<(typeof fieldNames)[number], string>>; message: string };

/** Saves the price under a reference, and e-mails the price if the user enters an address. */
export const KeepPrice = ({
  price,
  isCurrent,
  words,
  language,
  onPriceChanged,
  onKept,
  initialEmail,
}: Props) => {
  const id = useId();
  const { labels } = words;
  const [email, setEmail] = useState(initialEmail);
  const [website, setWebsite] = useState('');
  const [state, setState] = useState<State>({ step: 'asked' });
  // A retry after a lost response reuses the idempotency key.
  const lastRequest = useRef<{ body: string; key: string }>(undefined);
  const errors = state.step === 'refused' ? state.errors : {};
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) document.querySelector<HTMLElement>(`[id^="${id}-"][aria-invalid=true]`)?.focus();
  }, [refusals, id]);
  const clearError = (name: (typeof fieldNames)[number]) =>
    setState((previous) => {
      if (previous.step !== 'refused') return previous;
      const { [name]: _cleared, ...rest } = previous.errors;
      return { ...previous, errors: rest };
    });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state.step === 'keeping' || !isCurrent) return;
    const serialized = JSON.stringify([price, email, website]);
    if (lastRequest.current?.body !== serialized)
      lastRequest.current = { body: serialized, key: crypto.randomUUID() };
    setState({ step: 'keeping' });
    try {
      const answer = await keepPrice(price, { email, website }, { language, key: lastRequest.current.key });
      setState({ step: 'asked' });
      onKept({ ...answer, email: email.trim(), price });
    } catch (caught) {
      const refused = caught instanceof FormRefused ? caught : new FormRefused(0);
      if (refused.status === 409) {
        await onPriceChanged();
        return setState({ step: 'changed' });
      }
      const minutes = Math.ceil((refused.retryAfterSeconds ?? 0) / 60);
      const message =
        refused.status === 429
          ? fillTemplate(labels.tooMany, { minutes: String(minutes) })
          : labels.submitErrorMessage;
      const fieldErrors = fieldNames.flatMap((name) => {
        const [text] = refused.errors[name] ?? [];
        return text === undefined ? [] : [[name, text]];
      });
      setState({
        step: 'refused',
        errors: Object.fromEntries(fieldErrors),
        message: fieldErrors.length > 0 ? '' : message,
      });
      setRefusals((count) => count + 1);
    }
  };

  return (
    <section className={styles.keep}>
      <h2>{words.keepTitle}</h2>
      <p>{words.keepText}</p>
      <StatusRegion>
        {state.step === 'changed' && <Alert kind="warning" title={words.changed} />}
      </StatusRegion>
      <form method="dialog" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          id={`${id}-email`}
          type="email"
          label={words.email}
          hint={words.emailHint}
          optional={labels.optional}
          autoComplete="email"
          spellCheck={false}
          value={email}
          onChange={({ target }) => {
            setEmail(target.value);
            clearError('email');
          }}
          error={errors.email}
        />
        {/* Honeypot: bots fill in this field. */}
        <div
          className={errors.website ? undefined : trapStyles.trap}
          aria-hidden={errors.website ? undefined : true}
        >
          <TextField
            id={`${id}-website`}
            label={labels.leaveEmpty}
            error={errors.website}
            name="website"
            value={website}
            onChange={({ target }) => setWebsite(target.value)}
            autoComplete="off"
            tabIndex={errors.website ? 0 : -1}
          />
        </div>
        <Button
          type="submit"
          kind="secondary"
          loading={state.step === 'keeping'}
          loadingLabel={words.keeping}
          aria-disabled={!isCurrent}
        >
          {words.keep}
        </Button>
        <p role="alert">{state.step === 'refused' && state.message}</p>
      </form>
    </section>
  );
};
