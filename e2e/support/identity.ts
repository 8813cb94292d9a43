import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { customers } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { createLogger, listen } from '@hofn/service';
import { freePort } from '@hofn/service/testing/free-port.ts';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import {
  createIdentity,
  createPasswords,
  seedCredentials,
  seedEmployees,
  settingsSchema,
} from '../../apps/identity/src/index.ts';

/** People with credentials at the identity service. The kennitalas are from the national register's test set. */
export const visitors = {
  customer: { name: '0101901429', password: 'fjara og fjall 7', fullName: 'Anna Prufudóttir' },
  employee: { name: 'sigrun', password: 'vakt og varsla 3', fullName: 'Sigrún Starfsmaður' },
};

export const audience = 'https://api.hofn.example';
export const clientId = 'third-party';

/** The scripts of a third-party client library, as published. */
const scripts: Record<string, string> = {
  '/auth0-1.js': 'auth0-spa-js-1/dist/auth0-spa-js.production.js',
  '/auth0-2.js': 'auth0-spa-js-2/dist/auth0-spa-js.production.js',
};

const listenOnFreePort = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return (server.address() as AddressInfo).port;
};

/**
 * Serves a third-party client's pages from a separate origin: `/1` and `/2` load the script of that major version
 * alone.
 */
const startPages = async () => {
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/';
    const script = scripts[path];
    if (script) {
      response.setHeader('content-type', 'text/javascript');
      response.end(readFileSync(new URL(`../../node_modules/${script}`, import.meta.url)));
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><title>Client</title><link rel="icon" href="data:,"><script src="/auth0-${path.slice(1)}.js"></script>`,
    );
  });
  const port = await listenOnFreePort(server);
  return {
    origin: `http://localhost:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
};

/** Starts an identity service with its own database, and pages of a third-party client that is registered there. */
export const startIdentityAndClient = async () => {
  const pages = await startPages();
  const port = await freePort();
  const issuer = `http://localhost:${port}/`;
  const database = await testDatabase();
  const passwords = createPasswords(randomBytes);
  const { customer, employee } = visitors;
  await database.db.insert(customers).values([
    {
      id: 'customer-1',
      ssn: customer.name,
      kind: 'person',
      fullName: customer.fullName,
      email: 'anna@hofn.example',
    },
  ]);
  const parts = { db: database.db, passwords, now: new Date() };
  await seedCredentials(parts, { customerIds: ['customer-1'], password: customer.password });
  await seedEmployees(parts, {
    staff: [
      {
        username: employee.name,
        fullName: employee.fullName,
        email: 'sigrun@hofn.example',
        ssn: '1205851429',
      },
    ],
    password: employee.password,
  });
  const settings = settingsSchema.parse({ ISSUER: issuer, API_AUDIENCE: audience });
  const { server } = await createIdentity({
    // These tests send no e-mail.
    outbox: { send: async () => {} },
    secrets: testSecrets,
    database,
    settings,
    passwords,
    logger: createLogger('identity', process.env.LOG_LEVEL || 'silent'),
    clients: [
      {
        client_id: clientId,
        redirect_uris: [`${pages.origin}/1`, `${pages.origin}/2`, pages.origin],
        logout_uris: [`${pages.origin}/1`, `${pages.origin}/2`],
        web_origins: [],
        connections: ['customer', 'employee'],
        refresh_tokens: true,
        ask_consent: false,
      },
    ],
  });
  const running = await listen(server, { port, host: 'localhost', setting: 'IDENTITY_PORT' });
  return {
    /** Without a trailing slash, as this kind of client expects it. */
    domain: issuer.slice(0, -1),
    origin: pages.origin,
    database,
    stop: async () => {
      await running.stop();
      await pages.stop();
      await database.close();
    },
  };
};

export type IdentityAndClient = Awaited<ReturnType<typeof startIdentityAndClient>>;
