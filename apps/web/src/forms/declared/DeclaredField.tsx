import {
  emptyForm,
  type FormField,
  type FormRow,
  type FormValues,
  rowsIn,
  visibleFieldsOf,
} from '@hofn/domain/forms.ts';
import {
  Button,
  Checkbox,
  CheckboxGroup,
  KennitalaField,
  MoneyField,
  PhoneField,
  RadioGroup,
  SelectField,
  Stack,
  TextArea,
  TextField,
} from '@hofn/ui';
import { useEffect, useRef } from 'react';
import type { FormDocument } from '../../content/documents.ts';
import type { Language } from '../../engine/types.ts';
import { fillTemplate } from '../fill-text.ts';
import { valueAt } from '../paths.ts';
import type { Fields } from '../useFields.ts';
import styles from './DeclaredForm.module.css';
import { neededText, textsName } from './fault-text.ts';
import { LateDay } from './LateDay.tsx';

/** Fields with at least this maximum length show a character counter. */
const counterMinLength = 500;

type FieldProps = {
  form: Pick<Fields<FormValues>, 'values' | 'set' | 'touch' | 'idOf' | 'errorOf'>;
  document: Pick<FormDocument, 'fields' | 'labels'>;
  language: Language;
  field: FormField;
  /** Path of the field within the form, for example `vehicles.0.use` in a row. */
  path: string;
};

/** Repeatable rows of questions. */
const RowsField = (props: FieldProps) => {
  const { form, field, path, document: page } = props;
  const { idOf } = form;
  const { fields = [], mostRows = 1, required } = field;
  const texts = page.fields.find(({ name }) => name === textsName(path));
  const rows = rowsIn(form.values, field.name);
  // Rows have no id, so the index is the key.
  const indexedRows = rows.map((row, index) => ({ row, at: index }));
  const addButton = useRef<HTMLDivElement>(null);
  // Move focus to an added row; after a removal, to the add button.
  const previousCount = useRef(rows.length);
  useEffect(() => {
    const firstField = fields[0];
    if (rows.length > previousCount.current && firstField)
      globalThis.document.getElementById(idOf(`${path}.${rows.length - 1}.${firstField.name}`))?.focus();
    if (rows.length < previousCount.current) addButton.current?.querySelector('button')?.focus();
    previousCount.current = rows.length;
  });
  const setRows = (newRows: FormRow[]) => form.set(path, newRows);
  const error = form.errorOf(path);
  return (
    <Stack
      as="fieldset"
      id={idOf(path)}
      tabIndex={-1}
      aria-describedby={error ? `${idOf(path)}-error` : undefined}
    >
      <legend className={styles.label}>
        {/* If the field has its own section, the legend repeats the section's heading. */}
        <span className={field.section ? 'visually-hidden' : undefined}>{texts?.label}</span>{' '}
        {!required && <span className={styles.optional}>{page.labels.optional}</span>}
      </legend>
      {error && (
        <p id={`${idOf(path)}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {indexedRows.map(({ row, at: rowIndex }) => (
        <fieldset className={styles.row} key={rowIndex}>
          <legend>{texts?.row?.replace('{n}', String(rowIndex + 1))}</legend>
          {visibleFieldsOf(fields, row).map((inner) => (
            <DeclaredField
              key={inner.name}
              {...props}
              field={inner}
              path={`${path}.${rowIndex}.${inner.name}`}
            />
          ))}
          {(!required || rows.length > 1) && (
            <Button
              kind="text"
              size="small"
              icon="trash"
              aria-label={`${texts?.remove}: ${texts?.row?.replace('{n}', String(rowIndex + 1))}`}
              onClick={() => setRows(rows.filter((_, index) => index !== rowIndex))}
            >
              {texts?.remove}
            </Button>
          )}
        </fieldset>
      ))}
      {rows.length < mostRows && (
        <div ref={addButton}>
          <Button
            kind="secondary"
            size="small"
            icon="plus"
            onClick={() => setRows([...rows, emptyForm(fields) as FormRow])}
          >
            {texts?.add}
          </Button>
        </div>
      )}
    </Stack>
  );
};

/** Input for a declared question, except files: see `FormFiles`. */
export const DeclaredField = (props: FieldProps) => {
  const { form, field, path, document: page, language } = props;
  const { type, required, options = [], most = 0, autoComplete } = field;
  const texts = page.fields.find((fieldTexts) => fieldTexts.name === textsName(path));
  const { labels } = page;
  if (type === 'list') return <RowsField {...props} />;
  const common = {
    id: form.idOf(path),
    name: path,
    label: neededText(texts?.label, path),
    hint: texts?.hint,
    error: form.errorOf(path),
    optional: required ? undefined : labels.optional,
    onBlur: () => form.touch(path),
  };
  const value = valueAt(form.values, path);
  const text = typeof value === 'string' ? value : '';
  const set = (newValue: FormValues[string]) => form.set(path, newValue);
  const input = {
    ...common,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
    ...(autoComplete && { autoComplete }),
  };
  const choices = options.map((option) => ({
    value: option,
    label: neededText(texts?.options?.find((choice) => choice.value === option)?.label, option),
  }));
  switch (type) {
    case 'select':
      return (
        <SelectField {...input} options={[{ value: '', label: texts?.placeholder ?? '' }, ...choices]} />
      );
    case 'radio':
      return <RadioGroup {...input} hasColumns={choices.length > 1} options={choices} />;
    case 'checkboxes':
      return (
        <CheckboxGroup
          {...common}
          options={choices}
          values={Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []}
          onChange={set}
        />
      );
    case 'flag':
      return (
        <Checkbox
          {...common}
          optional={undefined}
          checked={text === 'yes'}
          value="yes"
          onChange={({ target }) => set(target.checked ? 'yes' : '')}
        />
      );
    case 'lines':
      return (
        <TextArea
          {...input}
          rows={most > counterMinLength ? 6 : 4}
          {...(most >= counterMinLength && {
            counter: {
              most,
              text: (count: number, max: number) => fillTemplate(labels.counter, { count, max }),
            },
          })}
        />
      );
    case 'ssn':
      return <KennitalaField {...input} />;
    case 'phone':
      return <PhoneField {...input} />;
    case 'money':
      return <MoneyField {...input} language={language} unit={labels.kr} />;
    case 'day':
      return <LateDay {...common} language={language} value={text} onChange={set} />;
    case 'email':
      return <TextField {...input} type="email" autoComplete="email" spellCheck={false} />;
    case 'url':
      return <TextField {...input} type="url" autoComplete="off" spellCheck={false} />;
    case 'number':
      return <TextField {...input} width="narrow" inputMode="numeric" autoComplete="off" />;
    case 'plate':
    case 'postalCode':
      return (
        <TextField
          {...input}
          width="narrow"
          autoComplete={type === 'plate' ? 'off' : 'postal-code'}
          spellCheck={false}
        />
      );
    default:
      return <TextField {...input} />;
  }
};
