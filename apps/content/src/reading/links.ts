import type { Field, Fields } from '@hofn/content-types/field.ts';
import { isObject } from '../documents/values.ts';

/** A link to a document, as stored. */
export type StoredLink = { link_type: 'Document'; id: string };

export const isStoredLink = (value: unknown): value is StoredLink =>
  isObject(value) && value.link_type === 'Document' && typeof value.id === 'string';

type MapLink = (link: StoredLink) => unknown;

// In rich text the link is in the data of a span.
const mapBlock = (block: unknown, map: MapLink): unknown =>
  isObject(block) && Array.isArray(block.spans)
    ? {
        ...block,
        spans: block.spans.map((span: unknown) =>
          isObject(span) && isStoredLink(span.data) ? { ...span, data: map(span.data) } : span,
        ),
      }
    : block;

const mapField = (field: Field, value: unknown, map: MapLink): unknown => {
  if (field.kind === 'link') return isStoredLink(value) ? map(value) : value;
  if (field.kind === 'richText' && Array.isArray(value)) return value.map((block) => mapBlock(block, map));
  if (field.kind === 'group' && Array.isArray(value)) {
    return value.map((item: unknown) => (isObject(item) ? mapLinks(field.fields, item, map) : item));
  }
  return value;
};

/** Replaces each document link in a document's data with the result of `map`. */
export const mapLinks = (
  fields: Fields,
  data: Record<string, unknown>,
  map: MapLink,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const field = fields[name];
      return [name, field ? mapField(field, value, map) : value];
    }),
  );

/** Ids of all documents that a document's data links to. */
export const linkedIds = (fields: Fields, data: Record<string, unknown>): string[] => {
  const ids: string[] = [];
  mapLinks(fields, data, ({ id, ...rest }) => {
    ids.push(id);
    return { ...rest, id };
  });
  return ids;
};
