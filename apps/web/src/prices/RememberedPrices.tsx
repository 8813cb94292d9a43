import { dayOfInstant, formatDate, formatMoney } from '@hofn/texts/format.ts';
import { Button, Section } from '@hofn/ui';
import { useEffect, useState } from 'react';
import type { PriceWords } from '../content/documents.ts';
import { Link } from '../engine/index.ts';
import type { Language } from '../engine/types.ts';
import { fillTemplate } from '../forms/fill-text.ts';
import { CopyReference } from './CopyReference.tsx';
import styles from './PriceForm.module.css';
import { forgetPrice, type RememberedPrice, readRememberedPrices } from './remembered-prices.ts';

/** Prices saved on this device, each of which can be opened and forgotten (rule LIFE-39). */
export const RememberedPrices = ({ texts, language }: { texts: PriceWords; language: Language }) => {
  // Read after hydration: the server knows nothing of the device.
  const [prices, setPrices] = useState<RememberedPrice[]>([]);
  const today = () => dayOfInstant(new Date());
  useEffect(() => setPrices(readRememberedPrices(dayOfInstant(new Date()))), []);
  const { offer } = texts;
  if (prices.length === 0 || !offer) return null;
  return (
    <Section title={texts.remembered}>
      <ul className={styles.remembered}>
        {prices.map(({ reference, name, perYear, validTo }) => (
          <li key={reference}>
            <p>
              <Link to={`${offer.path}#${reference}`}>{name}</Link>{' '}
              {fillTemplate(texts.rememberedText, {
                price: formatMoney(language, perYear),
                reference,
                date: formatDate(language, validTo),
              })}
            </p>
            <div className={styles.actions}>
              <CopyReference reference={reference} texts={texts} />
              <Button
                kind="text"
                size="small"
                icon="trash"
                aria-label={fillTemplate(texts.forgetOf, { reference })}
                onClick={() => setPrices(forgetPrice(reference, today()))}
              >
                {texts.forget}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
};
