import { documentTypes } from '@hofn/content-types';
import type { Field, Fields } from '@hofn/content-types/field.ts';
import { formKindNames, formKindOf } from '@hofn/domain/form-kinds.ts';
import { type FormField, questionsOf } from '@hofn/domain/forms.ts';
import { pricedProducts, priceFieldsOf } from '@hofn/domain/price-form.ts';
import { languages } from '@hofn/texts/language.ts';
import type { FormFieldWords } from '../src/content/documents.ts';
import type { Content, Document } from './content.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields whose emptiness is not visible in the format of the content files, or is allowed there. */
const isUnchecked = (field: Field): boolean =>
  field.kind === 'link' || (field.kind === 'text' && field.orNull === true);

/** Places of a document that lack a required field, as `links[2].title`. */
const missingFields = (fields: Fields, data: Record<string, unknown>, place = ''): string[] =>
  Object.entries(fields).flatMap(([name, field]): string[] => {
    const value = data[name];
    const at = place ? `${place}.${name}` : name;
    if (value === undefined || value === null || value === '')
      return field.required && !isUnchecked(field) ? [at] : [];
    if (field.kind !== 'group') return [];
    if (isRecord(value)) return field.one ? missingFields(field.fields, value, at) : [];
    return [value].flat().flatMap((item, index) => {
      return isRecord(item) ? missingFields(field.fields, item, `${at}[${index}]`) : [];
    });
  });

/** What a form's document does not say about one of its questions. */
const missingWords = (words: readonly FormFieldWords[], path: string, field: FormField): string[] => {
  const own = words.find(({ name }) => name === path);
  const parts = field.type === 'list' ? (['row', 'add', 'remove'] as const) : [];
  return [
    ...(own?.label ? [] : [`the question ${path}`]),
    ...parts.filter((part) => !own?.[part]).map((part) => `${part} of ${path}`),
    ...(field.options ?? [])
      .filter((option) => !own?.options?.some(({ value, label }) => value === option && label))
      .map((option) => `the choice ${option} of ${path}`),
  ];
};

/** Questions of the code that each document with questions has to word, by type and name. */
const askedIn = ({ type, data }: Document): [string, FormField][] => {
  const kind = formKindNames.find((name) => type === 'form' && name === data.kind);
  if (kind) return questionsOf(formKindOf(kind).fields);
  return type === 'prices' ? pricedProducts.flatMap((product) => questionsOf(priceFieldsOf(product))) : [];
};

/**
 * Texts that the pages need and the content does not have: required fields of a document's type, and every question and
 * choice of `form-kinds.ts` and `price-form.ts`. Published content is older than a release that adds one of them.
 * @returns a line for each, empty if the content is complete
 */
export const missingTexts = (content: Content): string[] =>
  languages.flatMap((language) =>
    documentTypes.flatMap((type) =>
      content.ofType(type.id, language).flatMap((document) => {
        const words = Array.isArray(document.data.fields) ? (document.data.fields as FormFieldWords[]) : [];
        const lines = [
          ...missingFields(type.fields, { ...document.data, page: document.page }),
          ...askedIn(document).flatMap(([path, field]) => missingWords(words, path, field)),
        ];
        return [...new Set(lines)].map((line) => `${type.id}/${document.uid} (${language}): ${line}`);
      }),
    ),
  );
