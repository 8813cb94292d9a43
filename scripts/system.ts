import { rmSync } from 'node:fs';
import { type Logger, type Part, stopInOrder } from '@hofn/service';
import { openForService } from '@hofn/service/database.ts';
import { secretsFromSettings } from '@hofn/service/secrets.ts';
import { identityKeysOf } from '@hofn/service/tokens.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { openApiJobs } from '../apps/api/src/work.ts';
import { findCalendar } from '../apps/core/src/store/calendar.ts';
import { readConnection } from '../apps/core/src/store/connection.ts';
import { createWeb, type WebParts } from '../apps/web/server/web.ts';
import { carryOver } from './system/carry-over.ts';
import { openDemo } from './system/core.ts';
import { createDemoClock } from './system/demo-clock.ts';
import { assertPortsFree, planSystem } from './system/plan.ts';
import { completeDemo, type Demo, prepareDemo } from './system/seed.ts';
import {
  actForDemo,
  type Context,
  listenOn,
  nameOfPart,
  startApi,
  startChat,
  startContent,
  startIdentity,
  startInsurance,
  startSandbox,
} from './system/services.ts';
import type { SystemSettings } from './system/settings.ts';

export { type SystemSettings, systemSettings } from './system/settings.ts';

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
  /** URL of the insurance core's page; undefined when the API or the identity provider runs elsewhere. */
  core: string | undefined;
  /** Undefined when the database has no demo customers. */
  demo: Demo | undefined;
  /** @param until the deadline, in the time of `performance.now()` */
  stop(until?: number): Promise<void>;
};

export type SystemParts = {
  logger: Logger;
  /** Builds the site from a content service, and returns its folder. */
  site: (contentOrigin: Promise<string>, siteUrl: string) => Promise<string>;
  /** Handles requests before the web server: the development server. */
  before?: WebParts['before'];
};

/**
 * Composes and starts the product: database, content service, identity provider, core API, web server. Services whose URL
 * is configured are not started here.
 * @throws ListenError or SettingsError with a one-line message
 */
export const startSystem = async (settings: SystemSettings, parts: SystemParts): Promise<System> => {
  const { logger } = parts;
  const plan = planSystem(settings);
  const { urls } = plan;
  await assertPortsFree(settings, plan);

  const running: Part[] = [];
  // In reverse order of start: clients stop before the services they use.
  const stop = (until?: number) => stopInOrder(running.splice(0).reverse(), until);
  const stopLater: Context['stopLater'] = (name, part) => running.push({ name, stop: () => part.stop() });

  // Bundle the site while the database opens; its content is read once the content service is up.
  const contentReady = Promise.withResolvers<string>();
  contentReady.promise.catch(() => {});
  const siteDir = parts.site(contentReady.promise, plan.apps.api.SITE_URL);
  siteDir.catch(() => {}); // Awaited below; an earlier rejection must not crash the process as unhandled.

  try {
    stopLater('temporary files', {
      stop: async () => rmSync(plan.temporaryFolder, { recursive: true, force: true }),
    });
    const database = await openForService(settings, logger);
    stopLater('database', { stop: () => database.close() });
    const limits = { eventLoopDelayMs: settings.LONGEST_DELAY };
    const start: Context['start'] = async (server, setting) =>
      stopLater(nameOfPart(setting), await listenOn(server, settings, setting));
    const keys = identityKeysOf(plan.apps.api);
    const clock = createDemoClock();
    const context: Context = { settings, plan, logger, database, keys, clock, limits, start, stopLater };

    await startContent(context);
    contentReady.resolve(urls.content);
    const hasDemo = await prepareDemo(database, settings, logger, plan.own.core ? openDemo : undefined);
    if (plan.own.core) {
      if (await carryOver(database, plan.coreFolder))
        logger.info('the demo of an earlier release was carried over');
      clock.forward((await findCalendar(database.db))?.daysAhead ?? 0);
    }
    const secrets = secretsFromSettings(plan.apps.identity);
    const jobs = await openApiJobs(database, logger, secrets);
    stopLater('jobs', { stop: () => jobs.stop(2000) });
    await startIdentity(context, jobs, secrets);
    const { mailbox, phones } = await startSandbox(context);
    await startChat(context, jobs);
    const files = await startApi(context, jobs, secrets);
    // The site build keeps this process too busy to answer its own requests.
    if (hasDemo) await siteDir;
    const core = await startInsurance(context);
    const isLoaded = !(core && (await readConnection(database.db)).isOpening);
    const demo = hasDemo ? await completeDemo(database, settings, isLoaded) : undefined;
    if (demo && files) await actForDemo(context, files, phones);
    const web = await createWeb({
      settings: plan.apps.web,
      logger,
      siteDir: await siteDir,
      limits,
      ...(parts.before && { before: parts.before }),
    });
    await start(web, 'WEB_PORT');
    return {
      site: `${urls.site}/arsskyrsla/`,
      staff: `${urls.staff}/arsskyrsla${pathOf('staff.queue', 'is')}/`,
      documentation: `${urls.site}/api/docs`,
      identity: urls.issuer,
      content: urls.content,
      mailbox: mailbox?.url,
      phones: phones && `${urls.eid}/`,
      cases: plan.own.crm ? urls.crm : undefined,
      core: core && `${core.url}/`,
      demo,
      stop,
    };
  } catch (error) {
    contentReady.reject(error);
    await stop();
    throw error;
  }
};
