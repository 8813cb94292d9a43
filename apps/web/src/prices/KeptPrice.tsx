import type { Price } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts/format.ts';
import { buttonClass } from '@hofn/ui';
import { useEffect, useRef } from 'react';
import type { PriceWords } from '../content/documents.ts';
import { Link } from '../engine/index.ts';
import type { Language } from '../engine/types.ts';
import { fillTemplate } from '../forms/fill-text.ts';
import { BuyLink } from './BuyLink.tsx';
import { CopyReference } from './CopyReference.tsx';
import styles from './PriceForm.module.css';

/** A saved price: reference, last valid day (`YYYY-MM-DD`), and the address that received the price, or ''. */
export type Kept = { reference: string; validTo: string; email: string; price: Price };

type Props = {
  kept: Kept;
  /** Whether the saved price matches the current answers. */
  isCurrent: boolean;
  texts: PriceWords;
  language: Language;
};

/** The last saved price and its reference, which stay visible when the answers change. */
export const KeptPrice = ({ kept, isCurrent, texts, language }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const lastFocused = useRef<Kept>(undefined);
  useEffect(() => {
    if (lastFocused.current === kept) return;
    lastFocused.current = kept;
    // Don't move focus if the user is already changing an answer.
    if (isCurrent) heading.current?.focus();
  }, [kept, isCurrent]);
  const { reference, validTo, email, price } = kept;
  return (
    <section className={styles.keep}>
      <h2 ref={heading} tabIndex={-1}>
        {isCurrent
          ? texts.kept
          : fillTemplate(texts.keptBefore, { price: formatMoney(language, price.perYear) })}
      </h2>
      <p>
        <strong>{fillTemplate(texts.keptText, { reference, date: formatDate(language, validTo) })}</strong>{' '}
        {email !== '' && fillTemplate(texts.keptEmail, { email })}
      </p>
      <div className={styles.actions}>
        <CopyReference key={reference} reference={reference} texts={texts} />
      </div>
      <BuyLink price={price} texts={texts} reference={reference} />
      {texts.offer && (
        <p>
          <Link to={`${texts.offer.path}#${reference}`} className={buttonClass({ kind: 'secondary' })}>
            {texts.offer.title}
          </Link>
        </p>
      )}
    </section>
  );
};
