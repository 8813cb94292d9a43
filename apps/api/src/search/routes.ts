import type { searchCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { foldForSearch } from '@hofn/texts';
import type { Handlers } from '../platform/registrar.ts';
import { createSearchStore } from './store.ts';

export const searchHandlers = ({ database }: { database: Database }): Handlers<typeof searchCalls> => {
  const store = createSearchStore(database.db);
  return {
    search: async ({ query, context: { subject }, language }) => {
      const words = foldForSearch(query.q).split(/\s+/).filter(Boolean);
      return { items: await store.find(subject, language, words) };
    },
  };
};
