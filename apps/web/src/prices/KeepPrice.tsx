import type { Price } from '@hofn/contracts';
import { Alert, Button, StatusRegion, TextField } from '@hofn/ui';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { PriceWords } from '../content/documents.ts';
import type { Language } from '../engine/types.ts';
import trapStyles from '../forms/declared/DeclaredForm.module.css';
import { FormRefused } from '../forms/declared/send-form.ts';
import { filled } from '../forms/fill-text.ts';
import type { Kept } from './KeptPrice.tsx';
import styles from './PriceForm.module.css';
import { keepPrice } from './price-calls.ts';

type Props = {
  price: Price;
  /** Whether the price is that of the answers on the screen. */
  settled: boolean;
  words: PriceWords;
  language: Language;
  /** The price is not the one of today any more: asks for that. */
  onChanged: () => Promise<unknown>;
  onKept: (kept: Kept) => void;
  /** The address that was typed for the one before. */
  typed: string;
};

/** What the service may refuse of what is typed here. */
const own = ['email', 'website'] as const;

/** `errors` by the fields here; `message` where what was refused is none of them. */
type State =
  | { step: 'asked' | 'keeping' | 'changed' }
  | { step: 'refused'; errors: Partial<Record<(typeof own)[number], string>>; message: string };

/** Keeps a price under a reference, and sends it by e-mail to whoever gives an address. */
export const KeepPrice = ({ price, settled, words, language, onChanged, onKept, typed }: Props) => {
  const id = useId();
  const { labels } = words;
  const [email, setEmail] = useState(typed);
  const [website, setWebsite] = useState('');
  const [state, setState] = useState<State>({ step: 'asked' });
  // Sent again after an answer that was lost, it is the same offer.
  const last = useRef<{ sent: string; key: string }>(undefined);
  const errors = state.step === 'refused' ? state.errors : {};
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) document.querySelector<HTMLElement>(`[id^="${id}-"][aria-invalid=true]`)?.focus();
  }, [refusals, id]);
  const mended = (name: (typeof own)[number]) =>
    setState((before) => {
      if (before.step !== 'refused') return before;
      const { [name]: _mended, ...rest } = before.errors;
      return { ...before, errors: rest };
    });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state.step === 'keeping' || !settled) return;
    const sent = JSON.stringify([price, email, website]);
    if (last.current?.sent !== sent) last.current = { sent, key: crypto.randomUUID() };
    setState({ step: 'keeping' });
    try {
      const answer = await keepPrice(price, { email, website }, { language, key: last.current.key });
      setState({ step: 'asked' });
      onKept({ ...answer, email: email.trim(), of: price });
    } catch (caught) {
      const refused = caught instanceof FormRefused ? caught : new FormRefused(0);
      if (refused.status === 409) {
        await onChanged();
        return setState({ step: 'changed' });
      }
      const minutes = Math.ceil((refused.retryAfterSeconds ?? 0) / 60);
      const message =
        refused.status === 429
          ? filled(labels.tooMany, { minutes: String(minutes) })
          : labels.submitErrorMessage;
      const named = own.flatMap((name) => {
        const [text] = refused.errors[name] ?? [];
        return text === undefined ? [] : [[name, text]];
      });
      setState({
        step: 'refused',
        errors: Object.fromEntries(named),
        message: named.length > 0 ? '' : message,
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
            mended('email');
          }}
          error={errors.email}
        />
        {/* Robots fill in what they find. */}
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
          aria-disabled={!settled}
        >
          {words.keep}
        </Button>
        <p role="alert">{state.step === 'refused' && state.message}</p>
      </form>
    </section>
  );
};
