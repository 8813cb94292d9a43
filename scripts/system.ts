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
import { defaultFolders, root } from '../apps/web/src/generate/folders.ts';
import { hashOfInputs } from '../apps/web/src/generate/inputs.ts';
import { settingsSchema as webSettings } from '../apps/web/src/server/settings.ts';
import { createWeb, type WebParts } from '../apps/web/src/server/web.ts';
import { requestDemoPrivacy } from './demo-privacy.ts';
import { signDemo } from './demo-signatures.ts';

const port = (fallback: number, what: string) =>
  z.coerce.number().int().min(1).max(65_535).default(fallback).describe(`port of ${what}`);

/** Settings of the whole product in one process. Each app's own settings are read beside these. */
export const systemSettings = z.object({
  WEB_PORT: port(8080, 'the site and the portals'),
  IDENTITY_PORT: port(8081, 'the identity provider'),
  API_PORT: port(8088, 'the core API'),
  CONTENT_PORT: port(8082, 'the content service'),
  CARDS_PORT: port(8083, 'the card service of the sandbox'),
  BANK_PORT: port(8090, 'the banks of the sandbox'),
  EID_PORT: port(8084, 'the electronic ID of the sandbox'),
  CRM_PORT: port(8085, 'the customer relations system of the sandbox'),
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
    .describe(
      'milliseconds that this one process may run late before it refuses requests with 503; 0: never',
    ),
  SEED_DEMO: z
    .enum(['true', 'false'])
    .optional()
    .describe('seed an empty database with demo customers [true for the embedded one, else false]'),
  DEMO_PASSWORD: z
    .string()
    .min(10)
    .optional()
    .describe('password of the demo customers and staff, given at the first start [made then]'),
  IDENTITY_ISSUER: z.url().optional().describe('another identity provider; ours is then not started'),
  API_ORIGIN: z.url().optional().describe('an API that runs elsewhere; ours is then not started'),
  CONTENT_ORIGIN: z.url().optional().describe('another content service; ours is then not started'),
  CHAT_URL: z.url().optional().describe('another chat service; ours is then not started'),
  CARD_SERVICE_URL: z.url().optional().describe('a card service; the sandbox is then not started'),
  BANK_SERVICE_URL: z.url().optional().describe('a bank service; the sandbox is then not started'),
  EID_URL: z.url().optional().describe('an electronic ID service; the sandbox is then not started'),
  CRM_URL: z.url().optional().describe('a customer relations system; the sandbox is then not started'),
  REGISTER_URL: z.url().optional().describe('a national register; the sandbox is then not started'),
  SMTP_URL: z.url().optional().describe('a mail server; the mailbox is then not started'),
});
export type SystemSettings = z.output<typeof systemSettings>;

export type System = {
  site: string;
  staff: string;
  documentation: string;
  identity: string;
  content: string;
  /** Where the e-mails that were sent are read; nothing when they go to a real mail server. */
  mailbox: string | undefined;
  /** The phones of the demo's electronic IDs; nothing when documents are signed with a real service. */
  phones: string | undefined;
  /** Where cases that went to customer relations are read; nothing when they go to a real system. */
  cases: string | undefined;
  /** Empty when the database holds no demo customers. */
  demo: { signIns: DemoSignIn[]; agents: readonly DemoAgent[]; password: string } | undefined;
  stop(): Promise<void>;
};

export type SystemParts = {
  logger: Logger;
  /** Builds the site from a content service, for the address that it will have, and gives its folder. */
  site: (contentOrigin: Promise<string>, siteUrl: string) => Promise<string>;
  /** What takes the web server's requests first: the development server. */
  before?: WebParts['before'];
};

const host = 'localhost';

/** Fails at once, before anything is built, when a port is taken. */
const expectFree = (number: number, setting: string): Promise<void> =>
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
 * The demo password: the one that this database began with, kept beside its folder; else the setting's, or a new one. Who
 * has a password keeps it, so a setting that comes later would be told and not hold.
 */
