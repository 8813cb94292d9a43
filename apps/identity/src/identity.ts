import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createEmployeeCheck, type Database, type Db, type Jobs } from '@hofn/database';
import { type Clock, dayOf, systemClock } from '@hofn/domain';
import { createServer, isPathRefused, type Limits, type Logger, type ServerParts } from '@hofn/service';
import { createAddressLimit } from '@hofn/service/address-limit.ts';
import { databaseHealth } from '@hofn/service/database-health.ts';
import { type EidService, eidFromSettings } from '@hofn/service/eid.ts';
import type { Secrets } from '@hofn/service/secrets.ts';
import { createTokenCheck } from '@hofn/service/tokens.ts';
import { isLanguage } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createLocalJWKSet, type JWK } from 'jose';
import { Counter } from 'prom-client';
import { type IdentityClient, webClient } from './clients.ts';
import { createEmployees } from './employees/employees.ts';
import { createErrorPages } from './error-pages.ts';
import { createFederatedSignIn, type FederatedSignIn } from './federation/federated-sign-in.ts';
import { createOutsideProvider } from './federation/outside-provider.ts';
import { federationIssuerOf } from './federation/settings.ts';
import { hasClearKeys, type Keys, refreshKeys } from './keys/keys.ts';
import type { Rotation } from './keys/schedule.ts';
import { readAssets } from './pages/assets.ts';
import type { Frame } from './pages/layout.ts';
import { textsFor } from './pages/texts.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { createPasswordChange } from './password/change.ts';
import { createLetters } from './password/letters.ts';
import { createPasswords, type Passwords, type Random } from './passwords.ts';
import { createProvider, type ProviderParts } from './provider.ts';
import { deleteExpired } from './records.ts';
import { assetRoutes } from './routes/assets.ts';
import { registerDocumentation } from './routes/documentation.ts';
import { employeeRoutes } from './routes/employees.ts';
import { federationCallback } from './routes/federation.ts';
import { interactionRoutes } from './routes/interaction.ts';
import type { InteractionParts } from './routes/interaction-context.ts';
import { signInRoutes } from './routes/login.ts';
import { logoutRoutes } from './routes/logout.ts';
import { type ManagementParts, refuse } from './routes/management.ts';
import { type NewPasswordParts, newPasswordRoutes } from './routes/new-password.ts';
import { type PasswordRoutesParts, passwordRoutes } from './routes/password.ts';
import { providerRoutes } from './routes/provider.ts';
import { scimPath, scimRoutes } from './routes/scim.ts';
import { securityRoutes } from './routes/security.ts';
import { type StaffSetupParts, staffSetupRoutes } from './routes/staff-setup.ts';
import { createDirectory } from './scim/directory.ts';
import { createSessions } from './security/sessions.ts';
import { issuerOf, type Settings } from './settings.ts';
import { deleteOldAttempts } from './sign-in/attempts.ts';
import { createElectronicId } from './sign-in/electronic-id.ts';
import { createFirstFactors } from './sign-in/first-factor.ts';

export type IdentityParts = {
  database: Database;
  settings: Settings;
  logger: Logger;
  /** Queues jobs that send e-mails; the API's worker runs them. */
  outbox: Pick<Jobs, 'send'>;
  /** Encrypts the keys in the database. */
  secrets: Secrets;
  clock?: Clock;
  random?: Random;
  /** Clients besides the web app, from `readClients`. */
  clients?: IdentityClient[];
  passwords?: Passwords;
  /** Electronic ID service; by default the one at EID_URL. */
  eid?: EidService;
  limits?: Partial<Limits>;
};

export type Identity = {
  /** Not listening yet. Closing it also stops the upkeep timer. */
  server: FastifyInstance;
  /** Creates keys that are due, loads keys created by other replicas, deletes expired records. A timer runs it each minute. */
  upkeep(): Promise<void>;
};

/** The public part of a signing key. */
const publicKey = ({ kty, n, e, kid }: JWK): JWK => ({ kty, n, e, kid, alg: 'RS256', use: 'sig' }) as JWK;

