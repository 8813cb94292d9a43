import type { Field, Fields, GroupField } from './field.ts';

type Data = Record<string, unknown>;

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Blocks of a page in the format of the repository's content files; `list` and `steps` contain their items. */
type FileBlock = { type: string; text: string } | { type: string; items: string[] };

const headings: Record<string, string> = { heading2: 'heading', heading3: 'subheading' };
const lists: Record<string, string> = { 'list-item': 'list', 'o-list-item': 'steps' };

// A note or a quote is a paragraph whose whole text has a label.
const labelOf = (spans: unknown): string | undefined => {
  const [first] = Array.isArray(spans) ? spans : [];
  return isData(first) && first.type === 'label' && isData(first.data) && typeof first.data.label === 'string'
    ? first.data.label
    : undefined;
};

const blocksOf = (value: unknown): FileBlock[] => {
  const blocks: FileBlock[] = [];
  for (const block of Array.isArray(value) ? value : []) {
    if (!isData(block) || typeof block.type !== 'string' || typeof block.text !== 'string') continue;
    const { type, text } = block;
    const list = lists[type];
    const last = blocks.at(-1);
    if (list === undefined)
      blocks.push({ type: headings[type] ?? labelOf(block.spans) ?? 'paragraph', text });
    else if (last && 'items' in last && last.type === list) last.items.push(text);
    else blocks.push({ type: list, items: [text] });
  }
  return blocks;
};

const groupOf = (field: GroupField, value: unknown): unknown => {
  const items = Array.isArray(value) ? value.filter(isData) : [];
  const names = Object.keys(field.fields);
  const [only] = names;
  if (field.one) return items[0] && toFileFormat(field.fields, items[0]);
  if (names.length === 1 && only !== undefined) {
    return items.map((item) => toFileFormat(field.fields, item)[only]);
  }
  if (names.join() === 'key,items') {
    return Object.fromEntries(
      items.map((item) => [String(item.key), toFileFormat(field.fields, item).items]),
    );
  }
  return items.map((item) => toFileFormat(field.fields, item));
};

const fileValueOf = (field: Field, value: unknown): unknown => {
  switch (field.kind) {
    case 'group':
      return groupOf(field, value);
    case 'richText':
      return blocksOf(value);
    case 'link':
      return isData(value) && value.link_type === 'Document' ? value.uid : undefined;
    case 'image':
      return isData(value) && typeof value.url === 'string' ? value : undefined;
    default:
      return value ?? undefined;
  }
};

/**
 * Converts a document's `data`, as returned by the search, to the format of the repository's content files in one
 * language: lists of plain texts, single parts, records by key, links by document name or by `page` and `url`. Empty
 * fields are absent, or null if the type says so; empty lists are kept.
 */
export const toFileFormat = (fields: Fields, data: Data): Data => {
  const result: Data = {};
  for (const [name, field] of Object.entries(fields)) {
    const source = data[name];
    if (field.kind === 'link' && !field.to) {
      // A link to one of our pages is in the field `page` next to it.
      if (isData(source) && source.link_type === 'Web') {
        result.url = source.url;
        if (source.target) result.target = source.target;
      }
      continue;
    }
    const value = fileValueOf(field, source);
    if (value !== undefined) result[name] = value;
    else if (field.kind === 'text' && field.orNull) result[name] = null;
  }
  return result;
};