const demoPassword = (settings: SystemSettings): string => {
  const made = () => settings.DEMO_PASSWORD ?? randomBytes(9).toString('base64url');
  if (settings.DATABASE_FOLDER === inMemory || settings.DATABASE_URL) return made();
  const folder = dirname(settings.DATABASE_FOLDER);
  const file = join(folder, 'demo-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const password = made();
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
  const wanted = settings.SEED_DEMO ? settings.SEED_DEMO === 'true' : engine === 'embedded';
  if (!wanted) return undefined;
  const password = demoPassword(settings);
  const now = systemClock.now();
  if (await isEmpty(db)) {
    logger.info('seeding demo customers');
    await seedDemo(db, { today: now.toISOString().slice(0, 10) });
  }
  const signIns = await demoSignInsOf(db);
  // Those who have a password keep it, so that each start may do this.
  const customerIds = signIns.map(({ customerId }) => customerId);
  await seedCredentials({ db, passwords: createPasswords(randomBytes), now }, { customerIds, password });
  await seedEmployees({ db, passwords: createPasswords(randomBytes) }, { staff: [...demoAgents], password });
  return signIns.length > 0 ? { signIns, agents: demoAgents, password } : undefined;
};

/**
 * Seeds the content service with the repository's documents. Where the embedded database stays, it is noted beside it which
 * they were, so that the next start need not compare them all.
 */
const seedSite = async ({ db }: Database, settings: SystemSettings, logger: Logger): Promise<void> => {
  const folder = defaultFolders.contentDir;
  const keeps = settings.DATABASE_FOLDER !== inMemory && settings.DATABASE_URL === undefined;
  const note = join(dirname(settings.DATABASE_FOLDER), 'content-seed');
  const seeded = await hashOfInputs(root, ['content', 'packages/content-types/src', 'apps/content/src/seed']);
  const [document] = await db.select().from(contentPublished).limit(1);
  if (keeps && document && existsSync(note) && readFileSync(note, 'utf8') === seeded) return;
  logger.info(await seedContent(db, { folder, clock: systemClock }), 'seeded content');
  if (keeps) writeFileSync(note, seeded);
};

/**
 * Composes and starts the product: database, content service, identity provider, core API, web server. A part whose
 * address is set to somewhere else is not started here.
 * @throws ListenError or SettingsError with one line for the reader
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
  // What is stored beside a database that keeps nothing goes with it.
  const keepsFiles = settings.DATABASE_FOLDER !== inMemory || settings.DATABASE_URL !== undefined;
  const inPassing = join(tmpdir(), `hofn-${process.pid}`);
  const eid = `http://${host}:${settings.EID_PORT}`;
  const eidFolder = join(
    settings.DATABASE_FOLDER === inMemory ? inPassing : dirname(settings.DATABASE_FOLDER),
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
    // Shared by the API and the sandbox that run here, made anew at each start.
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
    ...(!keepsFiles && { FILES_FOLDER: join(inPassing, 'files') }),
    ...process.env,
  };
  const ofContent = readSettings(contentSettings, environment);
  const ofIdentity = readSettings(identitySettings, environment);
  const ofApi = readSettings(apiSettings, environment);
  const ofChat = readSettings(chatSettings, environment);
  const ofSandbox = readSettings(sandboxSettings, environment);
  const ofWeb = readSettings(webSettings, environment);

  await expectFree(settings.WEB_PORT, 'WEB_PORT');
  if (ownIdentity) await expectFree(settings.IDENTITY_PORT, 'IDENTITY_PORT');
  if (ownContent) await expectFree(settings.CONTENT_PORT, 'CONTENT_PORT');
  if (ownApi) await expectFree(settings.API_PORT, 'API_PORT');
  if (ownChat) await expectFree(settings.CHAT_PORT, 'CHAT_PORT');
  if (ownCards) await expectFree(settings.CARDS_PORT, 'CARDS_PORT');
  if (ownBank) await expectFree(settings.BANK_PORT, 'BANK_PORT');
  if (ownEid) await expectFree(settings.EID_PORT, 'EID_PORT');
  if (ownCrm) await expectFree(settings.CRM_PORT, 'CRM_PORT');
  if (ownRegister) await expectFree(settings.REGISTER_PORT, 'REGISTER_PORT');
  if (ownMailbox) await expectFree(settings.MAILBOX_PORT, 'MAILBOX_PORT');

  const running: Array<{ stop(): Promise<void> }> = [];
  const stop = async () => {
    // In the opposite order of their start: whoever asks ends before whom it asks.
    for (const part of running.splice(0).reverse()) await part.stop();
  };
  const start = async (server: Parameters<typeof listen>[0], number: number, setting: string) => {
    const part: Running = await listen(server, { port: number, host, setting, graceMs: 2000 });
    running.push(part);
  };

  // The site's bundles are made while the database opens; its content is read when the service answers.
  const contentReady = Promise.withResolvers<string>();
  contentReady.promise.catch(() => {});
  const siteDir = parts.site(contentReady.promise, ofApi.SITE_URL);
  siteDir.catch(() => {}); // Awaited below; a fault before that must not end the process by itself.

  // All are as late as the busiest of them.
  const limits = { eventLoopDelayMs: settings.LONGEST_DELAY };
  try {
    running.push({ stop: async () => rmSync(inPassing, { recursive: true, force: true }) });
    const database = await openFromSettings(settings, logger);
    running.push({ stop: () => database.close() });
    if (ownContent) {
      await seedSite(database, settings, logger);
      const server = createContent({ database, clock: systemClock, logger, settings: ofContent, limits });
      await start(server, settings.CONTENT_PORT, 'CONTENT_PORT');
    }
    contentReady.resolve(contentOrigin);
    const demo = await seed(database, settings, logger);

    const jobs = await openApiJobs(database, logger);
    running.push({ stop: () => jobs.stop(2000) });
    if (ownIdentity) {
      const clients = ofIdentity.IDENTITY_CLIENTS ? await readClients(ofIdentity.IDENTITY_CLIENTS) : [];
      const { server } = await createIdentity({
        database,
        settings: ofIdentity,
        logger,
        outbox: jobs,
        clients,
        limits,
      });
      await start(server, settings.IDENTITY_PORT, 'IDENTITY_PORT');
    }
    const mailbox = ownMailbox
      ? await startMailbox({ settings: ofSandbox, logger, clock: systemClock })
      : undefined;
    if (mailbox) running.push(mailbox);
    if (ownCards) {
      const cards = createCards({ settings: ofSandbox, logger, clock: systemClock });
      await start(cards, settings.CARDS_PORT, 'CARDS_PORT');
    }
    if (ownBank) {
      const bank = createBank({ settings: ofSandbox, logger, clock: systemClock });
      await start(bank, settings.BANK_PORT, 'BANK_PORT');
    }
    const phones = ownEid
      ? await createEid({ settings: ofSandbox, logger, clock: systemClock, people: demoPeople() })
      : undefined;
    if (phones) await start(phones.server, settings.EID_PORT, 'EID_PORT');
    const outside = { settings: ofSandbox, logger, clock: systemClock };
    if (ownCrm) await start(createCrm(outside), settings.CRM_PORT, 'CRM_PORT');
    if (ownRegister) {
      const register = createRegister({ ...outside, people: demoPeople() });
      await start(register, settings.REGISTER_PORT, 'REGISTER_PORT');
    }
    const keys = remoteKeys(new URL(ofApi.IDENTITY_KEYS_URL ?? '.well-known/jwks.json', issuer));
    if (ownChat) {
      const chat = await createChat({
        database,
        clock: systemClock,
        logger,
        settings: ofChat,
        keys,
        outbox: jobs,
        limits,
      });
      await scheduleDeletion(jobs, chat, logger);
      await start(chat.server, settings.CHAT_PORT, 'CHAT_PORT');
    }
    if (ownApi) {
      const files = await openFiles(ofApi);
      if (ofApi.API_WORK)
        await startWork({ database, clock: systemClock, logger, settings: ofApi, jobs, files });
      const server = await createApi({
        database,
        clock: systemClock,
        logger,
        settings: ofApi,
        keys,
        outbox: jobs,
        files,
        limits,
      });
      await start(server, settings.API_PORT, 'API_PORT');
      if (demo) {
        // When the site is made, which leaves this process no time to answer itself.
        await siteDir;
        if (phones) {
          const { confirm } = phones;
          await signDemo({ database, clock: systemClock, logger, settings: ofApi, files, confirm });
        }
        await requestDemoPrivacy({ database, clock: systemClock, logger, files });
      }
    }
    const web = await createWeb({
      settings: ofWeb,
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
