import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Database } from '@hofn/database';
import { contentPublished } from '@hofn/database/schema/content.ts';
import { type DemoSignIn, demoPeople, demoSignInsOf, isEmpty, seedDemo } from '@hofn/database/seed/demo.ts';
import { type DemoAgent, demoAgents } from '@hofn/database/seed/staff.ts';
import { systemClock } from '@hofn/domain/clock.ts';
import { defaultLimits, ListenError, type Logger, listen, type Running, readSettings } from '@hofn/service';
import { databaseSettings, inMemory, openFromSettings } from '@hofn/service/database.ts';
import { remoteKeys } from '@hofn/service/tokens.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { z } from 'zod';
import { createApi } from '../apps/api/src/api.ts';
import { openFiles } from '../apps/api/src/platform/files.ts';
import { createServices } from '../apps/api/src/services.ts';
import { settingsSchema as apiSettings } from '../apps/api/src/settings.ts';
import { openApiJobs, startWork } from '../apps/api/src/work.ts';
import { createChat, scheduleDeletion } from '../apps/chat/src/chat.ts';
import { settingsSchema as chatSettings } from '../apps/chat/src/settings.ts';
import { createContent } from '../apps/content/src/content.ts';
import { seedContent } from '../apps/content/src/seed/seed.ts';
import { settingsSchema as contentSettings } from '../apps/content/src/settings.ts';
import {
  createIdentity,
  createPasswords,
  settingsSchema as identitySettings,
  readClients,
  seedCredentials,
  seedEmployees,
} from '../apps/identity/src/index.ts';
import { createBank } from '../apps/sandbox/src/bank/bank.ts';
import { createCards } from '../apps/sandbox/src/cards/cards.ts';
import { createCrm } from '../apps/sandbox/src/crm/crm.ts';
import { trustFile } from '../apps/sandbox/src/eid/authority.ts';
import { createEid } from '../apps/sandbox/src/eid/eid.ts';
import { startMailbox } from '../apps/sandbox/src/mailbox/mailbox.ts';
import { createRegister } from '../apps/sandbox/src/register/register.ts';
import { settingsSchema as sandboxSettings } from '../apps/sandbox/src/settings.ts';
import { defaultFolders, projectRoot } from '../apps/web/build/folders.ts';
import { hashOfInputs } from '../apps/web/build/hash-inputs.ts';
import { settingsSchema as webSettings } from '../apps/web/server/settings.ts';
import { createWeb, type WebParts } from '../apps/web/server/web.ts';
import { requestDemoPrivacy } from './demo-privacy.ts';
import { signDemo } from './demo-signatures.ts';

const port = (fallback: number, what: string) =>
  z.coerce.number().int().min(1).max(65_535).default(fallback).describe(`port of ${what}`);

