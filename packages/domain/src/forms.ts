import { parseEmail, parsePhone } from './contact.ts';
import { addDays, addMonths, weekdayOf } from './day.ts';
import { parseDay } from './day-entry.ts';
import { birthDateOf, type KennitalaSettings, parseKennitala } from './kennitala.ts';
import { parseIsk } from './money.ts';
import { parsePlate } from './plate.ts';
import { parsePostalCode } from './postal-code.ts';
import { parseWholeNumber } from './typed-number.ts';
import { cleanIdentifier, compactIdentifier, trimText } from './typed-text.ts';

/**
 * A form field. `flag` is a checkbox with the value `yes` or empty; `radio` and `select` take one of `options`,
 * `checkboxes` any of them; `list` has rows with fields of their own; `files` has ids of files already uploaded.
 */
export type FormField = {
  name: string;
  type:
    | 'text'
    | 'lines'
    | 'email'
    | 'phone'
    | 'ssn'
    | 'plate'
    | 'postalCode'
    | 'url'
    | 'number'
    | 'money'
    | 'day'
    | 'select'
    | 'radio'
    | 'checkboxes'
    | 'flag'
    | 'files'
    | 'list';
  required?: true;
  /** Minimum and maximum number of characters. */
  least?: number;
  most?: number;
  /** Bounds of a number. */
  min?: number;
  max?: number;
  options?: readonly string[];
  /** Whose kennitala: a company, a person aged 18 or over, or a child from one month to 17 years; default: anyone. */
  of?: 'company' | 'adult' | 'child';
  /** Bounds of a day, relative to today, and whether it must be Monday to Friday. */
  fromToday?: number;
  toToday?: number;
  workingDay?: true;
  /** Fields of a row, and maximum number of rows. */
  fields?: readonly FormField[];
  mostRows?: number;
  /** Shown only when the named field has one of these values. */
  when?: readonly [field: string, ...values: string[]];
  /** Hidden when the named checkbox is ticked. */
  unless?: string;
  /** Number of the form section that starts at this field, from 1. */
  section?: number;
  /** The `autocomplete` attribute; phone and e-mail fields set their own. */
  autoComplete?: string;
};

/** All questions of a form by path, those of a list's rows as `vehicles.use`. */
export const questionsOf = (fields: readonly FormField[], above = ''): [path: string, field: FormField][] =>
  fields.flatMap((field) => [
    [above + field.name, field] as [string, FormField],
    ...questionsOf(field.fields ?? [], `${above}${field.name}.`),
  ]);

/** A row of a list, by field name. */
export type FormRow = Record<string, string>;

/** The form as typed, by field name. */
export type FormValues = Record<string, string | readonly string[] | readonly FormRow[]>;

/** A validation error: `path` of the field, such as `children.0.ssn`, and `reason`, a key of the form's fault texts. */
export type FormFault = { path: string; reason: string; params?: Record<string, number> };

/** Default maximum length, so that no field can be used to fill the disk. */
const defaultMaxLength = 254;
const adultYears = 18;

