import type { ContentDocument, Store } from './store.ts';

/** What editors write for the emergency number abroad. */
const placeholder = '{emergencyPhone}';

/** Reads documents with the emergency number in place of its placeholder; editors keep the placeholder (rule LIFE-11). */
export const withEmergencyPhone = (store: Store, phone: string): Store => {
  // Escaped as inside a JSON string, although a phone number needs no escape.
  const written = JSON.stringify(phone).slice(1, -1);
  const fill = (document: ContentDocument): ContentDocument => {
    const text = JSON.stringify(document.data);
    if (!text.includes(placeholder)) return document;
    return { ...document, data: JSON.parse(text.replaceAll(placeholder, written)) };
  };
  return {
    ...store,
    find: async (view, options) => {
      const { documents, total } = await store.find(view, options);
      return { documents: documents.map(fill), total };
    },
    byIds: async (view, ids) => (await store.byIds(view, ids)).map(fill),
  };
};
