import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Field, Fields, GroupField, LinkField } from '@hofn/content-types/field.ts';
import type { FieldError } from '../documents/errors.ts';
import { isObject } from '../documents/values.ts';
import type { contentLanguages } from '../languages.ts';

/** A content file: one document in both languages; any part may be `{ is, en }`. */
export type ContentFile = { file: string; type: string; uid: string; fields: Record<string, unknown> };

/** Thrown when the content folder is invalid; `message` has a line for each error. */
export class SeedError extends Error {
  override name = 'SeedError';
}

/** Reads `<folder>/<type>/<name>.json`, in order of type and name. @throws SeedError */
export const readContentFiles = (folder: string): ContentFile[] => {
  const files: ContentFile[] = [];
  const faults: string[] = [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort();
  for (const file of names) {
    try {
      const content: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      if (!isObject(content)) throw new Error('not an object');
      const { type, uid, ...fields } = content;
      if (typeof type !== 'string' || typeof uid !== 'string') throw new Error('type or uid is missing');
      files.push({ file, type, uid, fields });
    } catch (error) {
      faults.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (faults.length > 0) throw new SeedError(faults.join('\n'));
  return files;
};

type Language = (typeof contentLanguages)[number]['language'];

/** Finds the id of a document that a file refers to, by uid or by page. */
export type FindDocument = (
  by: { types: readonly string[]; uid: string } | { page: string },
) => string | undefined;

export type ConvertedFile = { data: Record<string, unknown>; faults: FieldError[] };

const languageNames = { is: 'is', en: 'en' } as const;

const isBilingual = (value: unknown): value is Record<Language, unknown> =>
  isObject(value) &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every((key) => Object.hasOwn(languageNames, key));

const blockTypes: Record<string, string> = {
  heading: 'heading2',
  subheading: 'heading3',
  paragraph: 'paragraph',
  note: 'paragraph',
  quote: 'paragraph',
  list: 'list-item',
  steps: 'o-list-item',
};
const labelledBlocks = new Set(['note', 'quote']);

/**
 * Converts a file to the data that its type declares, in one language: `{ is, en }` becomes one of its values, a list of
 * texts becomes group items with a single field, a record becomes items with a key, a name becomes a document link.
 */
export const convertFile = (
  fields: Fields,
  file: ContentFile,
  language: Language,
  find: FindDocument,
): ConvertedFile => {
  const faults: FieldError[] = [];

  const localized = (value: unknown, path: string): unknown => {
    if (!isBilingual(value)) return value;
    if (value[language] === undefined) {
      faults.push({ path, reason: 'translation', params: { language } });
    }
    return value[language];
  };

  const convertBlocks = (value: unknown, path: string): unknown => {
    const blocks = typeof value === 'string' ? [{ type: 'paragraph', text: value }] : value;
    if (!Array.isArray(blocks)) return value;
    return blocks.flatMap((block: unknown, index) => {
      const at = `${path}[${index}]`;
      const type = isObject(block) && typeof block.type === 'string' ? block.type : '';
      const kind = blockTypes[type];
      if (!isObject(block) || !kind) {
        faults.push({ path: at, reason: 'oneOf', params: { values: Object.keys(blockTypes).join(', ') } });
        return [];
      }
      const given = localized('items' in block ? block.items : [block.text], at);
      return (Array.isArray(given) ? given : [given]).map((item: unknown) => {
        const text = localized(item, at);
        const label = { start: 0, end: String(text).length, type: 'label', data: { label: type } };
        return { type: kind, text, spans: labelledBlocks.has(type) ? [label] : [] };
      });
    });
  };

  const convertLink = (field: LinkField, value: unknown, path: string): unknown => {
    if (isObject(value)) {
      if (typeof value.url === 'string') {
        return { link_type: 'Web', url: value.url, ...(value.target === '_blank' && { target: '_blank' }) };
      }
      return value;
    }
    const id = find({ types: field.to ?? [], uid: String(value) });
    if (id === undefined) {
      faults.push({ path, reason: 'linkToNothing', params: { document: String(value) } });
      return undefined;
    }
    return { link_type: 'Document', id };
  };

  const convertGroup = (field: GroupField, value: unknown, path: string): unknown => {
    if (field.one) return [convertItem(field.fields, value, path)];
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) => convertItem(field.fields, item, `${path}[${index}]`));
    }
    if (!isObject(value)) return value;
    return Object.entries(value).map(([key, items]) =>
      convertItem(field.fields, { key, items }, `${path}.${key}`),
    );
  };

  const convertItem = (own: Fields, given: unknown, path: string): unknown => {
    const value = localized(given, path);
    const names = Object.keys(own);
    const only = names.length === 1 ? names[0] : undefined;
    if (isObject(value)) return convertFields(own, withLink(own, value), path);
    return only === undefined ? value : convertFields(own, { [only]: value }, path);
  };

  /** Converts a file's `page` or `url` to the type's `link` field. */
  const withLink = (own: Fields, value: Record<string, unknown>): Record<string, unknown> => {
    if (own.link?.kind !== 'link' || 'link' in value) return value;
    if ('url' in value) {
      const { url, target, ...rest } = value;
      return { ...rest, link: { url: localized(url, 'url'), target } };
    }
    const id = typeof value.page === 'string' ? find({ page: value.page }) : undefined;
    return id === undefined ? value : { ...value, link: { link_type: 'Document', id } };
  };

  const convertField = (field: Field, given: unknown, path: string): unknown => {
    const value = localized(given, path);
    if (value === null || value === undefined) return undefined;
    switch (field.kind) {
      case 'richText':
        return convertBlocks(value, path);
      case 'link':
        return convertLink(field, value, path);
      case 'group':
        return convertGroup(field, value, path);
      default:
        return value;
    }
  };

  const convertFields = (
    own: Fields,
    given: Record<string, unknown>,
    path: string,
  ): Record<string, unknown> => {
    const data: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(given)) {
      const field = own[name];
      const at = path ? `${path}.${name}` : name;
      // Keep unknown fields as they are: checkData reports them.
      data[name] = field ? convertField(field, value, at) : value;
    }
    return data;
  };

  return { data: convertFields(fields, file.fields, ''), faults };
};
