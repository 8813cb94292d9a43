import type { Field, Fields } from '@hofn/content-types/field.ts';
import { isPlain } from '../documents/values.ts';

/** A link to a document as it is kept. */
export type KeptLink = { link_type: 'Document'; id: string };

export const isKeptLink = (value: unknown): value is KeptLink =>
  isPlain(value) && value.link_type === 'Document' && typeof value.id === 'string';

type Turn = (link: KeptLink) => unknown;

// The link in a piece of rich text stands in the data of its span.
const inBlock = (block: unknown, turn: Turn): unknown =>
  isPlain(block) && Array.isArray(block.spans)
    ? {
        ...block,
        spans: block.spans.map((span: unknown) =>
          isPlain(span) && isKeptLink(span.data) ? { ...span, data: turn(span.data) } : span,
        ),
      }
    : block;

const inField = (field: Field, value: unknown, turn: Turn): unknown => {
  if (field.kind === 'link') return isKeptLink(value) ? turn(value) : value;
  if (field.kind === 'richText' && Array.isArray(value)) return value.map((block) => inBlock(block, turn));
  if (field.kind === 'group' && Array.isArray(value)) {
    return value.map((item: unknown) => (isPlain(item) ? turnLinks(field.fields, item, turn) : item));
  }
  return value;
};

/** A document's data with each link to a document replaced by what `turn` makes of it. */
export const turnLinks = (
  fields: Fields,
  data: Record<string, unknown>,
  turn: Turn,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const field = fields[name];
      return [name, field ? inField(field, value, turn) : value];
    }),
  );

/** Ids of the documents that a document's data links to. */
export const linkedIds = (fields: Fields, data: Record<string, unknown>): string[] => {
  const ids: string[] = [];
  turnLinks(fields, data, ({ id, ...rest }) => {
    ids.push(id);
    return { ...rest, id };
  });
  return ids;
};
