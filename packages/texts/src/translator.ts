import type { Language } from './language.ts';
import { formatNumber, pluralForm } from './number.ts';

/** Texts by category and key. A text with a count has two keys, `<key>.one` and `<key>.other`. */
export type Catalogue = { readonly [category: string]: { readonly [key: string]: string } };

/** The type of another language's catalogue: the same categories and keys (rule LANG-6). */
export type Translation<Source extends Catalogue> = {
  readonly [C in keyof Source]: { readonly [K in keyof Source[C]]: string };
};

/** Values for the placeholders in a text. Numbers are formatted by language, so pass a year as a string. */
export type Params = { readonly [name: string]: string | number };

type Singular<Key> = Key extends `${infer Word}.one` ? Word : Key extends `${string}.other` ? never : Key;

/** Every key of a catalogue: `category|key`; for a text with a count, without `.one` and `.other`. */
export type TextKey<C> = {
  [Category in keyof C & string]: `${Category}|${Singular<keyof C[Category] & string>}`;
}[keyof C & string];

type TextAt<C, Key> = Key extends `${infer Category}|${infer Name}`
  ? Category extends keyof C
    ? Name extends keyof C[Category]
      ? C[Category][Name]
      : `${Name}.other` extends keyof C[Category]
        ? C[Category][`${Name}.other`]
        : never
    : never
  : never;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

type Values<Text> = [Names<Text>] extends [never]
  ? [params?: Params]
  : [params: { readonly [Name in Names<Text>]: string | number }];

/**
 * Looks up a text by `category|key` and fills in its placeholders. Keys and placeholders are type-checked. A missing
 * text is shown as its key, with one console warning per key and language (rule LANG-4).
 */
export type Translate<C> = Lookup &
  (<Key extends TextKey<C>>(key: Key, ...params: Values<TextAt<C, Key>>) => string);

/** The catalogue-independent part of a translator: look-up by a key known only at run time. */
export type Lookup = {
  readonly language: Language;
  /** The text, or undefined if there is none. */
  find(key: string, params?: Params): string | undefined;
};

const warned = new Set<string>();

const fill = (language: Language, text: string, params: Params): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    return typeof value === 'number' ? formatNumber(language, value) : (value ?? placeholder);
  });

/**
 * Creates a translator.
 * @param catalogue the loaded groups, merged: `{ ...shell, ...portal }`
 */
export const createTranslator = <const C extends Catalogue>(
  language: Language,
  catalogue: C,
): Translate<C> => {
  const textAt = (category: string, name: string): string | undefined => {
    const texts = Object.hasOwn(catalogue, category) ? catalogue[category] : undefined;
    return texts && Object.hasOwn(texts, name) ? texts[name] : undefined;
  };
  const find = (key: string, params: Params = {}): string | undefined => {
    const bar = key.indexOf('|');
    const category = key.slice(0, bar);
    const name = key.slice(bar + 1);
    const { n } = params;
    const text =
      textAt(category, name) ??
      (typeof n === 'number' ? textAt(category, `${name}.${pluralForm(language, n)}`) : undefined);
    return text === undefined ? undefined : fill(language, text, params);
  };
  const translate = (key: string, params?: Params): string => {
    const text = find(key, params);
    if (text !== undefined) return text;
    const missing = `${language}:${key}`;
    if (!warned.has(missing)) {
      warned.add(missing);
      console.warn(`No text in ${language} for ${key}`);
    }
    return key;
  };
  return Object.assign(translate, { language, find });
};
