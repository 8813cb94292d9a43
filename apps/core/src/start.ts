import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { type Limits, type Logger, listen, type Running } from '@hofn/service';
import type { CoreClient } from './client.ts';
import { type Core, createCore, type DemoClock } from './core.ts';
import { createCoreServer } from './server.ts';
import type { Settings } from './settings.ts';
import { addInitialEditions } from './store/editions.ts';

export type StartedCore = Running & { core: Core };

export type StartParts = {
  settings: Pick<Settings, 'CORE_PORT' | 'CORE_HOST' | 'CORE_PAGE' | 'CORE_API_URL' | 'CORE_IDENTITY_URL'> &
    Partial<
      Pick<
        Settings,
        'NODE_ENV' | 'METRICS_PORT' | 'METRICS_HOST' | 'CORE_SECRET' | 'CORE_BANK_URL' | 'CORE_BANK_KEY'
      >
    >;
  client: CoreClient;
  database: Database;
  logger: Logger;
  clock: Clock | DemoClock;
  limits?: Partial<Limits>;
  graceMs?: number;
};

/** The bank that pays claims; undefined when there is none. */
const bankOf = ({ CORE_BANK_URL: url, CORE_BANK_KEY: key = '' }: StartParts['settings']) =>
  url === undefined ? undefined : { url, key };

/**
 * Starts the core. Without an answer of Höfn it tries again, so that neither has to be started first.
 * @throws ListenError when the port is in use
 */
export const startCore = async (parts: StartParts): Promise<StartedCore> => {
  const { settings, client, database, logger, clock, limits, graceMs } = parts;
  // Before anything asks for a decision: without rules everything is referred.
  await addInitialEditions(database.db, clock.now().toISOString());
  const core = createCore({
    connection: { ...client, identity: settings.CORE_IDENTITY_URL, api: settings.CORE_API_URL },
    ...{ database, clock, logger, hasDemoHandler: settings.CORE_PAGE, bank: bankOf(settings) },
  });
  const server = createCoreServer({
    ...{ core, database, logger, clock, hasPage: settings.CORE_PAGE, secrets: settings.CORE_SECRET ?? [] },
    ...(limits && { limits }),
  });
  const { NODE_ENV, METRICS_PORT, METRICS_HOST } = settings;
  const running = await listen(server, {
    ...{ port: settings.CORE_PORT, host: settings.CORE_HOST, setting: 'CORE_PORT' },
    ...(graceMs !== undefined && { graceMs }),
    ...(NODE_ENV && METRICS_HOST && { metrics: { NODE_ENV, METRICS_PORT, METRICS_HOST } }),
  });
  const stop = async (): Promise<void> => {
    await core.stop();
    await running.stop();
  };
  try {
    await core.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...running, core, stop };
};
