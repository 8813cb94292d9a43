import type { Price } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts/format.ts';
import { buttonClass, DescriptionList, Disclosure, PriceBox } from '@hofn/ui';
import type { ReactNode } from 'react';
import type { PriceWords } from '../content/documents.ts';
import { Link } from '../engine/index.ts';
import type { Language } from '../engine/types.ts';
import { fillTemplate } from '../forms/fill-text.ts';
import { List } from '../parts/Blocks.tsx';
import { LinkList } from '../parts/LinkList.tsx';
import styles from './PriceForm.module.css';

type Props = {
  price: Price;
  texts: PriceWords;
  language: Language;
  /** Number of the saved price. */
  reference?: string | undefined;
  /** Shown below the price and its parts. */
  children?: ReactNode;
};

/** A cover with its own sum insured and deductible. */
const coverLine = (
  { name, description, sumInsured, deductible }: Price['covers'][number],
  words: PriceWords,
  language: Language,
): string => {
  const sums = [
    { word: words.sumInsured, amount: sumInsured },
    { word: words.deductible, amount: deductible },
  ].flatMap(({ word: label, amount }) =>
    amount === null ? [] : [`${label}: ${formatMoney(language, amount)}`],
  );
  return [`${name}: ${description}`, ...sums].join(' ');
};

/** A price in detail: parts, last valid day, covers and exclusions (rule FORM-11). */
export const PriceResult = ({ price, texts, language, reference, children }: Props) => {
  const isk = (amount: number) => formatMoney(language, amount);
  const { monthly, deductible, sumInsured } = price;
  const note = texts.notes.find(({ product }) => product === price.product);
  return (
    <>
      <PriceBox
        title={texts.result}
        price={isk(price.perYear)}
        period={fillTemplate(texts.monthly, { perMonth: isk(monthly.perMonth) })}
        parts={price.parts.map(({ name, amount }) => ({ term: name, value: isk(amount) }))}
        until={<strong>{fillTemplate(texts.validTo, { date: formatDate(language, price.validTo) })}</strong>}
        action={
          <>
            <div className={styles.small}>
              {monthly.fee > 0 && (
                <p>
                  {fillTemplate(texts.monthlyFee, { perYear: isk(monthly.perYear), fee: isk(monthly.fee) })}
                </p>
              )}
              {price.isMinimum && price.choices && <p>{texts.minimumPremium}</p>}
              {note && <p>{note.text}</p>}
            </div>
            <DescriptionList
              hasFigures
              items={[
                { term: texts.sumInsured, value: sumInsured === null ? null : isk(sumInsured) },
                { term: texts.deductible, value: deductible === null ? null : isk(deductible) },
              ]}
            />
          </>
        }
      />
      {children}
      <div className={styles.details}>
        <Disclosure summary={texts.covers}>
          <List items={price.covers.map((cover) => coverLine(cover, texts, language))} />
        </Disclosure>
        <Disclosure summary={texts.notCovered}>
          <List items={price.notCovered.map(({ name, description }) => `${name}: ${description}`)} />
        </Disclosure>
        <Disclosure summary={texts.howDeductible}>
          <p>{price.deductibleText}</p>
        </Disclosure>
        <Disclosure summary={texts.terms}>
          <LinkList
            links={price.terms.map(({ code, title, path }) => ({
              title,
              note: code,
              page: '',
              path,
              icon: 'doc',
            }))}
          />
        </Disclosure>
      </div>
      {texts.request && (
        <div className={styles.ask}>
          <p>{texts.askText}</p>
          <p>
            <Link
              // The form reads what is priced from the hash, which is never sent to a server.
              to={`${texts.request.path}#${[price.product, price.perYear, reference].filter(Boolean).join('.')}`}
              className={buttonClass({ kind: 'secondary' })}
            >
              {texts.ask}
            </Link>
          </p>
        </div>
      )}
    </>
  );
};
