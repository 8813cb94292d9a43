import type { Price } from '@hofn/contracts';
import { formatDate } from '@hofn/texts/format.ts';
import { Alert, Button, buttonClass, TextField } from '@hofn/ui';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from '../engine/index.ts';
import type { Language } from '../engine/types.ts';
import trapStyles from '../forms/declared/DeclaredForm.module.css';
import { FormRefused } from '../forms/declared/send-form.ts';
import type { PriceWords } from '../site/documents.ts';
import { keepPrice } from './ask.ts';
import styles from './PriceForm.module.css';
import { filled } from './words.ts';

type Props = {
  price: Price;
  /** Whether the price is that of the answers on the screen. */
  settled: boolean;
  words: PriceWords;
  language: Language;
  /** The price is not the one of today any more: asks for that. */
  onChanged: () => Promise<unknown>;
};

type State =
  | { step: 'asked' | 'keeping' | 'changed' }
  | { step: 'refused'; errors: Record<string, string[]>; message: string }
  | { step: 'kept'; reference: string; validTo: string; email: string; of: Price };

/** Keeps a price under a reference, and sends it by e-mail to whoever gives an address. */
export const KeepPrice = ({ price, settled, words, language, onChanged }: Props) => {
  const id = useId();
  const { labels } = words;
  const [email, setEmail] = useState('');
  const [website, setWebsite] = useState('');
  const [state, setState] = useState<State>({ step: 'asked' });
  const heading = useRef<HTMLHeadingElement>(null);
  // Sent again after an answer that was lost, it is the same offer.
  const last = useRef<{ sent: string; key: string }>(undefined);
  const kept = state.step === 'kept' && state.of === price ? state : undefined;
  useEffect(() => {
    if (kept) heading.current?.focus();
  }, [kept]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state.step === 'keeping' || !settled) return;
    const sent = JSON.stringify([price, email, website]);
    if (last.current?.sent !== sent) last.current = { sent, key: crypto.randomUUID() };
    setState({ step: 'keeping' });
    try {
      const answer = await keepPrice(price, { email, website }, { language, key: last.current.key });
      setState({ step: 'kept', ...answer, email: email.trim(), of: price });
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
      setState({ step: 'refused', errors: refused.errors, message });
    }
  };

  if (kept)
    return (
      <section className={styles.keep}>
        <h2 ref={heading} tabIndex={-1}>
          {words.kept}
        </h2>
        <p>
          <strong>
            {filled(words.keptText, {
              reference: kept.reference,
              date: formatDate(language, kept.validTo),
            })}
          </strong>{' '}
          {kept.email !== '' && filled(words.keptEmail, { email: kept.email })}
        </p>
        {words.offer && (
          <p>
            <Link to={`${words.offer.path}#${kept.reference}`} className={buttonClass({ kind: 'secondary' })}>
              {words.offer.title}
            </Link>
          </p>
        )}
      </section>
    );
  const errors = state.step === 'refused' ? state.errors : {};
  const [emailError] = errors.email ?? [];
  const [trapError] = errors.website ?? [];
  return (
    <section className={styles.keep}>
      <h2>{words.keepTitle}</h2>
      <p>{words.keepText}</p>
      {state.step === 'changed' && <Alert kind="warning" live title={words.changed} />}
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
          onChange={({ target }) => setEmail(target.value)}
          error={emailError}
        />
        {/* Robots fill in what they find. */}
        <div className={trapError ? undefined : trapStyles.trap} aria-hidden={trapError ? undefined : true}>
          <TextField
            id={`${id}-website`}
            label={labels.leaveEmpty}
            error={trapError}
            name="website"
            value={website}
            onChange={({ target }) => setWebsite(target.value)}
            autoComplete="off"
            tabIndex={trapError ? 0 : -1}
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
        <p role="alert">{state.step === 'refused' && Object.keys(errors).length === 0 && state.message}</p>
      </form>
    </section>
  );
};
