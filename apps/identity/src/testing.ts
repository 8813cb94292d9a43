import { createHash, randomBytes } from 'node:crypto';
import { auditEvents, customers, type Database } from '@hofn/database';
import { inRoleOf, testDatabase } from '@hofn/database/testing.ts';
import { type Clock, systemClock } from '@hofn/domain';
import { createLogger, type Logger, listen } from '@hofn/service';
import type { EidService } from '@hofn/service/eid.ts';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { desc } from 'drizzle-orm';
import { type IdentityClient, parseClients } from './clients.ts';
import { createIdentity, type Identity, type IdentityParts } from './identity.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { seedCredentials, seedEmployees } from './seed.ts';
import { settingsSchema } from './settings.ts';

/** People for tests, with kennitala numbers from the test set. */
export const people = {
  customer: {
    sub: 'customer-1',
    ssn: '0101901429',
    fullName: 'Anna Prufudóttir',
    email: 'anna@hofn.example',
    password: 'fjara og fjall 7',
  },
  other: { sub: 'customer-2', ssn: '0101901509', fullName: 'Bjarni Prufuson', password: 'fjara og fjall 7' },
  employee: {
    sub: 'employee|sigrun',
    username: 'sigrun',
    fullName: 'Sigrún Starfsmaður',
    email: 'sigrun@hofn.example',
    ssn: '1205851429',
    password: 'vakt og varsla 3',
  },
} as const;

/** Stores `people` with their passwords. */
export const storePeople = async (database: Database, passwords: Passwords): Promise<void> => {
  const { customer, other, employee } = people;
  await database.db.insert(customers).values([
    {
      id: customer.sub,
      ssn: customer.ssn,
      kind: 'person',
      fullName: customer.fullName,
      email: customer.email,
    },
    { id: other.sub, ssn: other.ssn, kind: 'person', fullName: other.fullName },
  ]);
  const parts = { db: database.db, passwords, now: new Date() };
  await seedCredentials(parts, { customerIds: [customer.sub, other.sub], password: customer.password });
  await seedEmployees(parts, { staff: [employee], password: employee.password });
};

/** An electronic ID service whose every request is confirmed at once, by this person. */
export const confirmedBy = (ssn: string): EidService => ({
  call: async () => 'talk',
  state: async () => ({ state: 'confirmed', reference: 'session' }),
  collect: async () => ({ ssn, cms: new Uint8Array() }),
});

export const testOrigin = 'http://localhost:8080';
export const testCallback = `${testOrigin}/arsskyrsla/innskraning/svar/`;
export const testAudience = 'https://api.hofn.example';

export type TestIdentity = Identity & {
  url: string;
  database: Database;
  /** Queued jobs, newest last. */
  sent: { queue: string; data: object }[];
  /** Log lines, newest last. */
  lines: Record<string, unknown>[];
  stop(): Promise<void>;
};

/** The audit event recorded last. */
export const lastEvent = async ({ database }: Pick<TestIdentity, 'database'>) =>
  (await database.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0];

/** Starts the service on a free port, by default on an in-memory database that contains `people`. */
export const startIdentity = async ({
  database: given,
  clients = [],
  environment = {},
  clock = systemClock,
  passwords = createPasswords(randomBytes),
  eid = confirmedBy(people.employee.ssn),
  port = 0,
}: {
  database?: Database;
  clients?: unknown[];
  environment?: Record<string, string>;
  clock?: Clock;
  passwords?: Passwords;
  eid?: EidService;
  /** The port of the issuer, when another program calls the service there. */
  port?: number;
} = {}): Promise<TestIdentity> => {
  const database = given ?? (await testDatabase());
  if (!given) await storePeople(database, passwords);
  const lines: Record<string, unknown>[] = [];
  const logger: Logger = createLogger('identity', 'info', {
    write: (line) => lines.push(JSON.parse(line)),
  });
  const sent: TestIdentity['sent'] = [];
  const outbox: IdentityParts['outbox'] = {
    send: async (_tx, queue, data) => {
      sent.push({ queue, data });
    },
  };
  const parsedClients: IdentityClient[] = parseClients(clients);
  const settings = settingsSchema.parse({ ISSUER: `http://localhost:${port || 8081}/`, ...environment });
  const identity = await createIdentity({
    database: await inRoleOf('identity', database),
    settings,
    logger,
    outbox,
    secrets: testSecrets,
    clock,
    passwords,
    clients: parsedClients,
    eid,
  });
  const running = await listen(identity.server, { port, host: 'localhost', setting: 'IDENTITY_PORT' });
  return {
    ...identity,
    url: running.url,
    database,
    sent,
    lines,
    stop: async () => {
      await running.stop();
      if (!given) await database.close();
    },
  };
};

/** What a client stores between the authorization request and the response. */
export type Transaction = { verifier: string; state: string; nonce: string };

/** The fields of a token response that tests use. */
export type Tokens = {
  access_token: string;
  id_token: string;
  refresh_token?: string;
  expires_in: number;
  scope: string;
  error?: string;
  error_description?: string;
};