/** Management calls come from programs and get problem details; browsers get a page. */
const isManagement = ({ url }: FastifyRequest): boolean => url.startsWith('/idm/');

const hour = 60 * 60_000;
const day = 24 * hour;

/** Key rotation by purpose. The API and clients may cache published keys for some minutes. */
const rotationsOf = (settings: Settings): Record<'token' | 'cookie' | 'successor', Rotation> => {
  const everyMs = settings.KEY_ROTATION_DAYS * day;
  const publishMs = settings.KEY_PUBLISH_HOURS * hour;
  return {
    token: { everyMs, publishMs, lifeMs: settings.ACCESS_TOKEN_SECONDS * 1000 + hour },
    // A cookie is re-signed at each use and lives one session lifetime after the last.
    cookie: { everyMs, publishMs, lifeMs: settings.SESSION_HOURS * hour + hour },
    successor: { everyMs, publishMs, lifeMs: hour },
  };
};

/** Helmet options of the pages. */
const pageHeaders: NonNullable<ServerParts['headers']> = {
  contentSecurityPolicy: {
    useDefaults: false,
    // No form-action here: it would also block the redirect from the sign-in form back to the client.
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'"],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  // Any policy would cut `window.opener`, through which a popup returns its result.
  crossOriginOpenerPolicy: false,
  referrerPolicy: { policy: 'same-origin' },
};

type IdentityServerParts = Required<Pick<IdentityParts, 'database' | 'logger' | 'clock' | 'settings'>> & {
  limits: IdentityParts['limits'];
  errorPages: ReturnType<typeof createErrorPages>;
};

/** The HTTP server, with the headers of our pages and their error pages. */
const createIdentityServer = ({
  database,
  logger,
  clock,
  settings,
  limits,
  errorPages,
}: IdentityServerParts) =>
  createServer({
    name: 'identity',
    logger,
    clock,
    faults: {
      ...errorPages.serverErrors,
      answer: (error, request, reply) =>
        isManagement(request) && isPathRefused(error)
          ? refuse(request, reply, { status: 404, errorCode: 'notFound' })
          : errorPages.serverErrors.answer(error, request, reply),
      notFound: (request, reply) =>
        isManagement(request)
          ? refuse(request, reply, { status: 404, errorCode: 'notFound' })
          : errorPages.serverErrors.notFound(request, reply),
    },
    ...databaseHealth(database),
    limits: { bodyBytes: 16 * 1024, requestsAtOnce: settings.REQUESTS_AT_ONCE, ...limits },
    ...(settings.TRUSTED_PROXIES && { trustProxy: settings.TRUSTED_PROXIES }),
    headers: pageHeaders,
  });

/** The OpenID provider, rebuilt by `refresh` when the signing keys have changed. */
const createRotatingProvider = async (
  parts: Omit<ProviderParts, 'keys'> & { random: Random; secrets: Secrets },
) => {
  const { db, clock, random, secrets, settings, logger } = parts;
  const build = (keys: Keys) => {
    const provider = createProvider({ ...parts, keys });
    return { provider, handle: provider.callback() };
  };
  const readKeys = () => refreshKeys({ db, random, secrets }, clock.now(), rotationsOf(settings));
  let keys = await readKeys();
  if (await hasClearKeys(db))
    logger.warn(
      'keys are stored in clear text: when all replicas run this release, run apps/identity/src/encrypt-keys.ts',
    );
  let active = build(keys);
  return {
    current: () => active.provider,
    keys: () => keys,
    handle: (request: IncomingMessage, response: ServerResponse) => active.handle(request, response),
    refresh: async (): Promise<void> => {
      const latest = await readKeys();
      // The provider is stateless: requests in flight finish on the old instance, new ones start on the new.
      if (JSON.stringify(latest) === JSON.stringify(keys)) return;
      keys = latest;
      active = build(keys);
      logger.info({ audit: 'keys', keys: keys.token.map(({ kid }) => kid) }, 'keys changed');
    },
  };
};

/** Runs the upkeep each minute until the server closes. */
const repeatUpkeep = (server: FastifyInstance, upkeep: Identity['upkeep'], logger: Logger): void => {
  const timer = setInterval(() => {
    upkeep().catch((error: unknown) => logger.error({ err: error }, 'upkeep failed'));
  }, 60_000);
  timer.unref();
  server.addHook('onClose', () => clearInterval(timer));
};

/** A function that gives the URL of a portal in a language. @param site the portal's origin */
const portalOf =
  (site: string) =>
  (language: string): string =>
    `${site}/arsskyrsla${pathOf('portal.base', isLanguage(language) ? language : 'is')}/`;

/** Staff sign-in at the insurer's own OpenID provider, if the settings name one. */
const openFederation = async (
  settings: Settings,
  parts: { db: Db; clock: Clock; random: Random },
): Promise<FederatedSignIn | undefined> => {
  const redirectUri = new URL(federationCallback, issuerOf(settings)).href;
  const provider = await createOutsideProvider(settings, redirectUri, parts.clock);
  return (
    provider && createFederatedSignIn({ ...parts, provider, allowsLocal: settings.FEDERATION_LOCAL_SIGN_IN })
  );
};

type PasswordRouteParts = Omit<NewPasswordParts & PasswordRoutesParts, 'change'> &
  Parameters<typeof createPasswordChange>[0];

/** Customers' new passwords: on our pages, and by the portal's calls. */
const registerPasswordRoutes = async (server: FastifyInstance, parts: PasswordRouteParts): Promise<void> => {
  const change = createPasswordChange(parts);
  await server.register(newPasswordRoutes, { ...parts, change });
  await server.register(passwordRoutes, { ...parts, change });
};

type StaffRouteParts = Omit<StaffSetupParts, 'employees'> &
  Pick<ManagementParts, 'checkToken' | 'findEmployee'> &
  Required<Pick<IdentityParts, 'clock' | 'random'>> &
  Pick<IdentityParts, 'outbox' | 'settings'> & { db: Db; allowsLocal: boolean };

/** Administration of employees, by administrators and by the user directory, and the pages where they set up sign-in. */
const registerStaffRoutes = async (server: FastifyInstance, parts: StaffRouteParts): Promise<void> => {
  const { settings, checkToken, findEmployee, allowsLocal } = parts;
  const employees = createEmployees({ ...parts, issuer: issuerOf(settings) });
  await server.register(staffSetupRoutes, { ...parts, employees });
  const origins = settings.WEB_ORIGINS;
  await server.register(employeeRoutes, {
    employees,
    mayAdd: allowsLocal,
    checkToken,
    findEmployee,
    origins,
  });
  const [issuer, tokens] = [federationIssuerOf(settings), settings.SCIM_TOKEN];
  if (issuer === undefined || !tokens) return;
  const directory = createDirectory({ ...parts, issuer });
  await server.register(scimRoutes, { prefix: scimPath, directory, tokens, issuer: issuerOf(settings) });
};

/** The check that calls of staff make, by today's roles. */
const findEmployeeToday = (db: Db, clock: Clock): ManagementParts['findEmployee'] => {
  const check = createEmployeeCheck(db);
  return (id, signedInAt) => check(id, signedInAt, dayOf(clock.now()));
};

/**
 * The identity service: OpenID provider, sign-in pages and logout (rules AUTH-1 to AUTH-4, AUTH-10, AUTH-11,
 * AUTH-13, AUTH-14). The database must be migrated. Any number of replicas may share one database.
 */
export const createIdentity = async ({
  database,
  settings,
  logger,
  outbox,
  secrets,
  clock = systemClock,
  random = randomBytes,
  clients: extraClients = [],
  passwords = createPasswords(random),
  eid = eidFromSettings(settings),
  limits,
}: IdentityParts): Promise<Identity> => {
  const { db } = database;
  const clients = new Map(
    [webClient(settings.WEB_CLIENT_ID, settings.WEB_ORIGINS), ...extraClients].map((client) => [
      client.client_id,
      client,
    ]),
  );
  const assets = readAssets();
  const [site = '', staffSite = site] = settings.WEB_ORIGINS;
  const siteUrl = `${site}/arsskyrsla/`;
  const frameFor = (...languages: unknown[]): Frame => ({ t: textsFor(...languages), assets, siteUrl });
  const errorPages = createErrorPages(frameFor);

  const server = createIdentityServer({ database, logger, clock, settings, limits, errorPages });
  const signIns = new Counter({
    name: 'sign_ins_total',
    help: 'Sign-in attempts by connection and outcome.',
    labelNames: ['connection', 'outcome'],
    registers: [server.metrics],
  });

  const common = { db, clock, random, logger };
  const provider = await createRotatingProvider({
    ...common,
    secrets,
    settings,
    clients,
    renderError: errorPages.renderProviderError,
  });
  const upkeep = async (): Promise<void> => {
    await provider.refresh();
    await deleteExpired(db, clock.now());
    await deleteOldAttempts(db, clock.now());
  };
  repeatUpkeep(server, upkeep, logger);

  const { current } = provider;
  const limitOf = (name: string, most: number) => createAddressLimit({ name, most, clock, db });
  const newPasswords = limitOf('password', settings.RATE_NEW_PASSWORD);
  const issuer = new URL(issuerOf(settings));
  const passkeys = createPasskeys({
    ...common,
    rpId: settings.PASSKEY_HOST ?? issuer.hostname,
    signInOrigin: issuer.origin,
    portalOrigin: site,
    staffOrigin: staffSite,
  });
  const federation = await openFederation(settings, common);
  await server.register(assetRoutes, { files: assets.files });
  const interactionParts: InteractionParts = {
    db,
    clock,
    passwords,
    random,
    clients,
    current,
    frameFor,
    ...{ issuer: issuerOf(settings), audience: settings.API_AUDIENCE },
    ...{ refreshDays: settings.REFRESH_TOKEN_DAYS, addressFailures: settings.SIGN_IN_FAILURES },
    passkeys,
    firstFactors: createFirstFactors(db, clock),
    electronicId: createElectronicId({
      ...common,
      eid,
      seconds: settings.EID_SECONDS,
      maxCalls: settings.EID_CALLS,
    }),
    letters: createLetters({
      db,
      clock,
      random,
      outbox,
      issuer: issuerOf(settings),
      maxLetters: settings.CREDENTIAL_LETTERS,
    }),
    federation,
    count: (connection, outcome) => signIns.inc({ connection, outcome }),
  };
  await server.register(interactionRoutes, interactionParts);
  await server.register(signInRoutes, { ...interactionParts, origins: settings.WEB_ORIGINS });
  await server.register(logoutRoutes, { db, clients, current, errorPages });
  registerDocumentation(server);
  const checkToken = createTokenCheck({
    // The keys are read at each call: they rotate while the service runs.
    keys: (header, token) => createLocalJWKSet({ keys: provider.keys().token.map(publicKey) })(header, token),
    issuer: issuerOf(settings),
    audience: settings.API_AUDIENCE,
    clock,
  });
  const findEmployee = findEmployeeToday(db, clock);
  const ofPasswords = {
    ...common,
    passwords,
    outbox,
    checkToken,
    findEmployee,
    errorPages,
    frameFor,
    limit: newPasswords,
  };
  await registerPasswordRoutes(server, {
    ...ofPasswords,
    origins: settings.WEB_ORIGINS,
    portal: portalOf(site),
  });
  await server.register(securityRoutes, {
    ...ofPasswords,
    origins: settings.WEB_ORIGINS,
    sessions: createSessions(db, settings),
    passkeys,
  });
  await registerStaffRoutes(server, {
    ...ofPasswords,
    settings,
    passkeys,
    portal: portalOf(staffSite),
    allowsLocal: federation?.allowsLocal ?? true,
  });
  await server.register(providerRoutes, {
    handle: (request, response) => provider.handle(request, response),
    issuer: issuerOf(settings),
    authorizations: limitOf('authorize', settings.RATE_AUTHORIZE),
    tokenRequests: limitOf('token', settings.RATE_TOKEN),
    errorPages,
  });
  return { server, upkeep };
};
