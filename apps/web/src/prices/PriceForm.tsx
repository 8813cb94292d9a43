import { askedOf, type FormFault, type FormField, type FormValues } from '@hofn/domain/forms.ts';
import { type PricedProduct, priceFieldsOf } from '@hofn/domain/price-form.ts';
import { formatMoney, formatNumber } from '@hofn/texts/format.ts';
import { Alert, Button, ErrorSummary, RadioGroup, StatusRegion } from '@hofn/ui';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { PriceWords } from '../content/documents.ts';
import type { Language } from '../engine/types.ts';
import { DeclaredField } from '../forms/declared/DeclaredField.tsx';
import { filled } from '../forms/fill-text.ts';
import { KeepPrice } from './KeepPrice.tsx';
import { type Kept, KeptPrice } from './KeptPrice.tsx';
import styles from './PriceForm.module.css';
import { PriceResult } from './PriceResult.tsx';
import { usePrice } from './usePrice.ts';

type Props = {
  product: PricedProduct;
  words: PriceWords;
  language: Language;
  /** Answers of a price that is changed: then it is asked for at once. */
  initial?: FormValues;
  /** Above the questions. */
  head: ReactNode;
};

const reasons: Record<string, string> = { required: 'requiredField' };

/** The questions of one product, and its price beside them, which follows every change (rule FORM-11). */
export const PriceForm = ({ product, words, language, initial, head }: Props) => {
  const prefix = useId();
  const form = usePrice(product, language, initial);
  const { values, price, faults, state } = form;
  const { labels } = words;
  // It outlives the price that it is of: its number may stand nowhere else.
  const [kept, setKept] = useState<Kept>();
  const result = useRef<HTMLDivElement>(null);
  const fields = askedOf(priceFieldsOf(product), values);
  const idOf = (path: string) => `${prefix}-${path}`;
  const textOf = ({ path, reason, params }: FormFault): string => {
    const own = words.fields.find(({ name }) => name === path)?.faults;
    const bounds = Object.entries(params ?? {}).map(([name, bound]) => [name, formatNumber(language, bound)]);
    return filled(
      reason === 'between'
        ? words.between
        : (own?.find((fault) => fault.reason === reason)?.text ??
            labels[reasons[reason] ?? reason] ??
            labels.requiredField),
      Object.fromEntries(bounds),
    );
  };
  const errorOf = (path: string): string | undefined => {
    const fault = faults.find((one) => one.path === path);
    return fault && form.isTold(path) ? textOf(fault) : undefined;
  };
  const summary = form.attempt === 0 ? [] : faults;

  const submit = async () => {
    // The price is read from its heading, which on a phone is below the form.
    if (await form.submit()) result.current?.focus();
  };
  // Whoever comes with answers is shown the price of them at once.
  const { current: start } = useRef(initial === undefined ? undefined : form.submit);
  useEffect(() => {
    void start?.();
  }, [start]);

  /** Deductibles stand beside each other with what each of them costs. */
  const compared = ({ name, options = [] }: FormField) => {
    const own = words.fields.find((one) => one.name === name);
    const priced = price?.choices?.field === name ? price.choices.options : [];
    const value = values[name];
    return (
      <RadioGroup
        key={name}
        id={idOf(name)}
        name={name}
        label={own?.label ?? name}
        hint={own?.hint}
        error={errorOf(name)}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => form.change({ [name]: target.value })}
        onBlur={() => form.touch(name)}
        options={options.map((option) => {
          const found = priced.find((one) => one.value === option);
          return {
            value: option,
            label: own?.options?.find((one) => one.value === option)?.label ?? option,
            hint:
              found &&
              filled(name === 'level' ? words.choiceLevel : words.choice, {
                price: formatMoney(language, found.perYear),
                deductible: formatMoney(language, found.deductible),
              }),
          };
        })}
      />
    );
  };

  return (
    <div className={styles.columns}>
      <form
        // Before it has come to life a press must put nothing of it into an address.
        method="dialog"
        className={styles.questions}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {head}
        <ErrorSummary
          title={
            summary.length === 1
              ? labels.summaryOne
              : labels.summaryMany.replace('{n}', String(summary.length))
          }
          attempt={form.attempt}
          errors={summary.map((fault) => ({ field: idOf(fault.path), message: textOf(fault) }))}
        />
        {fields.map((field) =>
          comparedNames.includes(field.name) ? (
            compared(field)
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
              onChange={(_path, part) => form.change(part)}
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
            ? filled(words.announce, { price: formatMoney(language, price.perYear) })
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
              {kept?.of !== price && (
                <KeepPrice
                  price={price}
                  settled={state === 'asked'}
                  words={words}
                  language={language}
                  onChanged={form.submit}
                  onKept={setKept}
                  typed={kept?.email ?? ''}
                />
              )}
            </PriceResult>
          </div>
        )}
        {kept && (
          <KeptPrice
            kept={kept}
            current={kept.of === price && faults.length === 0 && state !== 'failed'}
            words={words}
            language={language}
          />
        )}
      </div>
    </div>
  );
};

/** Questions whose answers are held against each other by their price. */
const comparedNames: readonly string[] = ['kaskoStep', 'level', 'allRiskStep'];
