import type { Database, Jobs } from '@hofn/database';
import { demoAgents } from '@hofn/database/seed/staff.ts';
import { demoPeople } from '@hofn/demo';
import { systemClock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import { type Limits, type Logger, listen } from '@hofn/service';
import type { Secrets } from '@hofn/service/secrets.ts';
import type { remoteKeys } from '@hofn/service/tokens.ts';
import { createApi } from '../../apps/api/src/api.ts';
import { declarationsOf, jobsOf } from '../../apps/api/src/feature.ts';
import { features } from '../../apps/api/src/features.ts';
import { startIncomingMail } from '../../apps/api/src/incoming-mail/server.ts';
import { exposeApi } from '../../apps/api/src/metrics.ts';
import { openFiles } from '../../apps/api/src/platform/file-store.ts';
import { createServices, type Services } from '../../apps/api/src/services.ts';
import { startWork } from '../../apps/api/src/work.ts';
import { createChat, scheduleDeletion } from '../../apps/chat/src/chat.ts';
import { createContent } from '../../apps/content/src/content.ts';
import { startCore } from '../../apps/core/src/start.ts';
import { createIdentity, readClients } from '../../apps/identity/src/index.ts';
import { createBank } from '../../apps/sandbox/src/bank/bank.ts';
import { createCards } from '../../apps/sandbox/src/cards/cards.ts';
import { createCrm } from '../../apps/sandbox/src/crm/crm.ts';
import { createEid } from '../../apps/sandbox/src/eid/eid.ts';
import { startMailbox } from '../../apps/sandbox/src/mailbox/mailbox.ts';
import { createRegister } from '../../apps/sandbox/src/register/register.ts';
import { requestDemoPrivacy } from '../demo-privacy.ts';
import { signDemo } from '../demo-signatures.ts';
import { registerCore } from './core.ts';
import type { createDemoClock } from './demo-clock.ts';
import { host, type Plan } from './plan.ts';
import { seedSite } from './seed.ts';
import type { SystemSettings } from './settings.ts';

/** What every service is started with. */
export type Context = {
  settings: SystemSettings;
  plan: Plan;
  logger: Logger;
  database: Database;
  /** The identity provider's public keys. */
  keys: ReturnType<typeof remoteKeys>;
  /** The clock of the API, its jobs, the core and the sandbox. */
  clock: ReturnType<typeof createDemoClock>;
  /** One event loop, so one limit for all. */
  limits: Partial<Limits>;
  /** Listens, and stops with the system. */
  start(server: Parameters<typeof listen>[0], setting: PortSetting): Promise<void>;
  /** Stops a part with the system, before those that were added earlier; its name is for the log. */
  stopLater(name: string, part: { stop(): Promise<void> }): void;
};

type PortSetting = Exclude<Extract<keyof SystemSettings, `${string}_PORT`>, 'METRICS_PORT'>;

/** The name of the server on the port of a setting: `web` of WEB_PORT. */
export const nameOfPart = (setting: PortSetting): string => setting.replace(/_PORT$/, '').toLowerCase();

/** Listens on the port of a setting. */
export const listenOn = (
  server: Parameters<typeof listen>[0],
  settings: SystemSettings,
  setting: PortSetting,
) => listen(server, { port: settings[setting], host, setting, graceMs: 2000 });

const clock = systemClock;

export const startContent = async ({ settings, plan, logger, database, limits, start }: Context) => {
  if (!plan.own.content) return;
  await seedSite(database, settings, logger);
  await start(
    createContent({ database, clock, logger, settings: plan.apps.content, limits }),
    'CONTENT_PORT',
  );
};

export const startIdentity = async (
  { plan, logger, database, limits, start }: Context,
  outbox: Jobs,
  secrets: Secrets,
): Promise<void> => {
  if (!plan.own.identity) return;
  const settings = plan.apps.identity;
  const clients = settings.IDENTITY_CLIENTS ? await readClients(settings.IDENTITY_CLIENTS) : [];
  const { server } = await createIdentity({
    database,
    settings,
    logger,
    secrets,
    outbox,
    clients,
    limits,
  });
  await start(server, 'IDENTITY_PORT');
};

type Phones = Awaited<ReturnType<typeof createEid>>;
type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

/** Simulations of the outside services that are not configured. */
export const startSandbox = async ({
  plan: { own, apps },
  logger,
  clock,
  start,
  stopLater,
}: Context): Promise<{ mailbox: Mailbox | undefined; phones: Phones | undefined }> => {
  const parts = { settings: apps.sandbox, logger, clock };
  const mailbox = own.mailbox ? await startMailbox(parts) : undefined;
  if (mailbox) stopLater('mailbox', mailbox);
  if (own.cards) await start(createCards(parts), 'CARDS_PORT');
  if (own.bank) await start(createBank(parts), 'BANK_PORT');
  const staff = demoAgents.map(({ ssn, fullName, mobilePhone }) => ({ ssn, name: fullName, mobilePhone }));
  const people = [...demoPeople(), ...staff];
  const phones = own.eid ? await createEid({ ...parts, people }) : undefined;
  if (phones) await start(phones.server, 'EID_PORT');
  if (own.crm) await start(createCrm(parts), 'CRM_PORT');
  if (own.register) await start(createRegister({ ...parts, people: demoPeople() }), 'REGISTER_PORT');
  return { mailbox, phones };
};

export const startChat = async (
  { plan, logger, database, keys, limits, start }: Context,
  outbox: Jobs,
): Promise<void> => {
  if (!plan.own.chat) return;
  const settings = plan.apps.chat;
  const chat = await createChat({ database, clock, logger, settings, keys, outbox, limits });
  await scheduleDeletion(outbox, chat, logger);
  await start(chat.server, 'CHAT_PORT');
};

/** The daily jobs whose work customers see. */
const nightlyJobs = ['documents.issue', 'signing.tell', 'purchases.end'];

/** Runs those jobs for the day of the demo's clock; a real night comes by the real time. */
const runNight = async (services: Services): Promise<void> => {
  const all = declarationsOf(features, services);
  for (const { name, run } of jobsOf(features)) if (nightlyJobs.includes(name)) await run(services, all);
};

/**
 * Starts the insurance core with its page, registered as a client, and waits until Höfn has its facts.
 * @returns undefined when the API or the identity provider runs elsewhere
 */
export const startInsurance = async ({ settings, plan, stopLater, ...parts }: Context) => {
  if (!plan.own.core) return undefined;
  const { database, logger, clock: demoClock, limits } = parts;
  const client = await registerCore(database, plan.coreFolder);
  const core = await startCore({
    settings: { ...plan.apps.core, CORE_PORT: settings.CORE_PORT, CORE_HOST: host, METRICS_PORT: undefined },
    ...{ client, database, logger, clock: demoClock, limits, graceMs: 2000 },
  });
  stopLater('core', core);
  return core;
};

/** Starts the core API with its jobs. @returns its file store; undefined when it runs elsewhere */
export const startApi = async (
  { plan, logger, database, keys, clock, limits, start, stopLater }: Context,
  jobs: Jobs,
  secrets: Secrets,
): Promise<FileStore | undefined> => {
  if (!plan.own.api) return undefined;
  const settings = plan.apps.api;
  const files = await openFiles(settings);
  const services = createServices({
    ...{ database, clock, logger, settings, outbox: jobs, files, secrets },
    // Other systems compare the time of a delivery with theirs.
    sharedClock: systemClock,
  });
  if (settings.API_WORK) await startWork(services, jobs);
  clock.onNight(() => runNight(services));
  const server = await createApi({ services, keys, limits, identityClock: systemClock });
  exposeApi(server.metrics, services, jobs);
  await start(server, 'API_PORT');
  const mail = await startIncomingMail(services);
  if (mail) stopLater('incoming mail', mail);
  return files;
};

/** Signs documents of the demo, and makes its requests about personal data, through the API's own code. */
export const actForDemo = async (
  { plan, logger, database, clock }: Context,
  files: FileStore,
  phones: Phones | undefined,
): Promise<void> => {
  const parts = { database, clock, logger, files };
  if (phones) await signDemo({ ...parts, settings: plan.apps.api, confirm: phones.confirm });
  await requestDemoPrivacy(parts);
};
