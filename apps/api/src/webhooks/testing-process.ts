// Delivers events to webhooks until it is killed. For tests only.
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '@hofn/database';
import { systemClock } from '@hofn/domain/clock.ts';
import { createLogger, readSettings } from '@hofn/service';
import { secretsFromSettings } from '@hofn/service/secrets.ts';
import { createServices } from '../services.ts';
import { settingsSchema } from '../settings.ts';
import { temporaryFiles } from '../testing.ts';
import { webhooks } from './feature.ts';

const settings = readSettings(settingsSchema, process.env);
const { DATABASE_URL: url, DATABASE_FOLDER: folder } = settings;
const services = createServices({
  database: await openDatabase({ url, folder }),
  clock: systemClock,
  logger: createLogger('api', 'silent'),
  settings,
  secrets: secretsFromSettings(settings),
  outbox: { send: async () => {} },
  files: temporaryFiles(),
});
const [{ create, everyMs }] = webhooks.repeated;
const run = create(services);
for (;;) {
  await run(new AbortController().signal);
  await setTimeout(everyMs);
}
