import type { Database } from '@hofn/database';
import { demoSource } from '@hofn/demo';
import { systemClock } from '@hofn/domain/clock.ts';
import { createCoreClients } from '../../apps/identity/src/core-clients/core-clients.ts';
import { newKeyPair } from '../../apps/identity/src/core-clients/keys.ts';
import { writeBook } from '../../apps/sandbox/src/core/book.ts';
import {
  bookFileIn,
  coreClientScopes,
  readClient,
  writeClient,
} from '../../apps/sandbox/src/core/client-file.ts';
import { openingBook } from '../../apps/sandbox/src/core/opening.ts';

const keyDays = 365;

/**
 * Registers the sandbox's core as a client of the core connection with a key of its own, unless it is registered: as
 * `npm run core:client` does. The private key stays in the core's folder.
 */
export const registerCore = async ({ db }: Database, folder: string): Promise<void> => {
  const clients = createCoreClients({ db, clock: systemClock });
  const known = readClient(folder);
  const registered = known && (await clients.find(known.clientId));
  const hasScopes = coreClientScopes.every((scope) => registered?.scopes.includes(scope));
  if (registered && registered.keys.length > 0 && hasScopes) return;
  // An earlier release's client had fewer scopes.
  if (known && registered) await clients.setDisabled(known.clientId, true);
  const { privateJwk, publicJwk } = await newKeyPair('ES256');
  const client = { source: demoSource, scopes: coreClientScopes };
  const clientId = await clients.add(client, publicJwk, keyDays);
  writeClient(folder, { clientId, privateKey: { ...privateJwk } });
};

/** Opens the book of the sandbox's core with the demo's stories, to be sent through the core connection when it starts. */
export const prepareBook = (folder: string, today: string): void =>
  writeBook(bookFileIn(folder), openingBook(today));

/** Opens it with stories that Höfn has already. */
export const prepareLoadedBook = (folder: string, today: string): void =>
  writeBook(bookFileIn(folder), openingBook(today, true));
