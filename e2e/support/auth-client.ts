import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { customers } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { createLogger, listen } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { build } from 'vite';
import {
  createIdentity,
  createPasswords,
  seedCredentials,
  settingsSchema,
} from '../../apps/identity/src/index.ts';
import { audience, visitors } from './identity.ts';

/** A second customer, for tests in which two people share a browser. */
export const secondVisitor = {
  name: '0101901509',
  password: visitors.customer.password,
  fullName: 'Bjarni Prufuson',
};

export const clientId = 'hofn-web';

/** Bundles the page with its worker, as the product's build does. */
const bundle = async (): Promise<Map<string, string>> => {
  const built = await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('auth-client-page.ts', import.meta.url)),
        output: { entryFileNames: 'page.js' },
      },
    },
  });
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  return new Map(
    outputs.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source)]),
  );
};

const html =
  '<!doctype html><html lang="is"><title>Session</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>';

const listenOnFreePort = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return (server.address() as AddressInfo).port;
};

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Starts an identity service with two customers, and serves `auth-client-page.ts` from a separate origin. */
export const startSessionPage = async () => {
  const files = await bundle();
  const pages = createServer((request, response) => {
    const file = files.get(request.url?.split('?', 1)[0] ?? '');
    response.setHeader('content-type', file ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(file ?? html);
  });
  const origin = `http://localhost:${await listenOnFreePort(pages)}`;

  // The identity service must know its issuer, port included, before it listens.
  const probe = createServer();
  const port = await listenOnFreePort(probe);
  await close(probe);

  const database = await testDatabase();
  const passwords = createPasswords(randomBytes);
  const people = [visitors.customer, secondVisitor].map((visitor, index) => ({
    ...visitor,
    id: `customer-${index + 1}`,
  }));
  await database.db
    .insert(customers)
    .values(people.map(({ id, name, fullName }) => ({ id, ssn: name, kind: 'person' as const, fullName })));
  await seedCredentials(
    { db: database.db, passwords, now: new Date() },
    { customerIds: people.map(({ id }) => id), password: visitors.customer.password },
  );
  const { server } = await createIdentity({
    // These tests send no e-mail.
    outbox: { send: async () => {} },
    secrets: testSecrets,
    database,
    passwords,
    settings: settingsSchema.parse({ ISSUER: `http://localhost:${port}/`, API_AUDIENCE: audience }),
    logger: createLogger('identity', process.env.LOG_LEVEL || 'silent'),
    clients: [
      {
        client_id: clientId,
        redirect_uris: [`${origin}/callback/`],
        logout_uris: [`${origin}/`],
        web_origins: [],
        connections: ['customer'],
        refresh_tokens: true,
        ask_consent: false,
      },
    ],
  });
  const running = await listen(server, { port, host: 'localhost', setting: 'IDENTITY_PORT' });
  return {
    domain: `http://localhost:${port}`,
    origin,
    database,
    stop: async () => {
      await running.stop();
      await close(pages);
      await database.close();
    },
  };
};

export type SessionPage = Awaited<ReturnType<typeof startSessionPage>>;
