import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Db } from '@hofn/database';
import { demoSource } from '@hofn/demo';
import { systemClock } from '@hofn/domain/clock.ts';
import { z } from 'zod';
import { type CoreClient, coreClientScopes } from '../../apps/core/src/client.ts';
import { emptyInsurance, fillInsurance, openingBook } from '../../apps/core/src/opening.ts';
import { createCoreClients } from '../../apps/identity/src/core-clients/core-clients.ts';
import { newKeyPair } from '../../apps/identity/src/core-clients/keys.ts';

const keyDays = 365;

const clientSchema = z.object({
  clientId: z.string().min(1),
  privateKey: z.record(z.string(), z.unknown()),
});

const clientFile = (folder: string): string => join(folder, 'client.json');

/** The client that the core of `npm start` was registered as; undefined before its first start. */
export const readClient = (folder: string): CoreClient | undefined =>
  existsSync(clientFile(folder))
    ? clientSchema.parse(JSON.parse(readFileSync(clientFile(folder), 'utf8')))
    : undefined;

/**
 * Registers the core of `npm start` as a client of the core connection with a key of its own, unless it is registered: as
 * `npm run core:client` does. The private key stays in the core's folder.
 */
export const registerCore = async ({ db }: Pick<Database, 'db'>, folder: string): Promise<CoreClient> => {
  const clients = createCoreClients({ db, clock: systemClock });
  const known = readClient(folder);
  const registered = known && (await clients.find(known.clientId));
  const hasScopes = coreClientScopes.every((scope) => registered?.scopes.includes(scope));
  if (known && registered && registered.keys.length > 0 && hasScopes) return known;
  // An earlier release's client had fewer scopes.
  if (known && registered) await clients.setDisabled(known.clientId, true);
  const { privateJwk, publicJwk } = await newKeyPair('ES256');
  const clientId = await clients.add({ source: demoSource, scopes: coreClientScopes }, publicJwk, keyDays);
  const client = { clientId, privateKey: { ...privateJwk } };
  mkdirSync(folder, { recursive: true });
  writeFileSync(clientFile(folder), JSON.stringify(client), { mode: 0o600 });
  return client;
};

/**
 * Fills the core with the demo's stories in place of what it has.
 * @param isSent whether Höfn has them already; otherwise the core sends them when it starts
 */
export const openDemo = async (tx: Db, today: string, isSent = false): Promise<void> => {
  await emptyInsurance(tx);
  await fillInsurance(tx, openingBook(today), { isSent });
};
