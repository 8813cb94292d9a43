import { randomBytes } from 'node:crypto';
import type { Database, Jobs } from '@hofn/database';
import { type Clock, systemClock } from '@hofn/domain';
import { createServer, isPathRefused, type Limits, type Logger } from '@hofn/service';
import { createAddressLimit } from '@hofn/service/address-limit.ts';
import { type EidService, eidOf } from '@hofn/service/eid.ts';
import { createTokenCheck } from '@hofn/service/tokens.ts';
import { isLanguage } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createLocalJWKSet, type JWK } from 'jose';
import { Counter } from 'prom-client';
import { findAccount } from './accounts.ts';
import { type IdentityClient, webClient } from './clients.ts';
import { createFaults } from './faults.ts';
import { type Keys, settleKeys } from './keys/keys.ts';
import type { Rotation } from './keys/schedule.ts';
import { readAssets } from './pages/assets.ts';
import type { Frame } from './pages/layout.ts';
import { textsFor } from './pages/texts.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { createPasswordChange } from './password/change.ts';
import { createLetters } from './password/letters.ts';
import { createPasswords, type Passwords, type Random } from './passwords.ts';
import { createProvider } from './provider.ts';
import { deleteExpired } from './records.ts';
import { assetRoutes } from './routes/assets.ts';
import { registerDocumentation } from './routes/documentation.ts';
import { interactionRoutes } from './routes/interaction.ts';
import { letterRoutes } from './routes/letters.ts';
import { loginRoutes } from './routes/login.ts';
import { logoutRoutes } from './routes/logout.ts';
import { refuse } from './routes/management.ts';
import type { InteractionParts } from './routes/opening.ts';
import { passwordRoutes } from './routes/password.ts';
import { providerRoutes } from './routes/provider.ts';
import { securityRoutes } from './routes/security.ts';
import { createSessions } from './security/sessions.ts';
import { issuerOf, type Settings } from './settings.ts';
import { deleteForgotten } from './sign-in/attempts.ts';
import { createElectronicId } from './sign-in/electronic-id.ts';

export type IdentityParts = {
  database: Database;
  settings: Settings;
  logger: Logger;
  /** Takes the jobs that send mails; the API works them off. */
  outbox: Pick<Jobs, 'send'>;
  clock?: Clock;
  random?: Random;
  /** Clients beside the web app, as `readClients` gives them. */
  clients?: IdentityClient[];
  passwords?: Passwords;
  /** What customers sign in with; by default the service of EID_URL. */
  eid?: EidService;
  limits?: Partial<Limits>;
};

export type Identity = {
  /** Not listening yet. Closing it ends the upkeep too. */
  server: FastifyInstance;
  /** Makes keys that are due, takes up those other copies made, deletes what has expired. Runs each minute by itself. */
  upkeep(): Promise<void>;
};

/** A key as anybody may have it. */
const publicKey = ({ kty, n, e, kid }: JWK): JWK => ({ kty, n, e, kid, alg: 'RS256', use: 'sig' }) as JWK;

/** Whether a program asks, which is answered with problem details, and not a browser, which is shown a page. */
const isManagement = ({ url }: FastifyRequest): boolean => url.startsWith('/idm/');

const hour = 60 * 60_000;
const day = 24 * hour;

/** How the keys change, by purpose. A published key may be cached by the API and clients for some minutes. */
const rotationsOf = (settings: Settings): Record<'token' | 'cookie' | 'successor', Rotation> => {
  const everyMs = settings.KEY_ROTATION_DAYS * day;
  const publishMs = settings.KEY_PUBLISH_HOURS * hour;
  return {
    token: { everyMs, publishMs, lifeMs: settings.ACCESS_TOKEN_SECONDS * 1000 + hour },
    // A cookie is signed anew at each use, and lasts a session's life after the last.
    cookie: { everyMs, publishMs, lifeMs: settings.SESSION_HOURS * hour + hour },
    successor: { everyMs, publishMs, lifeMs: hour },
  };
};

/**
 * The identity service: OpenID provider, sign-in pages and logout (rules AUTH-1 to AUTH-4, AUTH-10, AUTH-11,
 * AUTH-13, AUTH-14). The database must be migrated. Any number of copies may share one database.
 */
