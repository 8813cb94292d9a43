import { defineFeature } from '../feature.ts';
import { coreClientHandlers } from './client-routes.ts';
import { coreDigestHandlers } from './compare/routes.ts';
import { coreFactHandlers } from './fact-routes.ts';
import { forgetFiles } from './file-routes.ts';
import { createImportWork, importQueue } from './import/job.ts';
import { forgetImports } from './import/parts.ts';
import { coreImportHandlers } from './import/routes.ts';
import { corePersonalData } from './personal-data.ts';
import { coreDocumentHandlers } from './reads/document-routes.ts';
import { coreReadHandlers } from './reads/routes.ts';

/** The core connection: calls of other systems, with access tokens of their own (rule CORE-1). */
export const core = defineFeature({
  name: 'core',
  handlers: (services) => ({
    ...coreClientHandlers,
    ...coreFactHandlers(services),
    ...coreImportHandlers(services),
    ...coreDigestHandlers(services),
    ...coreReadHandlers(services),
    ...coreDocumentHandlers(services),
  }),
  queues: [{ queue: importQueue, work: createImportWork }],
  jobs: [
    {
      name: 'core.forgetImports',
      at: '34 3 * * *',
      run: ({ db, clock }) => forgetImports(db, clock.now()),
    },
    { name: 'core.forgetFiles', at: '38 3 * * *', run: ({ db }) => forgetFiles(db) },
  ],
  personalData: corePersonalData,
});