/** Settings of the whole product in one process, besides each app's own settings. */
export const systemSettings = z.object({
  WEB_PORT: port(8080, 'the site and the portals'),
  IDENTITY_PORT: port(8081, 'the identity provider'),
  API_PORT: port(8088, 'the core API'),
  CONTENT_PORT: port(8082, 'the content service'),
  CARDS_PORT: port(8083, 'the card service of the sandbox'),
  BANK_PORT: port(8090, 'the banks of the sandbox'),
  EID_PORT: port(8084, 'the electronic ID of the sandbox'),
  CRM_PORT: port(8085, 'the CRM system of the sandbox'),
  REGISTER_PORT: port(8089, 'the national register of the sandbox'),
  CHAT_PORT: port(8087, 'the chat service'),
  MAILBOX_PORT: port(8086, 'the mailbox that shows the e-mails sent'),
  MAILBOX_SMTP_PORT: port(2525, 'the mail server of that mailbox'),
  ...databaseSettings,
  LONGEST_DELAY: z.coerce
    .number()
    .int()
    .min(0)
    .default(defaultLimits.eventLoopDelayMs)
    .describe('event loop delay in milliseconds above which requests are refused with 503; 0: never'),
  SEED_DEMO: z
    .enum(['true', 'false'])
    .optional()
    .describe('seed an empty database with demo customers [true for the embedded database, else false]'),
  DEMO_PASSWORD: z
    .string()
    .min(10)
    .optional()
    .describe('password of demo customers and staff, used at the first start [generated]'),
  IDENTITY_ISSUER: z.url().optional().describe('external identity provider to use instead of ours'),
  API_ORIGIN: z.url().optional().describe('external API to use instead of ours'),
  CONTENT_ORIGIN: z.url().optional().describe('external content service to use instead of ours'),
  CHAT_URL: z.url().optional().describe('external chat service to use instead of ours'),
  CARD_SERVICE_URL: z.url().optional().describe('card service to use instead of the sandbox'),
  BANK_SERVICE_URL: z.url().optional().describe('bank service to use instead of the sandbox'),
  EID_URL: z.url().optional().describe('electronic ID service to use instead of the sandbox'),
  CRM_URL: z.url().optional().describe('CRM system to use instead of the sandbox'),
  REGISTER_URL: z.url().optional().describe('national register to use instead of the sandbox'),
  SMTP_URL: z.url().optional().describe('mail server to use instead of the sandbox mailbox'),
});
export type SystemSettings = z.output<typeof systemSettings>;

export type System = {
  site: string;
  staff: string;
  documentation: string;
  identity: string;
  content: string;
  /** URL of the sandbox mailbox; undefined with a real mail server. */
  mailbox: string | undefined;
  /** URL of the simulated phones; undefined with a real eID service. */
  phones: string | undefined;
  /** URL of the sandbox CRM; undefined with a real CRM system. */
  cases: string | undefined;
  /** Undefined when the database has no demo customers. */
  demo: { signIns: DemoSignIn[]; agents: readonly DemoAgent[]; password: string } | undefined;
  stop(): Promise<void>;
};

export type SystemParts = {
  logger: Logger;
  /** Builds the site from a content service, and returns its folder. */
  site: (contentOrigin: Promise<string>, siteUrl: string) => Promise<string>;
  /** Handles requests before the web server: the development server. */
  before?: WebParts['before'];
};

const host = 'localhost';

/** Rejects when a port is in use; called before anything is built. */
const assertPortFree = (number: number, setting: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createSocketServer();
    probe.once('error', () =>
      reject(
        new ListenError(
          `Port ${number} is in use. Stop the program that holds it, or set ${setting} to another port.`,
        ),
      ),
    );
    probe.listen(number, host, () => probe.close(() => resolve()));
  });

/**
 * The demo password: the one stored next to the database folder at the first start, otherwise the setting's or a generated
 * one. Existing accounts keep their password, so a setting changed later must not be shown.
 */
