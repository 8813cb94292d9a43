import type { Price } from '@hofn/contracts';
import { type FormField, type FormValues, visibleFieldsOf } from '@hofn/domain/forms.ts';
import { priceFieldsOf } from '@hofn/domain/price-form.ts';
import { formatMoney } from '@hofn/texts/format.ts';
import { Button, ErrorSummary, RadioGroup } from '@hofn/ui';
import { Fragment, type ReactNode } from 'react';
import type { PriceWords } from '../content/documents.ts';
import type { Language } from '../engine/types.ts';
import { DeclaredField } from '../forms/declared/DeclaredField.tsx';
import { neededText, summaryTitle } from '../forms/declared/fault-text.ts';
import { fillTemplate } from '../forms/fill-text.ts';
import type { Fields } from '../forms/useFields.ts';
import { EstimateContents } from './EstimateContents.tsx';
import { LevelTable } from './LevelTable.tsx';
import styles from './PriceForm.module.css';

/** Questions whose options are compared by price. */
const comparedNames: readonly string[] = ['kaskoStep', 'level', 'allRiskStep'];

type FieldProps = {
  form: Fields<FormValues>;
  price: Price | undefined;
  texts: PriceWords;
  language: Language;
};

/** Options compared side by side, each with its price. */
const ComparedField = ({ form, price, texts, language, field }: FieldProps & { field: FormField }) => {
  const { name, options = [] } = field;
  const fieldTexts = texts.fields.find((texts) => texts.name === name);
  const priced = price?.choices?.field === name ? price.choices.options : [];
  const hintOf = (option: string): string | undefined => {
    const choice = priced.find(({ value }) => value === option);
    return (
      choice &&
      fillTemplate(name === 'level' ? texts.choiceLevel : texts.choice, {
        price: formatMoney(language, choice.perYear),
        deductible: formatMoney(language, choice.deductible),
      })
    );
  };
  const value = form.values[name];
  return (
    <RadioGroup
      id={form.idOf(name)}
      name={name}
      label={neededText(fieldTexts?.label, name)}
      hint={fieldTexts?.hint}
      error={form.errorOf(name)}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => form.set(name, target.value)}
      onBlur={() => form.touch(name)}
      options={options.map((option) => ({
        value: option,
        label: neededText(fieldTexts?.options?.find((choice) => choice.value === option)?.label, option),
        hint: hintOf(option),
      }))}
    />
  );
};

type Props = FieldProps & {
  product: Parameters<typeof priceFieldsOf>[0];
  isAsking: boolean;
  onSubmit: () => void;
  /** Above the questions. */
  intro: ReactNode;
};

/** The questions of a product. */
export const PriceQuestions = ({ product, isAsking, onSubmit, intro, ...fieldProps }: Props) => {
  const { form, texts, language } = fieldProps;
  const { summary } = form;
  return (
    <form
      // A submit before hydration must not put the input in the URL.
      method="dialog"
      className={styles.questions}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {intro}
      <ErrorSummary title={summaryTitle(texts.labels, summary.errors.length)} {...summary} />
      {visibleFieldsOf(priceFieldsOf(product), form.values).map((field) =>
        comparedNames.includes(field.name) ? (
          <Fragment key={field.name}>
            {field.name === 'level' && (
              <LevelTable texts={texts} language={language} price={fieldProps.price} />
            )}
            <ComparedField {...fieldProps} field={field} />
          </Fragment>
        ) : (
          <Fragment key={field.name}>
            <DeclaredField form={form} document={texts} language={language} field={field} path={field.name} />
            {field.name === 'contents' && (
              <EstimateContents
                texts={texts}
                language={language}
                onUse={(amount) => form.set('contents', amount)}
              />
            )}
          </Fragment>
        ),
      )}
      <Button type="submit" isLoading={isAsking} loadingLabel={texts.asking}>
        {texts.submit}
      </Button>
    </form>
  );
};
