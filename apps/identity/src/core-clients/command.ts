import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type CoreScope, coreScopeNames, coreScopes } from '@hofn/contracts';
import { systemClock } from '@hofn/domain';
import { CommandError } from '@hofn/service/command.ts';
import { withHyphenValues } from '@hofn/service/hyphen-values.ts';
import type { CoreClientOutcome, CoreClients, ListedCoreClient } from './core-clients.ts';
import { assertionAlgorithms, KeyRefused, newKeyPair, parsePublicKey } from './keys.ts';

const scopeLines = Object.entries(coreScopes).map(([name, sentence]) => `  ${name.padEnd(24)}${sentence}`);

const help = `npm run core:client -- list
npm run core:client -- add --source NAME --scopes SCOPE,SCOPE --key FILE [--days 365]   prints the client id
npm run core:client -- add-key CLIENT --key FILE [--days 365]   the next key, before the one in use is revoked
npm run core:client -- revoke-key CLIENT KEY
npm run core:client -- disable CLIENT
npm run core:client -- enable CLIENT
npm run core:client -- new-key FILE [--alg ${assertionAlgorithms.join('|')}]   writes FILE.private.jwk and FILE.public.jwk

--source names the system whose facts the client writes: small letters, digits and hyphens. --key is a public key, as JWK
or PEM: P-256, Ed25519, or RSA with at least 2048 bits. A client has at most two valid keys. Changes are effective at the
client's next token. It uses the database at DATABASE_URL, or else the embedded one in DATABASE_FOLDER [.data/database],
which must not be in use.

Scopes:
${scopeLines.join('\n')}`;

const readArguments = (args: string[]) => {
  return parseArgs({
    args: withHyphenValues(args),
    allowPositionals: true,
    options: {
      source: { type: 'string' },
      scopes: { type: 'string' },
      key: { type: 'string' },
      days: { type: 'string', default: '365' },
      alg: { type: 'string', default: 'ES256' },
      help: { type: 'boolean', default: false },
    },
  });
};
type Options = ReturnType<typeof readArguments>['values'];

const refusals = {
  notFound: 'There is no such client.',
  keyNotFound: 'The client has no such key, or it is revoked already.',
  keyKnown: 'The client has, or had, this key. Create a new one.',
  tooManyKeys: 'The client has two valid keys. Revoke one first.',
};

const sourceOf = ({ source = '' }: Options): string => {
  if (/^[a-z][a-z\d-]{0,39}$/.test(source)) return source;
  throw new CommandError('--source must be 1 to 40 small letters, digits and hyphens.');
};

const scopesOf = ({ scopes = '' }: Options): CoreScope[] => {
  const isScope = (name: string): name is CoreScope => coreScopeNames.some((known) => known === name);
  return [...new Set(scopes.split(',').map((name) => name.trim()))].map((name) => {
    if (isScope(name)) return name;
    throw new CommandError(`--scopes: «${name}» is none of ${coreScopeNames.join(', ')}.`);
  });
};

const daysOf = ({ days }: Options): number => {
  const parsed = Number(days);
  if (Number.isInteger(parsed) && parsed >= 1 && parsed <= 3650) return parsed;
  throw new CommandError('--days must be a whole number from 1 to 3650.');
};

const readFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CommandError(`The file ${file} cannot be read.`);
  }
};

const keyOf = async ({ key }: Options) => {
  if (key === undefined) throw new CommandError('--key is missing: a file with a public key.');
  try {
    return await parsePublicKey(readFile(key));
  } catch (error) {
    throw error instanceof KeyRefused ? new CommandError(`${key}: ${error.message}`) : error;
  }
};

const day = (instant: Date): string => instant.toISOString().slice(0, 10);

type Print = (line: string) => void;

const printClient = (client: ListedCoreClient, print: Print): void => {
  const { id, source, scopes, disabledAt, keys } = client;
  print([id, disabledAt ? 'disabled' : 'enabled', source, scopes.join(',')].join('  '));
  for (const { id: keyId, jwk, addedAt, expiresAt, revokedAt } of keys) {
    const expiry = `${expiresAt <= systemClock.now() ? 'expired' : 'expires'} ${day(expiresAt)}`;
    const state = revokedAt ? `revoked ${day(revokedAt)}` : expiry;
    print(`  key ${keyId}  ${String(jwk.alg)}  added ${day(addedAt)}  ${state}`);
  }
};

const writeNewKey = async (name: string, { alg }: Options, print: Print): Promise<void> => {
  const algorithm = assertionAlgorithms.find((known) => known === alg);
  if (!algorithm) throw new CommandError(`--alg must be one of ${assertionAlgorithms.join(', ')}.`);
  const { privateJwk, publicJwk } = await newKeyPair(algorithm);
  const write = (suffix: string, jwk: object, mode: number) => {
    const file = `${name}.${suffix}.jwk`;
    try {
      // Never overwrites: the old private key may be in use.
      writeFileSync(file, `${JSON.stringify(jwk, null, 2)}\n`, { flag: 'wx', mode });
    } catch (error) {
      throw new CommandError(`The file ${file} cannot be written: ${(error as Error).message}`);
    }
    print(file);
  };
  write('private', privateJwk, 0o600);
  write('public', publicJwk, 0o644);
};

/** A command whose arguments have been read, and its database work. */
export type CoreClientCommand =
  | { needsDatabase: false; run(print: Print): Promise<void> }
  | { needsDatabase: true; run(print: Print, clients: CoreClients): Promise<void> };

const withoutDatabase = (run: (print: Print) => Promise<void>): CoreClientCommand => ({
  needsDatabase: false,
  run,
});
const withClients = (run: (print: Print, clients: CoreClients) => Promise<void>): CoreClientCommand => ({
  needsDatabase: true,
  run,
});

/** A change of one client, which prints the client afterwards. */
const changing = (
  id: string,
  work: (clients: CoreClients) => Promise<CoreClientOutcome>,
): CoreClientCommand =>
  withClients(async (print, clients) => {
    const outcome = await work(clients);
    if (!outcome.ok) throw new CommandError(refusals[outcome.errorCode]);
    const all = await clients.list();
    for (const client of all) if (client.id === id) printClient(client, print);
  });

/**
 * Reads the arguments of `npm run core:client`, before a database is opened.
 * @throws CommandError
 */
export const readCoreClientCommand = async (args: string[]): Promise<CoreClientCommand> => {
  const { values, positionals } = readArguments(args);
  const [command, name = '', keyId = ''] = positionals;
  if (values.help || command === undefined) return withoutDatabase(async (print) => print(help));
  if (command === 'list')
    return withClients(async (print, clients) => {
      const all = await clients.list();
      for (const client of all) printClient(client, print);
      if (all.length === 0) print('No clients.');
    });
  if (command === 'add') {
    const details = { source: sourceOf(values), scopes: scopesOf(values) };
    const [key, days] = [await keyOf(values), daysOf(values)];
    return withClients(async (print, clients) => print(await clients.add(details, key, days)));
  }
  if (name === '') throw new CommandError(`A name is missing: npm run core:client -- ${command} NAME`);
  switch (command) {
    case 'new-key':
      return withoutDatabase((print) => writeNewKey(name, values, print));
    case 'add-key': {
      const [key, days] = [await keyOf(values), daysOf(values)];
      return changing(name, (clients) => clients.addKey(name, key, days));
    }
    case 'revoke-key':
      return changing(name, (clients) => clients.revokeKey(name, keyId));
    case 'disable':
    case 'enable':
      return changing(name, (clients) => clients.setDisabled(name, command === 'disable'));
    default:
      throw new CommandError(help);
  }
};
