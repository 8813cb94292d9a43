import { coreRecords, type Database } from '@hofn/database';
import { systemClock } from '@hofn/domain/clock.ts';
import { eq } from 'drizzle-orm';
import { createCoreClients } from '../../apps/identity/src/core-clients/core-clients.ts';
import { newKeyPair } from '../../apps/identity/src/core-clients/keys.ts';
import { newBook, writeBook } from '../../apps/sandbox/src/core/book.ts';
import {
  bookFileIn,
  coreClientScopes,
  coreSource,
  readClient,
  writeClient,
} from '../../apps/sandbox/src/core/client-file.ts';
import { openingRecords } from '../../apps/sandbox/src/core/stories.ts';

const keyDays = 365;

/**
 * Registers the sandbox's core as a client of the core connection with a key of its own, unless it is registered: as
 * `npm run core:client` does. The private key stays in the core's folder.
 */
export const registerCore = async ({ db }: Database, folder: string): Promise<void> => {
  const clients = createCoreClients({ db, clock: systemClock });
  const known = readClient(folder);
  const registered = known && (await clients.find(known.clientId));
  if (registered && registered.keys.length > 0) return;
  const { privateJwk, publicJwk } = await newKeyPair('ES256');
  const client = { source: coreSource, scopes: coreClientScopes };
  const clientId = await clients.add(client, publicJwk, keyDays);
  writeClient(folder, { clientId, privateKey: { ...privateJwk } });
};

/**
 * Gives the demo customers that were just seeded to the sandbox's core: it opens its book with their facts, and loads them
 * through the core connection when it starts. Their keys are reserved, at version 0, for the ids that seeding chose, which
 * links in documents and tests name.
 * @param today the day of the seeding
 */
export const prepareBook = async ({ db }: Database, folder: string, today: string): Promise<void> => {
  const records = openingRecords(today);
  const owners = new Map(
    records.flatMap(({ type, facts, id }) => (type === 'customers' ? [[facts.ssn, id] as const] : [])),
  );
  const receivedAt = systemClock.now().toISOString();
  const rows = records.map(({ type, key, id, facts }) => ({
    ...{ source: coreSource, type, key, version: 0, id: id ?? '', receivedAt },
    customerId: owners.get('ssn' in facts ? facts.ssn : facts.customer) ?? null,
  }));
  await db.transaction(async (tx) => {
    await tx.delete(coreRecords).where(eq(coreRecords.source, coreSource));
    for (let from = 0; from < rows.length; from += 500)
      await tx.insert(coreRecords).values(rows.slice(from, from + 500));
  });
  writeBook(bookFileIn(folder), newBook(today, records));
};
