import { contentsPerPerson, contentsPerSquareMetre, estimateContents } from '@hofn/domain/home-levels.ts';
import { parseWholeNumber } from '@hofn/domain/typed-number.ts';
import { formatMoney, formatNumber } from '@hofn/texts/format.ts';
import { Button, Disclosure, TextField } from '@hofn/ui';
import { useState } from 'react';
import type { PriceWords } from '../content/documents.ts';
import type { Language } from '../engine/types.ts';
import { fillTemplate } from '../forms/fill-text.ts';
import styles from './PriceForm.module.css';

type Props = { texts: PriceWords; language: Language; onUse: (amount: string) => void };

const numberIn = (text: string): number => parseWholeNumber(text) ?? Number.NaN;

/** Helps to value the contents of a home by its size and the number of people in it (rule LIFE-39). */
export const EstimateContents = ({ texts, language, onUse }: Props) => {
  const [area, setArea] = useState('');
  const [people, setPeople] = useState('');
  const amount = estimateContents(numberIn(area), numberIn(people));
  const money = (isk: number) => formatMoney(language, isk);
  return (
    <Disclosure summary={texts.estimateTitle}>
      <div className={styles.estimate}>
        <TextField
          label={texts.estimateArea}
          inputMode="numeric"
          width="narrow"
          value={area}
          onChange={({ target }) => setArea(target.value)}
        />
        <TextField
          label={texts.estimatePeople}
          inputMode="numeric"
          width="narrow"
          value={people}
          onChange={({ target }) => setPeople(target.value)}
        />
        <p role="status">
          {amount !== undefined && (
            <strong>{fillTemplate(texts.estimateResult, { amount: money(amount) })}</strong>
          )}
        </p>
        {amount !== undefined && (
          <Button kind="secondary" size="small" onClick={() => onUse(formatNumber(language, amount))}>
            {texts.estimateUse}
          </Button>
        )}
        <p className={styles.small}>
          {fillTemplate(texts.estimateSource, {
            perSquareMetre: money(contentsPerSquareMetre),
            perPerson: money(contentsPerPerson),
          })}
        </p>
      </div>
    </Disclosure>
  );
};
