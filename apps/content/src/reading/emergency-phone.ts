import { fillEmergencyPhone } from '@hofn/service/emergency-phone.ts';
import type { ContentDocument, Store } from './store.ts';

/** Reads documents with the emergency number in place of its placeholder; editors keep the placeholder (rule LIFE-11). */
export const withEmergencyPhone = (store: Store, phone: string): Store => {
  const fill = (document: ContentDocument): ContentDocument => ({
    ...document,
    data: fillEmergencyPhone(document.data, phone),
  });
  return {
    ...store,
    find: async (view, options) => {
      const { documents, total } = await store.find(view, options);
      return { documents: documents.map(fill), total };
    },
    byIds: async (view, ids) => (await store.byIds(view, ids)).map(fill),
  };
};
