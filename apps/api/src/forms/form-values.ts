import type { FormField, FormRow, FormValues } from '@hofn/domain/forms.ts';
import { composed } from '@hofn/service/composed.ts';
import { plainTexts } from '@hofn/service/plain-texts.ts';
import { Fault, type FieldFault } from '../platform/fault.ts';

/** A form that cannot be accepted because of these fields. */
export const invalidForm = (...fields: FieldFault[]): Fault => new Fault('validation', { fields });

/** Reads a list field, which may arrive as a single text or be absent; rows of a multipart body are JSON. */
export const listField = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

const rowOf = (value: unknown): FormRow | undefined => {
  let row = value;
  if (typeof value === 'string') {
    try {
      row = JSON.parse(value);
    } catch {
      return undefined;
    }
  }
  if (typeof row !== 'object' || row === null) return undefined;
  const answers = Object.entries(row).filter(([, answer]) => typeof answer === 'string');
  return Object.fromEntries(answers) as FormRow;
};

/**
 * Reads a body as the values of its form.
 * @throws Fault `validation` naming a row that cannot be parsed or stored
 */
export const valuesOf = (fields: readonly FormField[], body: Record<string, unknown>): FormValues =>
  Object.fromEntries(
    fields.map(({ name, type }): [string, FormValues[string]] => {
      const value = body[name];
      if (type === 'checkboxes' || type === 'files') return [name, listField(value).map(String)];
      if (type !== 'list') return [name, typeof value === 'string' ? value : ''];
      const rows = listField(value).map((item, index) => {
        const row = rowOf(item);
        if (!row) throw invalidForm({ path: `${name}.${index}`, reason: 'object' });
        return row;
      });
      // The check of the whole body saw the row as JSON, in which characters are escaped.
      plainTexts({ [name]: rows });
      return [name, composed(rows)];
    }),
  );

/** A field that holds one text. */
export const textIn = (values: FormValues, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};
