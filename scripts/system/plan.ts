import { randomBytes } from 'node:crypto';
import { createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { requestKinds } from '@hofn/contracts';
import { demoSource } from '@hofn/demo';
import { ListenError, readSettings } from '@hofn/service';
import { inMemory } from '@hofn/service/database.ts';
import { settingsSchema as apiSettings } from '../../apps/api/src/settings.ts';
import { settingsSchema as chatSettings } from '../../apps/chat/src/settings.ts';
import { settingsSchema as contentSettings } from '../../apps/content/src/settings.ts';
import { settingsSchema as coreSettings } from '../../apps/core/src/settings.ts';
import { settingsSchema as identitySettings } from '../../apps/identity/src/index.ts';
import { trustFile } from '../../apps/sandbox/src/eid/authority.ts';
import { settingsSchema as sandboxSettings } from '../../apps/sandbox/src/settings.ts';
import { settingsSchema as webSettings } from '../../apps/web/server/settings.ts';
import type { SystemSettings } from './settings.ts';

export const host = 'localhost';

/** The services started here: those without a configured URL. */
const ownServices = (settings: SystemSettings) => {
  const identity = settings.IDENTITY_ISSUER === undefined;
  const api = settings.API_ORIGIN === undefined;
  return {
    identity,
    api,
    core: identity && api,
    content: settings.CONTENT_ORIGIN === undefined,
    chat: settings.CHAT_URL === undefined,
    mailbox: api && settings.SMTP_URL === undefined,
    cards: api && settings.CARD_SERVICE_URL === undefined,
    bank: api && settings.BANK_SERVICE_URL === undefined,
    eid: (api || identity) && settings.EID_URL === undefined,
    crm: api && settings.CRM_URL === undefined,
    register: api && settings.REGISTER_URL === undefined,
  };
};

const urlsOf = (settings: SystemSettings) => ({
  site: `http://${host}:${settings.WEB_PORT}`,
  staff: `http://staff.${host}:${settings.WEB_PORT}`,
  issuer: settings.IDENTITY_ISSUER ?? `http://${host}:${settings.IDENTITY_PORT}/`,
  content: settings.CONTENT_ORIGIN ?? `http://${host}:${settings.CONTENT_PORT}`,
  eid: `http://${host}:${settings.EID_PORT}`,
});

/** The folder of what the demo keeps beside the database. */
const folderBeside = ({ DATABASE_FOLDER: folder }: SystemSettings, temporaryFolder: string): string =>
  folder === inMemory ? temporaryFolder : dirname(folder);

/** The environment from which each app reads its settings: ours, overridden by that of the process. */
const environmentOf = (
  settings: SystemSettings,
  urls: ReturnType<typeof urlsOf>,
  temporaryFolder: string,
) => {
  // With an in-memory database, files are temporary too.
  const keepsFiles = settings.DATABASE_FOLDER !== inMemory || settings.DATABASE_URL !== undefined;
  const eidFolder = join(folderBeside(settings, temporaryFolder), 'eid');
  const bank = {
    BANK_SERVICE_URL: `http://${host}:${settings.BANK_PORT}/`,
    BANK_SERVICE_KEY: process.env.BANK_SERVICE_KEY ?? randomBytes(24).toString('base64url'),
  };
  return {
    CONTENT_ORIGIN: urls.content,
    CONTENT_URL: urls.content,
    ISSUER: urls.issuer,
    IDENTITY_ISSUER: urls.issuer,
    WEB_ORIGINS: `${urls.site},${urls.staff}`,
    API_ORIGINS: `${urls.site},${urls.staff}`,
    CHAT_ORIGINS: `${urls.site},${urls.staff}`,
    CHAT_URL: `http://${host}:${settings.CHAT_PORT}`,
    API_ORIGIN: `http://127.0.0.1:${settings.API_PORT}`,
    SITE_URL: `${urls.site}/arsskyrsla`,
    CONTENT_PREVIEW_URL: `${urls.site}/arsskyrsla/forskodun`,
    CARD_SERVICE_URL: `http://${host}:${settings.CARDS_PORT}/`,
    CARD_SERVICE_ORIGIN: `http://${host}:${settings.CARDS_PORT}`,
    // Keys shared by our API and sandbox, generated at each start.
    CARD_SERVICE_KEY: randomBytes(24).toString('base64url'),
    ...bank,
    // The sandbox's banks make payments too; another bank service may not.
    ...(ownServices(settings).bank && {
      CORE_BANK_URL: bank.BANK_SERVICE_URL,
      CORE_BANK_KEY: bank.BANK_SERVICE_KEY,
    }),
    EID_URL: `${urls.eid}/sso/`,
    EID_CLIENT_SECRET: randomBytes(24).toString('base64url'),
    TSA_URL: `${urls.eid}/tsa`,
    EID_FOLDER: eidFolder,
    EID_TRUST_FILE: join(eidFolder, trustFile),
    CORE_API_URL: `http://${host}:${settings.API_PORT}/`,
    CORE_IDENTITY_URL: urls.issuer,
    CORE_PAGE: 'true',
    // Our core acts on requests; without one, staff do.
    ...(ownServices(settings).core && {
      REQUESTS_SETTLED_BY_CORE: requestKinds.join(','),
      CORE_URL: `http://${host}:${settings.CORE_PORT}/`,
      CORE_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
      CORE_SOURCE: demoSource,
    }),
    CRM_URL: `http://${host}:${settings.CRM_PORT}/`,
    REGISTER_URL: `http://${host}:${settings.REGISTER_PORT}/`,
    REGISTER_KEY: randomBytes(24).toString('base64url'),
    SMTP_URL: `smtp://${host}:${settings.MAILBOX_SMTP_PORT}`,
    REPLY_ADDRESS: 'svar@hofn.example',
    REPLY_PORT: String(settings.REPLY_PORT),
    MAILBOX_REPLY_URL: `smtp://127.0.0.1:${settings.REPLY_PORT}`,
    ...(!keepsFiles && { FILES_FOLDER: join(temporaryFolder, 'files') }),
    ...process.env,
  };
};

/**
 * What is started, at which addresses, with which settings of each app.
 * @throws SettingsError
 */
export const planSystem = (settings: SystemSettings) => {
  const urls = urlsOf(settings);
  const temporaryFolder = join(tmpdir(), `hofn-${process.pid}`);
  const environment = environmentOf(settings, urls, temporaryFolder);
  return {
    own: ownServices(settings),
    urls: { ...urls, crm: environment.CRM_URL },
    temporaryFolder,
    /** Folder of the core's key. */
    coreFolder: join(folderBeside(settings, temporaryFolder), 'core'),
    apps: {
      content: readSettings(contentSettings, environment),
      identity: readSettings(identitySettings, environment),
      api: readSettings(apiSettings, environment),
      chat: readSettings(chatSettings, environment),
      core: readSettings(coreSettings, environment),
      sandbox: readSettings(sandboxSettings, environment),
      web: readSettings(webSettings, environment),
    },
  };
};
export type Plan = ReturnType<typeof planSystem>;

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

/** Checks the port of every server that is started. @throws ListenError */
export const assertPortsFree = async (settings: SystemSettings, { own }: Plan): Promise<void> => {
  await assertPortFree(settings.WEB_PORT, 'WEB_PORT');
  if (own.identity) await assertPortFree(settings.IDENTITY_PORT, 'IDENTITY_PORT');
  if (own.content) await assertPortFree(settings.CONTENT_PORT, 'CONTENT_PORT');
  if (own.api) await assertPortFree(settings.API_PORT, 'API_PORT');
  if (own.chat) await assertPortFree(settings.CHAT_PORT, 'CHAT_PORT');
  if (own.cards) await assertPortFree(settings.CARDS_PORT, 'CARDS_PORT');
  if (own.bank) await assertPortFree(settings.BANK_PORT, 'BANK_PORT');
  if (own.eid) await assertPortFree(settings.EID_PORT, 'EID_PORT');
  if (own.crm) await assertPortFree(settings.CRM_PORT, 'CRM_PORT');
  if (own.register) await assertPortFree(settings.REGISTER_PORT, 'REGISTER_PORT');
  if (own.core) await assertPortFree(settings.CORE_PORT, 'CORE_PORT');
  if (own.api) await assertPortFree(settings.REPLY_PORT, 'REPLY_PORT');
  if (own.mailbox) await assertPortFree(settings.MAILBOX_PORT, 'MAILBOX_PORT');
};