export const createIdentity = async ({
  database,
  settings,
  logger,
  outbox,
  clock = systemClock,
  random = randomBytes,
  clients: others = [],
  passwords = createPasswords(random),
  eid = eidOf(settings),
  limits,
}: IdentityParts): Promise<Identity> => {
  const { db } = database;
  const clients = new Map(
    [webClient(settings.WEB_CLIENT_ID, settings.WEB_ORIGINS), ...others].map((client) => [
      client.client_id,
      client,
    ]),
  );
  const assets = readAssets();
  const [site = ''] = settings.WEB_ORIGINS;
  const siteUrl = `${site}/arsskyrsla/`;
  const frameFor = (...wishes: unknown[]): Frame => ({ t: textsFor(...wishes), assets, siteUrl });
  const faults = createFaults(frameFor);

  const server = createServer({
    name: 'identity',
    logger,
    clock,
    faults: {
      ...faults.ofServer,
      answer: (error, request, reply) =>
        isManagement(request) && isPathRefused(error)
          ? refuse(request, reply, { status: 404, errorCode: 'notFound' })
          : faults.ofServer.answer(error, request, reply),
      notFound: (request, reply) =>
        isManagement(request)
          ? refuse(request, reply, { status: 404, errorCode: 'notFound' })
          : faults.ofServer.notFound(request, reply),
    },
    parts: { database: () => database.ping() },
    limits: { bodyBytes: 16 * 1024, requestsAtOnce: settings.REQUESTS_AT_ONCE, ...limits },
    ...(settings.TRUSTED_PROXIES && { trustProxy: settings.TRUSTED_PROXIES }),
    headers: {
      contentSecurityPolicy: {
        useDefaults: false,
        // No form-action here: it would also stop the way from the sign-in form back to the client.
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
      // Either kind would cut `window.opener`, through which a popup answers.
      crossOriginOpenerPolicy: false,
      referrerPolicy: { policy: 'same-origin' },
    },
  });
  const signIns = new Counter({
    name: 'sign_ins_total',
    help: 'Sign-in attempts by connection and outcome.',
    labelNames: ['connection', 'outcome'],
    registers: [server.metrics],
  });

  const make = (keys: Keys) => {
    const provider = createProvider({
      db,
      clock,
      settings,
      clients,
      keys,
      logger,
      renderError: faults.ofProvider,
    });
    return { provider, handle: provider.callback() };
  };
  const settle = () => settleKeys(db, clock.now(), random, rotationsOf(settings));
  let keys = await settle();
  let made = make(keys);

  const upkeep = async (): Promise<void> => {
    const settled = await settle();
    // The provider keeps nothing in memory: requests under way end on the old one, the next begin on the new.
    if (JSON.stringify(settled) !== JSON.stringify(keys)) {
      keys = settled;
      made = make(keys);
      logger.info({ audit: 'keys', keys: keys.token.map(({ kid }) => kid) }, 'keys changed');
    }
    await deleteExpired(db, clock.now());
    await deleteForgotten(db, clock.now());
  };
  const timer = setInterval(() => {
    upkeep().catch((error: unknown) => logger.error({ err: error }, 'upkeep failed'));
  }, 60_000);
  timer.unref();
  server.addHook('onClose', () => clearInterval(timer));

  const current = () => made.provider;
  const limitOf = (name: string, most: number) => createAddressLimit({ name, most, clock, db });
  const newPasswords = limitOf('password', settings.RATE_NEW_PASSWORD);
  const issuer = new URL(issuerOf(settings));
  const passkeys = createPasskeys({
    db,
    clock,
    random,
    logger,
    rpId: settings.PASSKEY_HOST ?? issuer.hostname,
    signInOrigin: issuer.origin,
    portalOrigin: site,
  });
  await server.register(assetRoutes, { files: assets.files });
  const interactionParts: InteractionParts = {
    db,
    clock,
    passwords,
    random,
    clients,
    current,
    frameFor,
    issuer: issuerOf(settings),
    audience: settings.API_AUDIENCE,
    refreshDays: settings.REFRESH_TOKEN_DAYS,
    passkeys,
    electronicId: createElectronicId({
      db,
      clock,
      logger,
      random,
      eid,
      seconds: settings.EID_SECONDS,
      mostCalls: settings.EID_CALLS,
    }),
    letters: createLetters({
      db,
      clock,
      random,
      outbox,
      issuer: issuerOf(settings),
      mostLetters: settings.CREDENTIAL_LETTERS,
    }),
    count: (connection, outcome) => signIns.inc({ connection, outcome }),
  };
  await server.register(interactionRoutes, interactionParts);
  await server.register(loginRoutes, { ...interactionParts, origins: settings.WEB_ORIGINS });
  await server.register(logoutRoutes, { db, clients, current, faults });
  registerDocumentation(server);
  const checkToken = createTokenCheck({
    // Asked of the keys in force: they change while the service runs.
    keys: (header, token) => createLocalJWKSet({ keys: keys.token.map(publicKey) })(header, token),
    issuer: issuerOf(settings),
    audience: settings.API_AUDIENCE,
    clock,
  });
  const change = createPasswordChange({ db, clock, passwords, random, outbox });
  await server.register(letterRoutes, {
    change,
    limit: newPasswords,
    faults,
    frameFor,
    portal: (language) =>
      `${site}/arsskyrsla${pathOf('portal.base', isLanguage(language) ? language : 'is')}/`,
  });
  await server.register(passwordRoutes, {
    change,
    limit: newPasswords,
    checkToken,
    origins: settings.WEB_ORIGINS,
  });
  await server.register(securityRoutes, {
    clock,
    checkToken,
    origins: settings.WEB_ORIGINS,
    sessions: createSessions(db, settings.SESSION_HOURS),
    passkeys,
    account: (sub) => findAccount(db, sub),
  });
  await server.register(providerRoutes, {
    handle: (request, response) => made.handle(request, response),
    authorizations: limitOf('authorize', settings.RATE_AUTHORIZE),
    faults,
  });
  return { server, upkeep };
};