/**
 * A browser and its OIDC client at HTTP level: cookies by path, redirects not followed.
 * @param forwarded headers added by a proxy in front of the service
 */
export const createVisitor = (
  identity: { url: string },
  clientId = 'hofn-web',
  userAgent = 'node',
  forwarded: Record<string, string> = {},
) => {
  const jar = new Map<string, { value: string; path: string }>();

  const visit = async (address: string, init: RequestInit = {}): Promise<Response> => {
    // The issuer has a fixed port, the test service a free one: rewrite URLs to the actual port.
    const url = new URL(address.replace(/^http:\/\/localhost:8081/, ''), identity.url);
    const cookies = [...jar].flatMap(([name, { value, path }]) =>
      url.pathname.startsWith(path) ? `${name.split(' ')[0]}=${value}` : [],
    );
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: {
        accept: 'text/html',
        'user-agent': userAgent,
        cookie: cookies.join('; '),
        ...forwarded,
        ...init.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const path = attributes.find((part) => part.startsWith('path='))?.slice(5) ?? '/';
      const at = pair.indexOf('=');
      const key = `${pair.slice(0, at)} ${path}`;
      if (/expires=Thu, 01 Jan 1970/.test(line)) jar.delete(key);
      else jar.set(key, { value: pair.slice(at + 1), path });
    }
    return response;
  };

  const locationOf = (response: Response): string => {
    const location = response.headers.get('location');
    if (!location) throw new Error(`no redirect, but status ${response.status}`);
    return location;
  };

  /** An authorization request and its transaction. */
  const request = (params: Record<string, string | undefined> = {}) => {
    const random = () => randomBytes(32).toString('base64url');
    const transaction: Transaction = { verifier: random(), state: random(), nonce: random() };
    const all = {
      client_id: clientId,
      response_type: 'code',
      redirect_uri: testCallback,
      scope: 'openid profile email offline_access',
      audience: testAudience,
      state: transaction.state,
      nonce: transaction.nonce,
      code_challenge: createHash('sha256').update(transaction.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...params,
    };
    const query = new URLSearchParams(
      Object.entries(all).flatMap(([key, value]): [string, string][] =>
        value === undefined ? [] : [[key, value]],
      ),
    );
    return { path: `/authorize?${query}`, transaction };
  };

  const send = (path: string, fields: Record<string, string>) =>
    visit(path, { method: 'POST', body: new URLSearchParams(fields) });

  /** Starts a sign-in. @returns the URL of the sign-in page */
  const openSignIn = async (params: Record<string, string | undefined> = {}) => {
    const { path, transaction } = request(params);
    const response = await visit(path);
    return { page: locationOf(response), transaction };
  };

  /** Follows redirects until the client's origin. @returns that URL */
  const followToClient = async (response: Response): Promise<URL> => {
    let location = locationOf(response);
    while (!location.startsWith(testOrigin)) location = locationOf(await visit(location));
    return new URL(location);
  };

  /** Confirms the sign-in of staff with an electronic ID, after the password. */
  const confirmSignIn = async (page: string): Promise<Response> => {
    const begun = await send(`${page}/electronic-id`, { method: 'mobile', called: '615 0001' });
    return visit(locationOf(begun));
  };

  /** Signs in with a password, as staff with an electronic ID too. @returns the parameters that the client receives */
  const signIn = async (
    who: { name: string; password: string } = {
      name: people.customer.ssn,
      password: people.customer.password,
    },
    params: Record<string, string | undefined> = {},
  ) => {
    const { page, transaction } = await openSignIn(params);
    const answer = await send(page, who);
    const isFirst = /[?&]way=eid/.test(answer.headers.get('location') ?? '');
    const back = await followToClient(isFirst ? await confirmSignIn(page) : answer);
    return { back, code: back.searchParams.get('code') ?? '', transaction };
  };

  const postJson = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(new URL(path, identity.url), {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: testOrigin, ...forwarded, ...headers },
    });

  /** Redeems a code like Auth0-style clients: JSON with redirect URI, audience and scope. */
  const redeem = (code: string, { verifier }: Transaction, fields: Record<string, unknown> = {}) =>
    postJson('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: testCallback,
      audience: testAudience,
      scope: 'openid profile email offline_access',
      ...fields,
    });

  const refresh = (token: string | undefined, fields: Record<string, unknown> = {}) =>
    postJson('/oauth/token', {
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: token,
      redirect_uri: testCallback,
      audience: testAudience,
      ...fields,
    });

  /** Signs in and redeems the code. */
  const tokens = async (
    who?: { name: string; password: string },
    params: Record<string, string | undefined> = {},
  ): Promise<Tokens> => {
    const { code, transaction } = await signIn(who, params);
    const response = await redeem(code, transaction);
    return (await response.json()) as Tokens;
  };

  return {
    jar,
    visit,
    request,
    send,
    openSignIn,
    confirmSignIn,
    followToClient,
    signIn,
    redeem,
    refresh,
    tokens,
    postJson,
  };
};

export type Visitor = ReturnType<typeof createVisitor>;
