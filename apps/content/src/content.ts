import { randomBytes } from 'node:crypto';
import { documentTypes } from '@hofn/content-types';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { createServer, type Limits, type Logger } from '@hofn/service';
import { createAddressLimit } from '@hofn/service/address-limit.ts';
import { databaseHealth } from '@hofn/service/database-health.ts';
import type { FastifyInstance } from 'fastify';
import { createEditing } from './editing/editing.ts';
import { registerDocumentation } from './http/documentation.ts';
import { registerEditing } from './http/editing.ts';
import { errorHandlers } from './http/errors.ts';
import { registerReading } from './http/reading.ts';
import { createTokenLookup } from './http/tokens.ts';
import { withEmergencyPhone } from './reading/emergency-phone.ts';
import { createStore } from './reading/store.ts';
import { createViews } from './reading/views.ts';
import type { Settings } from './settings.ts';

export type ContentParts = {
  database: Database;
  clock: Clock;
  logger: Logger;
  settings: Settings;
  /** Creates an unguessable id from the given number of random bytes. */
  newId?: (bytes: number) => string;
  limits?: Partial<Limits>;
};

const ownLimits = {
  // A long document with rich text; pictures are stored elsewhere.
  bodyBytes: 1024 * 1024,
  // An 8 KB query with every character escaped, plus room to answer longer ones with a proper error.
  headerBytes: 64 * 1024,
};

/** The content service: Prismic's read protocol and our own write API. The database must be migrated. */
export const createContent = ({
  database,
  clock,
  logger,
  settings,
  newId = (bytes) => randomBytes(bytes).toString('base64url'),
  limits,
}: ContentParts): FastifyInstance => {
  const { db } = database;
  const server = createServer({
    name: 'content',
    logger,
    clock,
    faults: errorHandlers,
    trustProxy: settings.CONTENT_TRUSTED_PROXIES,
    limits: { ...ownLimits, requestsAtOnce: settings.REQUESTS_AT_ONCE, ...limits },
    ...databaseHealth(database),
  });
  const tokenHolder = createTokenLookup(settings.CONTENT_TOKENS);
  const editing = createEditing({ db, clock, types: documentTypes, newId });
  registerReading(server, {
    types: documentTypes,
    store: withEmergencyPhone(createStore(db), settings.CONTACT_PHONE_ABROAD),
    views: createViews(db, clock, {
      oldMasterHours: settings.CONTENT_OLD_REF_HOURS,
      releaseDays: settings.CONTENT_DRAFT_REF_DAYS,
    }),
    releases: async () => (await editing.releases()).map(({ id, ref, label }) => ({ id, ref, label })),
    tokenHolder,
    limit: createAddressLimit({ name: 'content', most: settings.RATE_READ, clock }),
    settings,
  });
  registerDocumentation(server);
  registerEditing(server, {
    types: documentTypes,
    editing,
    tokenHolder,
    previewUrl: settings.CONTENT_PREVIEW_URL,
  });
  return server;
};
