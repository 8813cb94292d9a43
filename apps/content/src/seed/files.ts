import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Field, Fields, GroupField, LinkField } from '@hofn/content-types/field.ts';
import type { FieldFault } from '../documents/fault.ts';
import { isPlain } from '../documents/values.ts';
import type { contentLanguages } from '../languages.ts';

/** A file of content: a document in both languages at once, any part of which may be `{ is, en }`. */
export type ContentFile = { file: string; type: string; uid: string; fields: Record<string, unknown> };

/** Raised when the folder cannot be read as content; `message` has a line for each fault. */
export class SeedFault extends Error {
  override name = 'SeedFault';
}

/** Reads `<folder>/<type>/<name>.json`, in order of type and name. @throws SeedFault */
export const readContentFiles = (folder: string): ContentFile[] => {
  const files: ContentFile[] = [];
  const faults: string[] = [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort();
  for (const file of names) {
    try {
      const read: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      if (!isPlain(read)) throw new Error('it is not an object');
      const { type, uid, ...fields } = read;
      if (typeof type !== 'string' || typeof uid !== 'string') throw new Error('it lacks type or uid');
      files.push({ file, type, uid, fields });
    } catch (error) {
      faults.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (faults.length > 0) throw new SeedFault(faults.join('\n'));
  return files;
};

type Language = (typeof contentLanguages)[number]['language'];

/** Finds the document that a file means: by name, or by the page that it makes. */
export type FindDocument = (
  by: { types: readonly string[]; uid: string } | { page: string },
) => string | undefined;

export type Turned = { data: Record<string, unknown>; faults: FieldFault[] };

const languageNames = { is: 'is', en: 'en' } as const;

const isBilingual = (value: unknown): value is Record<Language, unknown> =>
  isPlain(value) &&
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
const labelled = new Set(['note', 'quote']);

/**
 * A file's field as the type declares it, in one language: `{ is, en }` gives its side, a list of texts becomes the
 * only field of a group, a record becomes items with their key, a name becomes a link to the document.
 */
export const turnFile = (
  fields: Fields,
  file: ContentFile,
  language: Language,
  find: FindDocument,
): Turned => {
  const faults: FieldFault[] = [];

  const local = (value: unknown, path: string): unknown => {
    if (!isBilingual(value)) return value;
    if (value[language] === undefined) {
      faults.push({ path, reason: 'translation', params: { language } });
    }
    return value[language];
  };

  const turnBlocks = (value: unknown, path: string): unknown => {
    const blocks = typeof value === 'string' ? [{ type: 'paragraph', text: value }] : value;
    if (!Array.isArray(blocks)) return value;
    return blocks.flatMap((block: unknown, index) => {
      const at = `${path}[${index}]`;
      const type = isPlain(block) && typeof block.type === 'string' ? block.type : '';
      const kind = blockTypes[type];
      if (!isPlain(block) || !kind) {
        faults.push({ path: at, reason: 'oneOf', params: { values: Object.keys(blockTypes).join(', ') } });
        return [];
      }
      const given = local('items' in block ? block.items : [block.text], at);
      return (Array.isArray(given) ? given : [given]).map((item: unknown) => {
        const text = local(item, at);
        const label = { start: 0, end: String(text).length, type: 'label', data: { label: type } };
        return { type: kind, text, spans: labelled.has(type) ? [label] : [] };
      });
    });
  };

  const turnLink = (field: LinkField, value: unknown, path: string): unknown => {
    if (isPlain(value)) {
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

  const turnGroup = (field: GroupField, value: unknown, path: string): unknown => {
    if (field.one) return [turnItem(field.fields, value, path)];
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) => turnItem(field.fields, item, `${path}[${index}]`));
    }
    if (!isPlain(value)) return value;
    return Object.entries(value).map(([key, items]) =>
      turnItem(field.fields, { key, items }, `${path}.${key}`),
    );
  };

  const turnItem = (own: Fields, given: unknown, path: string): unknown => {
    const value = local(given, path);
    const names = Object.keys(own);
    const only = names.length === 1 ? names[0] : undefined;
    if (isPlain(value)) return turnFields(own, withLink(own, value), path);
    return only === undefined ? value : turnFields(own, { [only]: value }, path);
  };

  /** `page` and `url` of a file as the one link that the type has instead. */
  const withLink = (own: Fields, value: Record<string, unknown>): Record<string, unknown> => {
    if (own.link?.kind !== 'link' || 'link' in value) return value;
    if ('url' in value) {
      const { url, target, ...rest } = value;
      return { ...rest, link: { url: local(url, 'url'), target } };
    }
    const id = typeof value.page === 'string' ? find({ page: value.page }) : undefined;
    return id === undefined ? value : { ...value, link: { link_type: 'Document', id } };
  };

  const turnField = (field: Field, given: unknown, path: string): unknown => {
    const value = local(given, path);
    if (value === null || value === undefined) return undefined;
    switch (field.kind) {
      case 'richText':
        return turnBlocks(value, path);
      case 'link':
        return turnLink(field, value, path);
      case 'group':
        return turnGroup(field, value, path);
      default:
        return value;
    }
  };

  const turnFields = (own: Fields, given: Record<string, unknown>, path: string): Record<string, unknown> => {
    const data: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(given)) {
      const field = own[name];
      const at = path ? `${path}.${name}` : name;
      // What the type does not have is left as it is, for the check of the whole document to name.
      data[name] = field ? turnField(field, value, at) : value;
    }
    return data;
  };

  return { data: turnFields(fields, file.fields, ''), faults };
};
