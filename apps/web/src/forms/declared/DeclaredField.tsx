import {
  askedOf,
  emptyForm,
  type FormField,
  type FormRow,
  type FormValues,
  rowsIn,
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
  TextArea,
  TextField,
} from '@hofn/ui';
import { useEffect, useRef } from 'react';
import type { FormDocument } from '../../content/documents.ts';
import type { Language } from '../../engine/types.ts';
import { filled } from '../fill-text.ts';
import styles from './DeclaredForm.module.css';
import { LateDay } from './LateDay.tsx';
import { wordsName } from './useDeclaredForm.ts';

/** From so many characters on, how many there are is counted. */
const countedFrom = 500;

/** What each field of a form needs of the whole. */
export type FieldParts = {
  document: Pick<FormDocument, 'fields' | 'labels'>;
  language: Language;
  idOf: (path: string) => string;
  errorOf: (path: string) => string | undefined;
  touch: (path: string) => void;
};

type FieldProps = FieldParts & {
  field: FormField;
  /** Name of the field within the form: in a row `vehicles.0.use`. */
  path: string;
  values: FormValues;
  onChange: (path: string, part: FormValues) => void;
};

/** Rows with questions of their own, one added or taken away at a time. */
const Rows = (props: FieldProps) => {
  const { field, path, values, onChange, document: page, idOf, errorOf } = props;
  const { fields = [], mostRows = 1, required } = field;
  const words = page.fields.find(({ name }) => name === wordsName(path));
  const rows = rowsIn(values, field.name);
  // A row has no name of its own before it is filled in; its place tells it from the others.
  const placed = rows.map((row, at) => ({ row, at }));
  const add = useRef<HTMLDivElement>(null);
  // The row that was added last takes the focus; when one is taken away, the button that adds one does.
  const before = useRef(rows.length);
  useEffect(() => {
    const first = fields[0];
    if (rows.length > before.current && first)
      globalThis.document.getElementById(idOf(`${path}.${rows.length - 1}.${first.name}`))?.focus();
    if (rows.length < before.current) add.current?.querySelector('button')?.focus();
    before.current = rows.length;
  });
  const write = (next: FormRow[], changed = path) => onChange(changed, { [field.name]: next });
  const error = errorOf(path);
  return (
    <fieldset
      className={styles.rows}
      id={idOf(path)}
      tabIndex={-1}
      aria-describedby={error ? `${idOf(path)}-error` : undefined}
    >
      <legend>
        {/* Where it is a part of its own, the heading of that part says the same. */}
        <span className={field.section ? 'visually-hidden' : undefined}>{words?.label}</span>{' '}
        {!required && <span className={styles.optional}>{page.labels.optional}</span>}
      </legend>
      {error && (
        <p id={`${idOf(path)}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {placed.map(({ row, at }) => (
        <fieldset key={at} className={styles.row}>
          <legend>{words?.row?.replace('{n}', String(at + 1))}</legend>
          {askedOf(fields, row).map((inner) => (
            <DeclaredField
              key={inner.name}
              {...props}
              field={inner}
              path={`${path}.${at}.${inner.name}`}
              values={row}
              onChange={(changed, part) =>
                write(
                  rows.map((one, index) => (index === at ? ({ ...one, ...part } as FormRow) : one)),
                  changed,
                )
              }
            />
          ))}
          {(!required || rows.length > 1) && (
            <Button
              kind="text"
              size="small"
              icon="trash"
              aria-label={`${words?.remove}: ${words?.row?.replace('{n}', String(at + 1))}`}
              onClick={() => write(rows.filter((_, index) => index !== at))}
            >
              {words?.remove}
            </Button>
          )}
        </fieldset>
      ))}
      {rows.length < mostRows && (
        <div ref={add}>
          <Button
            kind="secondary"
            size="small"
            icon="plus"
            onClick={() => write([...rows, emptyForm(fields) as FormRow])}
          >
            {words?.add}
          </Button>
        </div>
      )}
    </fieldset>
  );
};

/** One question of a form, by its declaration. Files are shown by `FormFiles`. */
export const DeclaredField = (props: FieldProps) => {
  const { field, path, values, onChange, document: page, language, idOf, errorOf, touch } = props;
  const { type, name, required, options = [], most = 0, autoComplete } = field;
  const words = page.fields.find((one) => one.name === wordsName(path));
  const { labels } = page;
  if (type === 'list') return <Rows {...props} />;
  const common = {
    id: idOf(path),
    name: path,
    label: words?.label ?? name,
    hint: words?.hint,
    error: errorOf(path),
    optional: required ? undefined : labels.optional,
    onBlur: () => touch(path),
  };
  const value = values[name];
  const text = typeof value === 'string' ? value : '';
  const set = (next: FormValues[string]) => onChange(path, { [name]: next });
  const input = {
    ...common,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
    ...(autoComplete && { autoComplete }),
  };
  const choices = options.map((option) => ({
    value: option,
    label: words?.options?.find((one) => one.value === option)?.label ?? option,
  }));
  switch (type) {
    case 'select':
      return (
        <SelectField {...input} options={[{ value: '', label: words?.placeholder ?? '' }, ...choices]} />
      );
    case 'radio':
      return <RadioGroup {...input} columns={choices.length > 1} options={choices} />;
    case 'checkboxes':
      return (
        <CheckboxGroup
          {...common}
          options={choices}
          values={Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []}
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
          rows={most > countedFrom ? 6 : 4}
          {...(most >= countedFrom && {
            counter: {
              most,
              text: (count: number, max: number) => filled(labels.counter, { count, max }),
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
