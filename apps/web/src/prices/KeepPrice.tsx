import type { Price } from '@hofn/contracts';
import { Alert, Button, StatusRegion, TextField } from '@hofn/ui';
import { useRef, useState } from 'react';
import type { PriceWords } from '../content/documents.ts';
import { navigate } from '../engine/index.ts';
import type { Language } from '../engine/types.ts';
import { Honeypot } from '../forms/declared/Honeypot.tsx';
import { FormRefused } from '../forms/declared/send-form.ts';
import { fillTemplate } from '../forms/fill-text.ts';
import { useFields } from '../forms/useFields.ts';
import type { Kept } from './KeptPrice.tsx';
import styles from './PriceForm.module.css';
import { keepPrice } from './price-calls.ts';

type Props = {
  price: Price;
  /** Whether the price matches the current answers. */
  isCurrent: boolean;
  texts: PriceWords;
  language: Language;
  /** Requests the current price after the API reports that the price has changed. */
  onPriceChanged: () => Promise<unknown>;
  onKept: (kept: Kept) => void;
  /** E-mail address entered for the previous saved price. */
  initialEmail: string;
};

/** Saves the price under a reference, and e-mails the price if the user enters an address. */
export const KeepPrice = ({
  price,
  isCurrent,
  texts,
  language,
  onPriceChanged,
  onKept,
  initialEmail,
}: Props) => {
  const { labels, purchase } = texts;
  const form = useFields(useState({ email: initialEmail, website: '' }), () => [], { focusesField: true });
  const [isPriceChanged, setIsPriceChanged] = useState(false);
  const [failure, setFailure] = useState('');
  // A retry after a lost response reuses the idempotency key.
  const lastRequest = useRef<{ body: string; key: string }>(undefined);

  const refuse = async (refused: FormRefused): Promise<void> => {
    if (refused.status === 409) {
      await onPriceChanged();
      setIsPriceChanged(true);
      return;
    }
    const fieldErrors = Object.entries(refused.errors).filter(([name]) => name in form.values);
    form.setServerErrors(Object.fromEntries(fieldErrors));
    if (fieldErrors.length > 0) return;
    const minutes = Math.ceil((refused.retryAfterSeconds ?? 0) / 60);
    setFailure(
      refused.status === 429 ? fillTemplate(labels.tooMany, { minutes }) : labels.submitErrorMessage,
    );
  };
  const sendAnd = (next: 'stay' | 'buy') =>
    form.submit(async ({ email, website }) => {
      if (!isCurrent) return;
      const serialized = JSON.stringify([price, email, website]);
      if (lastRequest.current?.body !== serialized)
        lastRequest.current = { body: serialized, key: crypto.randomUUID() };
      setIsPriceChanged(false);
      setFailure('');
      try {
        const answer = await keepPrice(price, { email, website }, { language, key: lastRequest.current.key });
        onKept({ ...answer, email: email.trim(), price });
        if (next === 'buy' && purchase) await navigate(`${purchase.path}#${answer.reference}`);
      } catch (caught) {
        await refuse(caught instanceof FormRefused ? caught : new FormRefused(0));
      }
    });

  return (
    <section className={styles.keep}>
      <h2>{texts.keepTitle}</h2>
      <p>{texts.keepText}</p>
      <StatusRegion>{isPriceChanged && <Alert kind="warning" title={texts.changed} />}</StatusRegion>
      <form method="dialog" className={styles.form} noValidate onSubmit={sendAnd('stay')}>
        <TextField
          type="email"
          label={texts.email}
          hint={texts.emailHint}
          optional={labels.optional}
          autoComplete="email"
          spellCheck={false}
          {...form.field('email')}
        />
        <Honeypot label={labels.leaveEmpty} {...form.field('website')} />
        <Button
          type="submit"
          kind="secondary"
          isLoading={form.isSending}
          loadingLabel={texts.keeping}
          aria-disabled={!isCurrent}
        >
          {texts.keep}
        </Button>
        {price.isSoldOnline === true && purchase && (
          <>
            <p>{texts.buyText}</p>
            <Button
              isLoading={form.isSending}
              loadingLabel={texts.buying}
              aria-disabled={!isCurrent}
              onClick={() => void sendAnd('buy')()}
            >
              {texts.buy}
            </Button>
          </>
        )}
        <p role="alert">{failure}</p>
      </form>
    </section>
  );
};
