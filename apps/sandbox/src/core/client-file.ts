import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What the core may do: everything that its rules need. */
export const coreClientScopes = [
  'core.customers.write',
  'core.customers.read',
  'core.policies.write',
  'core.billing.read',
  'core.billing.write',
  'core.claims.write',
  'core.claims.read',
  'core.documents.write',
  'core.imports',
  'core.events.read',
  'core.requests.read',
  'core.requests.settle',
] as const;

const clientSchema = z.object({
  clientId: z.string().min(1),
  privateKey: z.record(z.string(), z.unknown()),
});
export type CoreClient = z.infer<typeof clientSchema>;

const fileIn = (folder: string): string => join(folder, 'client.json');

/** The core's records. */
export const bookFileIn = (folder: string): string => join(folder, 'book.json');

/** The client id and private key in the core's folder; undefined when it was not registered. */
export const readClient = (folder: string): CoreClient | undefined =>
  existsSync(fileIn(folder))
    ? clientSchema.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8')))
    : undefined;

export const writeClient = (folder: string, client: CoreClient): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileIn(folder), JSON.stringify(client), { mode: 0o600 });
};
