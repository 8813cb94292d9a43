import type { coreDigestCalls } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Handlers } from '../../platform/registrar.ts';
import { digestsOf, splitRange, storedFacts } from './digests.ts';

export const coreDigestHandlers = ({ db }: { db: Db }): Handlers<typeof coreDigestCalls> => ({
  readCoreDigests: async ({ query: { type, from = null, to = null, parts }, client: { source } }) => {
    const facts = storedFacts(source, type);
    return { items: await digestsOf(db, facts, await splitRange(db, facts, { from, to }, parts)) };
  },
});