const demoPassword = (settings: SystemSettings): string => {
  const newPassword = () => settings.DEMO_PASSWORD ?? randomBytes(9).toString('base64url');
  if (settings.DATABASE_FOLDER === inMemory || settings.DATABASE_URL) return newPassword();
  const folder = dirname(settings.DATABASE_FOLDER);
  const file = join(folder, 'demo-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const password = newPassword();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return password;
};

const seed = async (
  { db, engine }: Database,
  settings: SystemSettings,
  logger: Logger,
): Promise<System['demo']> => {
  const shouldSeed = settings.SEED_DEMO ? settings.SEED_DEMO === 'true' : engine === 'embedded';
  if (!shouldSeed) return undefined;
  const password = demoPassword(settings);
  const now = systemClock.now();
  if (await isEmpty(db)) {
    logger.info('seeding demo customers');
    await seedDemo(db, { today: now.toISOString().slice(0, 10) });
  }
  const signIns = await demoSignInsOf(db);
  // Safe at every start: existing passwords are kept.
  const customerIds = signIns.map(({ customerId }) => customerId);
  await seedCredentials({ db, passwords: createPasswords(randomBytes), now }, { customerIds, password });
  await seedEmployees({ db, passwords: createPasswords(randomBytes) }, { staff: [...demoAgents], password });
  return signIns.length > 0 ? { signIns, agents: demoAgents, password } : undefined;
};

/**
 * Seeds the content service with the repository's documents. With a persistent embedded database, stores a hash of them
 * next to it so that the next start can skip the comparison.
 */
const seedSite = async ({ db }: Database, settings: SystemSettings, logger: Logger): Promise<void> => {
  const folder = defaultFolders.contentDir;
  const isPersistent = settings.DATABASE_FOLDER !== inMemory && settings.DATABASE_URL === undefined;
  const hashFile = join(dirname(settings.DATABASE_FOLDER), 'content-seed');
  const inputHash = await hashOfInputs(projectRoot, [
    'content',
    'packages/content-types/src',
    'apps/content/src/seed',
  ]);
  const [document] = await db.select().from(contentPublished).limit(1);
  if (isPersistent && document && existsSync(hashFile) && readFileSync(hashFile, 'utf8') === inputHash)
    return;
  logger.info(await seedContent(db, { folder, clock: systemClock }), 'seeded content');
  if (isPersistent) writeFileSync(hashFile, inputHash);
};

/**
 * Composes and starts the product: database, content service, identity provider, core API, web server. Services whose URL
 * is configured are not started here.
 * @throws ListenError or SettingsError with a one-line message
 */
export const startSystem = async (settings: SystemSettings, parts: SystemParts): Promise<System> => {
  const { logger } = parts;
  const origin = `http://${host}:${settings.WEB_PORT}`;
  const staffOrigin = `http://staff.${host}:${settings.WEB_PORT}`;
  const issuer = settings.IDENTITY_ISSUER ?? `http://${host}:${settings.IDENTITY_PORT}/`;
  const ownIdentity = settings.IDENTITY_ISSUER === undefined;
  const ownApi = settings.API_ORIGIN === undefined;
  const ownMailbox = ownApi && settings.SMTP_URL === undefined;
  const ownCards = ownApi && settings.CARD_SERVICE_URL === undefined;
  const ownBank = ownApi && settings.BANK_SERVICE_URL === undefined;
  const ownEid = (ownApi || ownIdentity) && settings.EID_URL === undefined;
  const ownCrm = ownApi && settings.CRM_URL === undefined;
  const ownRegister = ownApi && settings.REGISTER_URL === undefined;
  const ownContent = settings.CONTENT_ORIGIN === undefined;
  const ownChat = settings.CHAT_URL === undefined;
  const contentOrigin = settings.CONTENT_ORIGIN ?? `http://${host}:${settings.CONTENT_PORT}`;
  // With an in-memory database, files are temporary too.
  const keepsFiles = settings.DATABASE_FOLDER !== inMemory || settings.DATABASE_URL !== undefined;
  const temporaryFolder = join(tmpdir(), `hofn-${process.pid}`);
  const eid = `http://${host}:${settings.EID_PORT}`;
  const eidFolder = join(
    settings.DATABASE_FOLDER === inMemory ? temporaryFolder : dirname(settings.DATABASE_FOLDER),
    'eid',
  );
  const environment = {
    CONTENT_ORIGIN: contentOrigin,
    CONTENT_URL: contentOrigin,
    ISSUER: issuer,
    IDENTITY_ISSUER: issuer,
    WEB_ORIGINS: `${origin},${staffOrigin}`,
    API_ORIGINS: `${origin},${staffOrigin}`,
    CHAT_ORIGINS: `${origin},${staffOrigin}`,
    CHAT_URL: `http://${host}:${settings.CHAT_PORT}`,
    API_ORIGIN: `http://127.0.0.1:${settings.API_PORT}`,
    SITE_URL: `${origin}/arsskyrsla`,
    CONTENT_PREVIEW_URL: `${origin}/arsskyrsla/forskodun`,
    CARD_SERVICE_URL: `http://${host}:${settings.CARDS_PORT}/`,
    CARD_SERVICE_ORIGIN: `http://${host}:${settings.CARDS_PORT}`,
    // Keys shared by our API and sandbox, generated at each start.
    CARD_SERVICE_KEY: randomBytes(24).toString('base64url'),
    BANK_SERVICE_URL: `http://${host}:${settings.BANK_PORT}/`,
    BANK_SERVICE_KEY: randomBytes(24).toString('base64url'),
    EID_URL: `${eid}/sso/`,
    EID_CLIENT_SECRET: randomBytes(24).toString('base64url'),
    TSA_URL: `${eid}/tsa`,
    EID_FOLDER: eidFolder,
    EID_TRUST_FILE: join(eidFolder, trustFile),
    CRM_URL: `http://${host}:${settings.CRM_PORT}/`,
    REGISTER_URL: `http://${host}:${settings.REGISTER_PORT}/`,
    REGISTER_KEY: randomBytes(24).toString('base64url'),
    SMTP_URL: `smtp://${host}:${settings.MAILBOX_SMTP_PORT}`,
    ...(!keepsFiles && { FILES_FOLDER: join(temporaryFolder, 'files') }),
    ...process.env,
  };
  const contentConfig = readSettings(contentSettings, environment);
  const identityConfig = readSettings(identitySettings, environment);
  const apiConfig = readSettings(apiSettings, environment);
  const chatConfig = readSettings(chatSettings, environment);
  const sandboxConfig = readSettings(sandboxSettings, environment);
  const webConfig = readSettings(webSettings, environment);

  await assertPortFree(settings.WEB_PORT, 'WEB_PORT');
  if (ownIdentity) await assertPortFree(settings.IDENTITY_PORT, 'IDENTITY_PORT');
  if (ownContent) await assertPortFree(settings.CONTENT_PORT, 'CONTENT_PORT');
  if (ownApi) await assertPortFree(settings.API_PORT, 'API_PORT');
  if (ownChat) await assertPortFree(settings.CHAT_PORT, 'CHAT_PORT');
  if (ownCards) await assertPortFree(settings.CARDS_PORT, 'CARDS_PORT');
  if (ownBank) await assertPortFree(settings.BANK_PORT, 'BANK_PORT');
  if (ownEid) await assertPortFree(settings.EID_PORT, 'EID_PORT');
  if (ownCrm) await assertPortFree(settings.CRM_PORT, 'CRM_PORT');
  if (ownRegister) await assertPortFree(settings.REGISTER_PORT, 'REGISTER_PORT');
  if (ownMailbox) await assertPortFree(settings.MAILBOX_PORT, 'MAILBOX_PORT');

  const running: Array<{ stop(): Promise<void> }> = [];
  const stop = async () => {
    // In reverse order of start: clients stop before the services they use.
    for (const part of running.splice(0).reverse()) await part.stop();
  };
  const start = async (server: Parameters<typeof listen>[0], number: number, setting: string) => {
    const part: Running = await listen(server, { port: number, host, setting, graceMs: 2000 });
    running.push(part);
  };

  // Bundle the site while the database opens; its content is read once the content service is up.
  const contentReady = Promise.withResolvers<string>();
  contentReady.promise.catch(() => {});
  const siteDir = parts.site(contentReady.promise, apiConfig.SITE_URL);
  siteDir.catch(() => {}); // Awaited below; an earlier rejection must not crash the process as unhandled.

  // All services share one event loop, so they share one limit.
  const limits = { eventLoopDelayMs: settings.LONGEST_DELAY };
  try {
    running.push({ stop: async () => rmSync(temporaryFolder, { recursive: true, force: true }) });
    const database = await openFromSettings(settings, logger);
    running.push({ stop: () => database.close() });
    if (ownContent) {
      await seedSite(database, settings, logger);
      const server = createContent({ database, clock: systemClock, logger, settings: contentConfig, limits });
      await start(server, settings.CONTENT_PORT, 'CONTENT_PORT');
    }
    contentReady.resolve(contentOrigin);
    const demo = await seed(database, settings, logger);

    const jobs = await openApiJobs(database, logger);
    running.push({ stop: () => jobs.stop(2000) });
    if (ownIdentity) {
      const clients = identityConfig.IDENTITY_CLIENTS
        ? await readClients(identityConfig.IDENTITY_CLIENTS)
        : [];
      const { server } = await createIdentity({
        database,
        settings: identityConfig,
        logger,
        outbox: jobs,
        clients,
        limits,
      });
      await start(server, settings.IDENTITY_PORT, 'IDENTITY_PORT');
    }
    const mailbox = ownMailbox
      ? await startMailbox({ settings: sandboxConfig, logger, clock: systemClock })
      : undefined;
    if (mailbox) running.push(mailbox);
    if (ownCards) {
      const cards = createCards({ settings: sandboxConfig, logger, clock: systemClock });
      await start(cards, settings.CARDS_PORT, 'CARDS_PORT');
    }
    if (ownBank) {
      const bank = createBank({ settings: sandboxConfig, logger, clock: systemClock });
      await start(bank, settings.BANK_PORT, 'BANK_PORT');
    }
    const phones = ownEid
      ? await createEid({ settings: sandboxConfig, logger, clock: systemClock, people: demoPeople() })
      : undefined;
    if (phones) await start(phones.server, settings.EID_PORT, 'EID_PORT');
    const sandboxParts = { settings: sandboxConfig, logger, clock: systemClock };
    if (ownCrm) await start(createCrm(sandboxParts), settings.CRM_PORT, 'CRM_PORT');
    if (ownRegister) {
      const register = createRegister({ ...sandboxParts, people: demoPeople() });
      await start(register, settings.REGISTER_PORT, 'REGISTER_PORT');
    }
    const keys = remoteKeys(new URL(apiConfig.IDENTITY_KEYS_URL ?? '.well-known/jwks.json', issuer));
    if (ownChat) {
      const chat = await createChat({
        database,
        clock: systemClock,
        logger,
        settings: chatConfig,
        keys,
        outbox: jobs,
        limits,
      });
      await scheduleDeletion(jobs, chat, logger);
      await start(chat.server, settings.CHAT_PORT, 'CHAT_PORT');
    }
    if (ownApi) {
      const files = await openFiles(apiConfig);
      const services = createServices({
        database,
        clock: systemClock,
        logger,
        settings: apiConfig,
        outbox: jobs,
        files,
      });
      if (apiConfig.API_WORK) await startWork(services, jobs);
      const server = await createApi({ services, keys, limits });
      await start(server, settings.API_PORT, 'API_PORT');
      if (demo) {
        // Wait for the site build: it keeps this process too busy to answer its own requests.
        await siteDir;
        if (phones) {
          const { confirm } = phones;
          await signDemo({ database, clock: systemClock, logger, settings: apiConfig, files, confirm });
        }
        await requestDemoPrivacy({ database, clock: systemClock, logger, files });
      }
    }
    const web = await createWeb({
      settings: webConfig,
      logger,
      siteDir: await siteDir,
      limits,
      ...(parts.before && { before: parts.before }),
    });
    await start(web, settings.WEB_PORT, 'WEB_PORT');
    return {
      site: `${origin}/arsskyrsla/`,
      staff: `${staffOrigin}/arsskyrsla${pathOf('staff.queue', 'is')}/`,
      documentation: `${origin}/api/docs`,
      identity: issuer,
      content: contentOrigin,
      mailbox: mailbox?.url,
      phones: phones && `${eid}/`,
      cases: ownCrm ? environment.CRM_URL : undefined,
      demo,
      stop,
    };
  } catch (error) {
    contentReady.reject(error);
    await stop();
    throw error;
  }
};
