import type { FormValues } from '@hofn/domain/forms.ts';
import { type PricedProduct, priceFaults } from '@hofn/domain/price-form.ts';
import { dayOfInstant, formatMoney } from '@hofn/texts/format.ts';
import { Alert, Button, StatusRegion } from '@hofn/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PriceWords } from '../content/documents.ts';
import type { Language } from '../engine/types.ts';
import { fillTemplate } from '../forms/fill-text.ts';
import { answersFromInsured } from './answers-from-insured.ts';
import { InsuredField } from './InsuredField.tsx';
import { insuredKindOf } from './insured.ts';
import { KeepPrice } from './KeepPrice.tsx';
import { type Kept, KeptPrice } from './KeptPrice.tsx';
import styles from './PriceForm.module.css';
import { PriceQuestions } from './PriceQuestions.tsx';
import { PriceResult } from './PriceResult.tsx';
import { rememberPrice } from './remembered-prices.ts';
import { usePrice } from './usePrice.ts';
import { keepVisitAnswers, readVisitAnswers } from './visit-answers.ts';

type Props = {
  product: PricedProduct;
  texts: PriceWords;
  language: Language;
  /** Answers of a saved price; their price is requested on mount. */
  initial?: FormValues;
  /** Above the questions. */
  intro: ReactNode;
};

type PricePaneProps = Pick<Props, 'texts' | 'language'> & {
  pricing: Omit<ReturnType<typeof usePrice>, 'form'>;
  onRetry: () => void;
};

/** The price of the answers, which can be saved; the price saved last comes first, with its number. */
const PricePane = ({ pricing, texts, language, onRetry }: PricePaneProps) => {
  const { price, state, isComplete, requestPrice } = pricing;
  const hasFailed = state === 'failed' || state === 'unavailable';
  // Kept after the answers change, because the reference may be shown nowhere else.
  const [keptPrice, setKeptPrice] = useState<Kept>();
  const keep = (kept: Kept) => {
    setKeptPrice(kept);
    const { reference, validTo } = kept;
    const { name, perYear } = kept.price;
    rememberPrice({ reference, name, perYear, validTo }, dayOfInstant(new Date()));
  };
  return (
    <>
      {keptPrice && (
        <KeptPrice
          kept={keptPrice}
          isCurrent={keptPrice.price === price && isComplete && !hasFailed}
          texts={texts}
          language={language}
        />
      )}
      <p role="status" className="visually-hidden">
        {price && state === 'asked' && isComplete
          ? fillTemplate(texts.announce, { price: formatMoney(language, price.perYear) })
          : ''}
      </p>
      {hasFailed && (
        <Alert
          kind="error"
          isLive
          title={state === 'failed' ? texts.failed : texts.unavailable}
          action={
            <Button kind="secondary" size="small" onClick={onRetry}>
              {texts.again}
            </Button>
          }
        />
      )}
      <StatusRegion>{price && !isComplete && <Alert kind="warning" title={texts.incomplete} />}</StatusRegion>
      {price && isComplete && !hasFailed && (
        <div className={styles.price} aria-busy={state === 'asking'}>
          <PriceResult
            price={price}
            texts={texts}
            language={language}
            reference={keptPrice?.price === price ? keptPrice.reference : undefined}
          >
            {keptPrice?.price !== price && (
              <KeepPrice
                price={price}
                isCurrent={state === 'asked'}
                texts={texts}
                language={language}
                onPriceChanged={requestPrice}
                onKept={keep}
                initialEmail={keptPrice?.email ?? ''}
              />
            )}
          </PriceResult>
        </div>
      )}
    </>
  );
};

/** The questions of a product, and the price, which updates on every change (rule FORM-11). */
export const PriceForm = ({ product, texts, language, initial, intro }: Props) => {
  // A saved price has answers of its own; others outlive a reload.
  const [atStart] = useState(() => initial ?? readVisitAnswers(product));
  const [known] = useState(() => atStart ?? answersFromInsured(product));
  const insuredKind = insuredKindOf(product);
  const { form, ...pricing } = usePrice(product, { words: texts, language, initial: known });
  const { values } = form;
  const isOwn = initial === undefined;
  useEffect(() => {
    if (isOwn) keepVisitAnswers(product, values);
  }, [isOwn, product, values]);
  const { price, state, requestPrice } = pricing;
  const pane = useRef<HTMLDivElement>(null);
  const submit = async () => {
    // Move focus to the result, which is below the form on phones.
    if (await requestPrice()) pane.current?.focus();
  };
  // Initial answers are priced on mount, those of the visit once they are complete.
  const isAnswered = atStart !== undefined && (!isOwn || priceFaults(product, atStart).length === 0);
  const { current: submitAtStart } = useRef(isAnswered ? requestPrice : undefined);
  useEffect(() => {
    void submitAtStart?.();
  }, [submitAtStart]);
  return (
    <div className={styles.columns}>
      <PriceQuestions
        product={product}
        form={form}
        price={price}
        texts={texts}
        language={language}
        isAsking={state === 'asking'}
        onSubmit={() => void submit()}
        intro={
          <>
            {intro}
            {isOwn && insuredKind && <InsuredField kind={insuredKind} texts={texts} />}
          </>
        }
      />
      <div ref={pane} tabIndex={-1} className={styles.result}>
        <PricePane pricing={pricing} texts={texts} language={language} onRetry={() => void submit()} />
      </div>
    </div>
  );
};
