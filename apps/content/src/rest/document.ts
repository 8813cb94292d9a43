import type { DocumentType, Field, Fields } from '@hofn/content-types/field.ts';
import { mapLinks } from '../reading/links.ts';
import type { ContentDocument, DocumentHeader } from '../reading/store.ts';

/** Linked documents and translations of all documents in one response. */
export type RelatedDocuments = {
  linked: ReadonlyMap<string, DocumentHeader | ContentDocument>;
  translations: ReadonlyMap<string, readonly DocumentHeader[]>;
  /** Fields of linked documents to include, by type (`fetchLinks`). */
  linkedFields: ReadonlyMap<string, readonly string[]>;
};

/** An instant in the read protocol's format. */
export const protocolDate = (at: Date | null): string | null =>
  at === null ? null : at.toISOString().replace(/\.\d{3}Z$/, '+0000');

// The read protocol's value for an empty field.
const emptyField = (field: Field): unknown => {
  switch (field.kind) {
    case 'link':
      return { link_type: 'Any' };
    case 'image':
      return {};
    case 'group':
    case 'richText':
      return [];
    default:
      return null;
  }
};

const withEmptyFields = (fields: Fields, data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = data[name];
      if (value === undefined) return [name, emptyField(field)];
      if (field.kind !== 'group' || !Array.isArray(value)) return [name, value];
      return [name, value.map((item) => withEmptyFields(field.fields, item as Record<string, unknown>))];
    }),
  );

const pick = (data: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (name in data ? [[name, data[name]]] : [])));

/** A document in the format of the REST search. */
export const restDocument = (
  type: DocumentType,
  document: ContentDocument,
  { linked, translations, linkedFields }: RelatedDocuments,
  base: string,
): Record<string, unknown> => {
  const data = mapLinks(type.fields, document.data, ({ id }) => {
    const target = linked.get(id);
    if (!target) return { link_type: 'Document', id, isBroken: true };
    const names = linkedFields.get(target.type);
    return {
      link_type: 'Document',
      id,
      uid: target.uid,
      type: target.type,
      tags: target.tags,
      lang: target.lang,
      slug: target.uid,
      first_publication_date: protocolDate(target.firstPublishedAt),
      last_publication_date: protocolDate(target.publishedAt),
      isBroken: false,
      ...(names && 'data' in target && { data: pick(target.data, names) }),
    };
  });
  return {
    id: document.id,
    uid: document.uid,
    url: null,
    type: document.type,
    href: `${base}/api/v2/documents/search?q=${encodeURIComponent(`[[at(document.id, "${document.id}")]]`)}`,
    tags: document.tags,
    first_publication_date: protocolDate(document.firstPublishedAt),
    last_publication_date: protocolDate(document.publishedAt),
    slugs: [document.uid],
    linked_documents: [],
    lang: document.lang,
    alternate_languages: (translations.get(document.groupId) ?? [])
      .filter(({ id }) => id !== document.id)
      .map(({ id, uid, type: ofType, lang }) => ({ id, uid, type: ofType, lang })),
    data: withEmptyFields(type.fields, data),
  };
};
