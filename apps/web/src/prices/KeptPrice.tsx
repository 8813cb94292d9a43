import type { Price } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts/format.ts';
import { buttonClass } from '@hofn/ui';
import { useEffect, useRef } from 'react';
import type { PriceWords } from '../content/documents.ts';
import { Link } from '../engine/index.ts';
import type { Language } from '../engine/types.ts';
import { filled } from '../forms/fill-text.ts';
import styles from './PriceForm.module.css';

/** A price that was kept: its reference, its last day (`YYYY-MM-DD`), and the address that it was sent to, or none. */
export type Kept = { reference: string; validTo: string; email: string; of: Price };

type Props = {
  kept: Kept;
  /** Whether it is the price on the screen; another stands there once an answer was changed. */
  current: boolean;
  words: PriceWords;
  language: Language;
};

/** The last price that was kept, by its reference, which stays in sight while answers are changed. */
export const KeptPrice = ({ kept, current, words, language }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const told = useRef<Kept>(undefined);
  useEffect(() => {
    if (told.current === kept) return;
    told.current = kept;
    // Whoever went on to change an answer is not taken away from it.
    if (current) heading.current?.focus();
  }, [kept, current]);
  const { reference, validTo, email, of } = kept;
  return (
    <section className={styles.keep}>
      <h2 ref={heading} tabIndex={-1}>
        {current ? words.kept : filled(words.keptBefore, { price: formatMoney(language, of.perYear) })}
      </h2>
      <p>
        <strong>{filled(words.keptText, { reference, date: formatDate(language, validTo) })}</strong>{' '}
        {email !== '' && filled(words.keptEmail, { email })}
      </p>
      {words.offer && (
        <p>
          <Link to={`${words.offer.path}#${reference}`} className={buttonClass({ kind: 'secondary' })}>
            {words.offer.title}
          </Link>
        </p>
      )}
    </section>
  );
};
