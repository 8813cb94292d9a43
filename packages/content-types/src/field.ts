/**
 * The one declaration that everything about a document type is made from: what a draft may hold, what is asked for at
 * publishing, the GraphQL schema, the search filters, the form of an editor and the reading of the seed files.
 */

type Asked = {
  /** A document without it may be drafted, but not published. */
  required?: true;
  /** One line for whoever fills it in. */
  about?: string;
};

export type TextField = {
  kind: 'text';
  pattern?: RegExp;
  example?: string;
  /** Files write null where there is none. */
  orNull?: true;
} & Asked;
export type RichTextField = { kind: 'richText' } & Asked;
export type NumberField = { kind: 'number'; min?: number; max?: number } & Asked;
export type BooleanField = { kind: 'boolean' } & Asked;
/** A calendar day, `2026-11-21`. */
export type DateField = { kind: 'date' } & Asked;
export type SelectField = { kind: 'select'; options: readonly string[] } & Asked;
export type ImageField = { kind: 'image' } & Asked;
/** To a document (of `to`, when given) or, without `to`, to an address as well. */
export type LinkField = { kind: 'link'; to?: readonly string[] } & Asked;
/** Fields that repeat; with `one`, that stand once. */
export type GroupField = { kind: 'group'; fields: Fields; one?: true } & Asked;

export type Field =
  | TextField
  | RichTextField
  | NumberField
  | BooleanField
  | DateField
  | SelectField
  | ImageField
  | LinkField
  | GroupField;
export type Fields = { readonly [name: string]: Field };

export type DocumentType = {
  /** As queries write it: `footer`, and `allFooters` for the list. */
  id: string;
  label: string;
  /** Whether each language has one document of the type, not many. */
  single?: true;
  fields: Fields;
};

/** Declares a type of documents; `types/index.ts` lists it. */
export const defineType = (type: DocumentType): DocumentType => type;

export const text = (options: Omit<TextField, 'kind'> = {}): TextField => ({ kind: 'text', ...options });
export const richText = (options: Asked = {}): RichTextField => ({ kind: 'richText', ...options });
export const number = (options: Omit<NumberField, 'kind'> = {}): NumberField => ({
  kind: 'number',
  ...options,
});
export const boolean = (options: Asked = {}): BooleanField => ({ kind: 'boolean', ...options });
export const date = (options: Asked = {}): DateField => ({ kind: 'date', ...options });
export const select = (options: readonly string[], asked: Asked = {}): SelectField => ({
  kind: 'select',
  options,
  ...asked,
});
export const image = (options: Asked = {}): ImageField => ({ kind: 'image', ...options });
export const link = (options: Omit<LinkField, 'kind'> = {}): LinkField => ({ kind: 'link', ...options });
export const group = (fields: Fields, asked: Asked = {}): GroupField => ({ kind: 'group', fields, ...asked });
/** Fields that belong together and stand once. It is read as a list of one, as the protocol has no other way. */
export const one = (fields: Fields, asked: Asked = {}): GroupField => ({
  kind: 'group',
  fields,
  one: true,
  ...asked,
});
/** A list of plain texts. */
export const texts = (asked: Asked = {}): GroupField => group({ text: text({ required: true }) }, asked);
/** Days of the week, 1 for Monday to 7 for Sunday. */
export const weekdays = (): GroupField => group({ dagur: number({ min: 1, max: 7, required: true }) });
