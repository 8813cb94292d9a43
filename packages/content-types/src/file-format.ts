import type { Field, Fields, GroupField } from './field.ts';

type Data = Record<string, unknown>;

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Blocks of a page as files write them; `list` and `steps` hold their items. */
type WrittenBlock = { type: string; text: string } | { type: string; items: string[] };

const headings: Record<string, string> = { heading2: 'heading', heading3: 'subheading' };
const lists: Record<string, string> = { 'list-item': 'list', 'o-list-item': 'steps' };

// A note or a quote is a paragraph with a label over the whole of it.
const labelOf = (spans: unknown): string | undefined => {
  const [first] = Array.isArray(spans) ? spans : [];
  return isData(first) && first.type === 'label' && isData(first.data) && typeof first.data.label === 'string'
    ? first.data.label
    : undefined;
};

const blocksOf = (value: unknown): WrittenBlock[] => {
  const blocks: WrittenBlock[] = [];
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
  if (field.one) return items[0] && asWritten(field.fields, items[0]);
  if (names.length === 1 && only !== undefined) {
    return items.map((item) => asWritten(field.fields, item)[only]);
  }
  if (names.join() === 'key,items') {
    return Object.fromEntries(items.map((item) => [String(item.key), asWritten(field.fields, item).items]));
  }
  return items.map((item) => asWritten(field.fields, item));
};

const writtenField = (field: Field, value: unknown): unknown => {
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
 * A document's `data`, as the read protocol's search gives it, in the shape that the files of the repository have in
 * one language: lists of plain texts, parts that stand once, records by key, links by name of the document or by
 * `page` and `url`. What is not filled in is absent, or null where the type says so; a list is then empty.
 */
export const asWritten = (fields: Fields, data: Data): Data => {
  const written: Data = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = data[name];
    if (field.kind === 'link' && !field.to) {
      // A document of ours is named by its page, which stands beside the link.
      if (isData(given) && given.link_type === 'Web') {
        written.url = given.url;
        if (given.target) written.target = given.target;
      }
      continue;
    }
    const value = writtenField(field, given);
    if (value !== undefined) written[name] = value;
    else if (field.kind === 'text' && field.orNull) written[name] = null;
  }
  return written;
};
