import type { Clock } from '@hofn/domain/clock.ts';
import { type Logger, listen, type Running, SettingsError } from '@hofn/service';
import type { Settings } from '../settings.ts';
import { bookFileIn, readClient } from './client-file.ts';
import { type Core, createCore, type DemoClock } from './core.ts';
import { createCoreServer } from './server.ts';

export type StartedCore = Running & { core: Core };

/**
 * Starts the core and its page. It sends what Höfn does not have, then follows events.
 * @throws SettingsError when the core was not registered; ListenError when the port is in use
 */
export const startCore = async ({
  settings,
  logger,
  clock,
  graceMs,
}: {
  settings: Pick<Settings, 'CORE_PORT' | 'CORE_HOST' | 'CORE_FOLDER' | 'CORE_IDENTITY_URL'> & {
    CORE_API_URL: string;
  };
  logger: Logger;
  clock: Clock | DemoClock;
  graceMs?: number;
}): Promise<StartedCore> => {
  const client = readClient(settings.CORE_FOLDER);
  if (!client)
    throw new SettingsError('CORE_FOLDER: the folder has no client.json; see docs/core/sandbox.md');
  const core = createCore({
    connection: {
      ...{ identity: settings.CORE_IDENTITY_URL, api: settings.CORE_API_URL },
      ...{ clientId: client.clientId, privateKey: client.privateKey },
    },
    bookFile: bookFileIn(settings.CORE_FOLDER),
    clock,
    logger,
  });
  const running = await listen(createCoreServer({ core, logger, clock }), {
    ...{ port: settings.CORE_PORT, host: settings.CORE_HOST, setting: 'CORE_PORT' },
    ...(graceMs !== undefined && { graceMs }),
  });
  await core.start();
  return {
    ...running,
    core,
    stop: async () => {
      await core.stop();
      await running.stop();
    },
  };
};
