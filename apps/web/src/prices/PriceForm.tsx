import { type FormFault, type FormField, type FormValues, visibleFieldsOf } from '@hofn/domain/forms.ts';
import { type PricedProduct, priceFieldsOf } from '@hofn/domain/price-form.ts';
import { formatMoney, formatNumber } from '@hofn/texts/format.ts';
import { Alert, Button, ErrorSummary, RadioGroup, StatusRegion } from '@hofn/ui';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { PriceWords } from '../content/documents.ts';
import type { Language } from '../engine/types.ts';
import { DeclaredField } from '../forms/declared/DeclaredField.tsx';
import { fillTemplate } from '../forms/fill-text.ts';
import { KeepPrice } from './KeepPrice.tsx';
import { type Kept, KeptPrice } from './KeptPrice.tsx';
import styles from './PriceForm.module.css';
import { PriceResult } from './PriceResult.tsx';
import { usePrice } from './usePrice.ts';

type Props = {
  product: PricedProduct;
  words: PriceWords;
  language: Language;
  /** Answers of a saved price; their price is requested on mount. */
  initial?: FormValues;
  /** Above the questions. */
  intro: ReactNode;
};

const labelKeys: Record<string, string> = { required: 'requiredField' };

/** The questions of a product, and the price, which updates on every change (rule FORM-11). */
export const PriceForm = ({ product, words, language, initial, intro }: Props) => {
  const prefix = useId();
  const form = usePrice(product, language, initial);
  const { values, price, faults, state } = form;
  const { labels } = words;
  // Kept after the answers change, because the reference may be shown nowhere else.
  const [keptPrice, setKeptPrice] = useState<Kept>();
  const result = useRef<HTMLDivElement>(null);
  const fields = visibleFieldsOf(priceFieldsOf(product), values);
  const idOf = (path: string) => `${prefix}-${path}`;
  const textOf = ({ path, reason, params }: FormFault): string => {
    const fieldFaultTexts = words.fields.find(({ name }) => name === path)?.faults;
    const bounds = Object.entries(params ?? {}).map(([name, bound]) => [name, formatNumber(language, bound)]);
    return fillTemplate(
      reason === 'between'
        ? words.between
        : (fieldFaultTexts?.find((fault) => fault.reason === reason)?.text ??
            labels[labelKeys[reason] ?? reason] ??
            labels.requiredField),
      Object.fromEntries(bounds),
    );
  };
  const errorOf = (path: string): string | undefined => {
    const fault = faults.find((candidate) => candidate.path === path);
    return fault && form.showsFault(path) ? textOf(fault) : undefined;
  };
  const shownFaults = form.attempt === 0 ? [] : faults;

  const submit = async () => {
    // Move focus to the result, which is below the form on phones.
    if (await form.submit()) result.current?.focus();
  };
  // Initial answers are priced on mount.
  const { current: submitAtStart } = useRef(initial === undefined ? undefined : form.submit);
  useEffect(() => {
    void submitAtStart?.();
  }, [submitAtStart]);

  /** Options compared side by side, each with its price. */
  const comparedField = ({ name, options = [] }: FormField) => {
    const fieldTexts = words.fields.find((field) => field.name === name);
    const priced = price?.choices?.field === name ? price.choices.options : [];
    const value = values[name];
    return (
      <RadioGroup
        key={name}
        id={idOf(name)}
        name={name}
        label={fieldTexts?.label ?? name}
        hint={fieldTexts?.hint}
        error={errorOf(name)}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => form.change({ [name]: target.value })}
        onBlur={() => form.touch(name)}
        options={options.map((option) => {
          const pricedOption = priced.find((candidate) => candidate.value === option);
          return {
            value: option,
            label: fieldTexts?.options?.find((choice) => choice.value === option)?.label ?? option,
            hint:
              pricedOption &&
              fillTemplate(name === 'level' ? words.choiceLevel : words.choice, {
                price: formatMoney(language, pricedOption.perYear),
                deductible: formatMoney(language, pricedOption.deductible),
              }),
          };
        })}
      />
    );
  };

  return (
    <div className={styles.columns}>
      <form
        // A submit before hydration must not put the input in the URL.
        method="dialog"
        className={styles.questions}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {intro}
        <ErrorSummary
          title={
            shownFaults.length === 1
              ? labels.summaryOne
              : labels.summaryMany.replace('{n}', String(shownFaults.length))
          }
          attempt={form.attempt}
          errors={shownFaults.map((fault) => ({ field: idOf(fault.path), message: textOf(fault) }))}
        />
        {fields.map((field) =>
          comparedNames.includes(field.name) ? (
            comparedField(field)
          ) : (
            <DeclaredField
              key={field.name}
              document={words}
              language={language}
              idOf={idOf}
              errorOf={errorOf}
              touch={form.touch}
              field={field}
              path={field.name}
              values={values}
              onChange={(_path, changes) => form.change(changes)}
            />
          ),
        )}
        <Button type="submit" loading={state === 'asking'} loadingLabel={words.asking}>
          {words.submit}
        </Button>
      </form>
      <div ref={result} tabIndex={-1} className={styles.result}>
        <p role="status" className="visually-hidden">
          {price && state === 'asked' && faults.length === 0
            ? fillTemplate(words.announce, { price: formatMoney(language, price.perYear) })
            : ''}
        </p>
        {state === 'failed' && (
          <Alert
            kind="error"
            live
            title={words.failed}
            action={
              <Button kind="secondary" size="small" onClick={() => void submit()}>
                {words.again}
              </Button>
            }
          />
        )}
        <StatusRegion>
          {price && faults.length > 0 && <Alert kind="warning" title={words.incomplete} />}
        </StatusRegion>
        {price && faults.length === 0 && state !== 'failed' && (
          <div className={styles.price} aria-busy={state === 'asking'}>
            <PriceResult price={price} words={words} language={language}>
              {keptPrice?.price !== price && (
                <KeepPrice
                  price={price}
                  isCurrent={state === 'asked'}
                  words={words}
                  language={language}
                  onPriceChanged={form.submit}
                  onKept={setKeptPrice}
                  initialEmail={keptPrice?.email ?? ''}
                />
              )}
            </PriceResult>
          </div>
        )}
        {keptPrice && (
          <KeptPrice
            kept={keptPrice}
            isCurrent={keptPrice.price === price && faults.length === 0 && state !== 'failed'}
            words={words}
            language={language}
          />
        )}
      </div>
    </div>
  );
};

/** Questions whose options are compared by price. */
const comparedNames: readonly string[] = ['kaskoStep', 'level', 'allRiskStep'];
