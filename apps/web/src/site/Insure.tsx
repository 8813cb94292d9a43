import { buttonClass, TextField } from '@hofn/ui';
import { type FormEvent, useRef, useState } from 'react';
import type { FrontDocument } from '../content/documents.ts';
import { Link, navigate } from '../engine/index.ts';
import { withBase } from '../engine/paths.ts';
import { insuredIn, keepInsured, priceHashOf } from '../prices/insured.ts';
import styles from './Front.module.css';

/**
 * Asks what to insure, and opens the price of it. What is typed stays in this tab: the field has no name, so that without
 * scripts the form opens the choice of products, and an address is in no server's log.
 */
export const Insure = ({ insure }: Pick<FrontDocument, 'insure'>) => {
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Not controlled, because the visitor may have typed before hydration.
    const insured = insuredIn(field.current?.value ?? '');
    setError(insured ? undefined : insure.missing);
    if (!insured) return field.current?.focus();
    if (insured !== 'other') keepInsured(insured);
    void navigate(`${insure.price.path}${priceHashOf(insured)}`);
  };
  return (
    <form
      className={styles.insure}
      action={withBase(insure.price.path)}
      // Submitted before hydration, it waits for it.
      data-held
      noValidate
      onSubmit={submit}
    >
      <TextField
        ref={field}
        label={insure.label}
        hint={insure.hint}
        error={error}
        autoComplete="off"
        maxLength={120}
        enterKeyHint="go"
      />
      <button type="submit" className={buttonClass()}>
        {insure.price.title}
      </button>
      <Link to={insure.all.path} className={styles.choose}>
        {insure.all.title}
      </Link>
    </form>
  );
};
