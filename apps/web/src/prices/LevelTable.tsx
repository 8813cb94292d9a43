import type { Price } from '@hofn/contracts';
import { homeLevels } from '@hofn/domain/home-levels.ts';
import { formatMoney, formatPercent } from '@hofn/texts/format.ts';
import { Table } from '@hofn/ui';
import type { PriceWords } from '../content/documents.ts';
import type { Language } from '../engine/types.ts';
import { neededText } from '../forms/declared/fault-text.ts';
import styles from './PriceForm.module.css';

type Props = { texts: PriceWords; language: Language; price: Price | undefined };

/** The levels of home insurance side by side, and their prices once they are known (rule LIFE-39). */
export const LevelTable = ({ texts, language, price }: Props) => {
  const names = texts.fields.find(({ name }) => name === 'level')?.options ?? [];
  const prices = price?.choices?.field === 'level' ? price.choices.options : [];
  const share = (percent: number) => formatPercent(language, percent);
  const money = (isk: number) => formatMoney(language, isk);
  return (
    <section className={styles.levels}>
      <h2>{texts.levelsTitle}</h2>
      <p>{texts.levelsText}</p>
      <Table
        caption={texts.levelsTitle}
        isCaptionHidden
        rows={[...homeLevels]}
        rowKey={({ level }) => level}
        columns={[
          {
            key: 'level',
            heading: texts.fields.find(({ name }) => name === 'level')?.label ?? '',
            isRowHeading: true,
            cell: ({ level }) => neededText(names.find(({ value }) => value === level)?.label, level),
          },
          {
            key: 'liability',
            heading: texts.levelLiability,
            cell: ({ hasLiability }) => (hasLiability ? texts.levelYes : texts.levelNo),
          },
          {
            key: 'jewellery',
            heading: texts.levelJewellery,
            isNumeric: true,
            cell: ({ jewelleryPercent }) => share(jewelleryPercent),
          },
          {
            key: 'cash',
            heading: texts.levelCash,
            isNumeric: true,
            cell: ({ cashPercent }) => share(cashPercent),
          },
          {
            key: 'deductible',
            heading: texts.deductible,
            isNumeric: true,
            cell: ({ deductible }) => money(deductible),
          },
          ...(prices.length > 0
            ? [
                {
                  key: 'price',
                  heading: texts.levelPrice,
                  isNumeric: true,
                  cell: ({ level }: (typeof homeLevels)[number]) => {
                    const option = prices.find(({ value }) => value === level);
                    return option ? money(option.perYear) : null;
                  },
                },
              ]
            : []),
        ]}
      />
      <p className={styles.small}>{texts.levelNote}</p>
    </section>
  );
};