const textIn = (values: FormValues, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? trimText(value) : '';
};
const textsIn = (values: FormValues, name: string): string[] => {
  const value = values[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
};

export const rowsIn = (values: FormValues, name: string): FormRow[] => {
  const value = values[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object') : [];
};

/** Fields visible given the earlier answers; values of hidden fields are ignored. */
export const visibleFieldsOf = (fields: readonly FormField[], values: FormValues): FormField[] => {
  const visible: FormField[] = [];
  const answerOf = (name: string) =>
    visible.some((field) => field.name === name) ? textIn(values, name) : '';
  for (const field of fields) {
    const [name, ...wanted] = field.when ?? [];
    if (name !== undefined && !wanted.includes(answerOf(name))) continue;
    if (field.unless !== undefined && answerOf(field.unless) === 'yes') continue;
    visible.push(field);
  }
  return visible;
};

/** The values of an untouched form. */
export const emptyForm = (fields: readonly FormField[]): FormValues =>
  Object.fromEntries(
    fields.map(({ name, type, required, fields: inner = [] }): [string, FormValues[string]] => {
      if (type === 'checkboxes' || type === 'files') return [name, []];
      if (type === 'list') return [name, required ? [emptyForm(inner) as FormRow] : []];
      return [name, ''];
    }),
  );

type Settings = {
  /** `YYYY-MM-DD` in Iceland. */
  today: string;
  kennitala: KennitalaSettings;
};

const ssnFault = (value: string, { of }: FormField, { today, kennitala }: Settings): string | undefined => {
  const parsed = parseKennitala(value, kennitala);
  if (!parsed.ok) return 'ssn';
  // A temporary id says nothing about its holder, so there is nothing to check.
  if (!of || parsed.kind === 'temporary') return undefined;
  if (of === 'company') return parsed.kind === 'company' ? undefined : 'notCompany';
  const born = birthDateOf(parsed.ssn);
  if (born === undefined) return 'notPerson';
  const isAdult = addMonths(born, adultYears * 12) <= today;
  if (of === 'adult') return isAdult ? undefined : 'age';
  return !isAdult && addMonths(born, 1) <= today ? undefined : 'age';
};

const dayFault = (typed: string, field: FormField, { today }: Settings): string | undefined => {
  const { fromToday, toToday, workingDay } = field;
  const value = parseDay(typed);
  if (value === undefined) return 'day';
  if (fromToday !== undefined && value < addDays(today, fromToday)) return 'dayRange';
  if (toToday !== undefined && value > addDays(today, toToday)) return 'dayRange';
  return workingDay && weekdayOf(value) > 5 ? 'workingDay' : undefined;
};

const numberFault = (value: string, { min = 0, max = Number.MAX_SAFE_INTEGER }: FormField) => {
  const number = parseWholeNumber(value);
  return number !== undefined && number >= min && number <= max ? undefined : 'range';
};

/** An address on the web as typed or pasted; one without a scheme is taken as https. */
const cleanUrl = (text: string): string => {
  const address = cleanIdentifier(text);
  return /^www\./i.test(address) ? `https://${address}` : address;
};

/** Why a non-empty text is invalid for its field. */
const textFault = (value: string, field: FormField, settings: Settings): string | undefined => {
  switch (field.type) {
    case 'email':
      return parseEmail(value) ? undefined : 'email';
    case 'phone':
      return parsePhone(value) ? undefined : 'phone';
    case 'ssn':
      return ssnFault(value, field, settings);
    case 'plate':
      return parsePlate(value) ? undefined : 'plate';
    case 'postalCode':
      return parsePostalCode(value) ? undefined : 'postalCode';
    case 'url':
      return /^https?:\/\/[^\s/.]+\.\S+$/i.test(cleanUrl(value)) ? undefined : 'url';
    case 'number':
      return numberFault(value, field);
    case 'money':
      return parseIsk(value) === undefined ? 'money' : undefined;
    case 'day':
      return dayFault(value, field, settings);
    case 'select':
    case 'radio':
      return field.options?.includes(value) ? undefined : 'choice';
    case 'flag':
      return value === 'yes' ? undefined : 'choice';
    default:
      return undefined;
  }
};

const lengthFaults = (
  path: string,
  value: string,
  { least = 0, most = defaultMaxLength }: FormField,
): FormFault[] => {
  if (value.length > most)
    return [{ path, reason: 'maxLength', params: { max: most, over: value.length - most } }];
  return value.length < least ? [{ path, reason: 'minLength', params: { min: least } }] : [];
};

const listFaults = (path: string, field: FormField, rows: readonly FormRow[], settings: Settings) => {
  const { fields = [], required, mostRows = 1 } = field;
  const faults: FormFault[] = [];
  if (required && rows.length === 0) faults.push({ path, reason: 'required' });
  if (rows.length > mostRows) faults.push({ path, reason: 'mostRows', params: { max: mostRows } });
  const seen = new Set<string>();
  for (const [at, row] of rows.slice(0, mostRows).entries()) {
    faults.push(...fieldFaults(fields, row, settings, `${path}.${at}.`));
    // The same person, vehicle or child twice is a mistake.
    for (const { name, type } of fields) {
      const value = type === 'ssn' || type === 'plate' ? compactIdentifier(textIn(row, name)) : '';
      const key = `${name} ${value.toUpperCase()}`;
      if (value !== '' && seen.has(key)) faults.push({ path: `${path}.${at}.${name}`, reason: 'duplicate' });
      seen.add(key);
    }
  }
  return faults;
};

const fieldFaults = (
  fields: readonly FormField[],
  values: FormValues,
  settings: Settings,
  prefix = '',
): FormFault[] =>
  visibleFieldsOf(fields, values).flatMap((field): FormFault[] => {
    const { name, type, required, options = [] } = field;
    const path = prefix + name;
    if (type === 'list') return listFaults(path, field, rowsIn(values, name), settings);
    if (type === 'checkboxes' || type === 'files') {
      const chosen = textsIn(values, name);
      if (type === 'checkboxes' && !chosen.every((option) => options.includes(option)))
        return [{ path, reason: 'choice' }];
      return chosen.length > 0 || !required ? [] : [{ path, reason: 'required' }];
    }
    const value = textIn(values, name);
    if (value === '') return required ? [{ path, reason: 'required' }] : [];
    const tooLong = lengthFaults(path, value, field);
    if (tooLong.length > 0) return tooLong;
    const reason = textFault(value, field, settings);
    return reason === undefined ? [] : [{ path, reason }];
  });

/**
 * Validates a form as typed; faults are in field order. Shared by client and server (rule FORM-7). The server adds
 * checks that need its data, such as whether the files have been uploaded.
 */
export const formFaults = (
  fields: readonly FormField[],
  values: FormValues,
  settings: Settings,
): FormFault[] => fieldFaults(fields, values, settings);

const cleanText = (value: string, field: FormField, kennitala: KennitalaSettings): string => {
  switch (field.type) {
    case 'email':
      return parseEmail(value) ?? value;
    case 'phone':
      return parsePhone(value) ?? value;
    case 'postalCode':
      return parsePostalCode(value) ?? value;
    case 'url':
      return cleanUrl(value);
    case 'day':
      return parseDay(value) ?? value;
    case 'number':
      return String(parseWholeNumber(value) ?? value);
    case 'plate':
      return parsePlate(value) ?? value;
    case 'money':
      return String(parseIsk(value) ?? value);
    case 'ssn': {
      const parsed = parseKennitala(value, kennitala);
      return parsed.ok ? parsed.ssn : value;
    }
    default:
      return value;
  }
};

/**
 * Normalizes a form for storage: only visible, answered fields, trimmed; identifiers, numbers and days in
 * canonical form.
 * @param values form values without faults
 */
export const cleanForm = (
  fields: readonly FormField[],
  values: FormValues,
  kennitala: KennitalaSettings,
): FormValues =>
  Object.fromEntries(
    visibleFieldsOf(fields, values).flatMap((field): [string, FormValues[string]][] => {
      const { name, type, fields: inner = [] } = field;
      if (type === 'list') {
        const rows = rowsIn(values, name).map((row) => cleanForm(inner, row, kennitala) as FormRow);
        return rows.length > 0 ? [[name, rows]] : [];
      }
      if (type === 'checkboxes' || type === 'files') {
        const chosen = [...new Set(textsIn(values, name))];
        return chosen.length > 0 ? [[name, chosen]] : [];
      }
      const value = textIn(values, name);
      return value === '' ? [] : [[name, cleanText(value, field, kennitala)]];
    }),
  );
