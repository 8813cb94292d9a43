import { listen, runProgram } from '@hofn/service';
import { defaultFolders } from '../build/folders.ts';
import { settingsSchema } from './settings.ts';
import { createWeb } from './web.ts';

await runProgram('web', settingsSchema, async (settings, logger) => {
  const server = await createWeb({ settings, logger, siteDir: defaultFolders.outDir });
  const running = await listen(server, {
    port: settings.WEB_PORT,
    host: settings.WEB_HOST,
    setting: 'WEB_PORT',
    metrics: settings,
  });
  logger.info({ url: `${running.url}/arsskyrsla/` }, 'listening');
  return running;
});
