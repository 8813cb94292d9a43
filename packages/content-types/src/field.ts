/**
 * The declaration of a document type, from which everything else is derived: validation of drafts and of publishing,
 * the GraphQL schema, the search filters, the editor's form and the import of seed files.
 */

type CommonOptions = {
  /** Needed for publishing, not for a draft. */
  required?: true;
  /** One-line hint for editors. */
  about?: string;
};

export type TextField = {
  kind: 'text';
  pattern?: RegExp;
  example?: string;
  /** Seed files have null when it is empty. */
  orNull?: true;
} & CommonOptions;
export type RichTextField = { kind: 'richText' } & CommonOptions;
export type NumberField = { kind: 'number'; min?: number; max?: number } & CommonOptions;
export type BooleanField = { kind: 'boolean' } & CommonOptions;
/** A calendar day, `2026-11-21`. */
export type DateField = { kind: 'date' } & CommonOptions;
export type SelectField = { kind: 'select'; options: readonly string[] } & CommonOptions;
export type ImageField = { kind: 'image' } & CommonOptions;
/** A link to a document of the types `to`; without `to`, to any document or URL. */
export type LinkField = { kind: 'link'; to?: readonly string[] } & CommonOptions;
type GroupOptions = {
  /**
   * The field by which the code looks up its items, such as the questions of a form. An item that the code needs and an
   * editor's document lacks is added when the content is seeded.
   */
  keyedBy?: string;
} & CommonOptions;
/** A repeatable group of fields; with `one`, a single group. */
export type GroupField = { kind: 'group'; fields: Fields; one?: true } & GroupOptions;

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
  /** Name in queries: `footer`, and `allFooters` for the list. */
  id: string;
  label: string;
  /** Whether there is a single document of the type per language. */
  single?: true;
  fields: Fields;
};

/** Declares a document type; list it in `index.ts`. */
export const defineType = (type: DocumentType): DocumentType => type;

export const text = (options: Omit<TextField, 'kind'> = {}): TextField => ({ kind: 'text', ...options });
export const richText = (options: CommonOptions = {}): RichTextField => ({ kind: 'richText', ...options });
export const number = (options: Omit<NumberField, 'kind'> = {}): NumberField => ({
  kind: 'number',
  ...options,
});
export const boolean = (options: CommonOptions = {}): BooleanField => ({ kind: 'boolean', ...options });
export const date = (options: CommonOptions = {}): DateField => ({ kind: 'date', ...options });
export const select = (options: readonly string[], common: CommonOptions = {}): SelectField => ({
  kind: 'select',
  options,
  ...common,
});
export const image = (options: CommonOptions = {}): ImageField => ({ kind: 'image', ...options });
export const link = (options: Omit<LinkField, 'kind'> = {}): LinkField => ({ kind: 'link', ...options });
export const group = (fields: Fields, options: GroupOptions = {}): GroupField => ({
  kind: 'group',
  fields,
  ...options,
});
/** A group of fields that occurs once. The protocol represents it as a list with one item. */
export const one = (fields: Fields, common: CommonOptions = {}): GroupField => ({
  kind: 'group',
  fields,
  one: true,
  ...common,
});
/** A list of plain texts. */
export const texts = (common: CommonOptions = {}): GroupField =>
  group({ text: text({ required: true }) }, common);
/** Days of the week, 1 for Monday to 7 for Sunday. */
export const weekdays = (): GroupField => group({ dagur: number({ min: 1, max: 7, required: true }) });
