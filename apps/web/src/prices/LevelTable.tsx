import type { Price } from '@hofn/contracts';
import { homeLevels } from '@hofn/domain/home-levels.ts';
import { formatMoney, formatPercent } from '@hofn/texts/format.ts';
import { Table } from '@hofn/ui';
import type { PriceWords } from '../content/documents.ts';
import type { Language } from '../engine/types.ts';
import { neededText } from '../forms/declared/fault-text.ts';
import styles from './PriceForm.module.css';

type Props = { words: PriceWords; language: Language; price: Price | undefined };

/** The levels of home insurance side by side, and their prices once they are known (rule LIFE-39). */
export const LevelTable = ({ words, language, price }: Props) => {
  const names = words.fields.find(({ name }) => name === 'level')?.options ?? [];
  const prices = price?.choices?.field === 'level' ? price.choices.options : [];
  const share = (percent: number) => formatPercent(language, percent);
  const money = (isk: number) => formatMoney(language, isk);
  return (
    <section className={styles.levels}>
      <h2>{words.levelsTitle}</h2>
      <p>{words.levelsText}</p>
      <Table
        caption={words.levelsTitle}
        captionHidden
        rows={[...homeLevels]}
        rowKey={({ level }) => level}
        columns={[
          {
            key: 'level',
            heading: words.fields.find(({ name }) => name === 'level')?.label ?? '',
            rowHeading: true,
            cell: ({ level }) => neededText(names.find(({ value }) => value === level)?.label, level),
          },
          {
            key: 'liability',
            heading: words.levelLiability,
            cell: ({ hasLiability }) => (hasLiability ? words.levelYes : words.levelNo),
          },
          {
            key: 'jewellery',
            heading: words.levelJewellery,
            numeric: true,
            cell: ({ jewelleryPercent }) => share(jewelleryPercent),
          },
          {
            key: 'cash',
            heading: words.levelCash,
            numeric: true,
            cell: ({ cashPercent }) => share(cashPercent),
          },
          {
            key: 'deductible',
            heading: words.deductible,
            numeric: true,
            cell: ({ deductible }) => money(deductible),
          },
          ...(prices.length > 0
            ? [
                {
                  key: 'price',
                  heading: words.levelPrice,
                  numeric: true,
                  cell: ({ level }: (typeof homeLevels)[number]) => {
                    const option = prices.find(({ value }) => value === level);
                    return option ? money(option.perYear) : null;
                  },
                },
              ]
            : []),
        ]}
      />
      <p className={styles.small}>{words.levelNote}</p>
    </section>
  );
};
