// `npm run seed-content`: seeds the content of this release before the site is built from the content service.
import { parseArgs } from 'node:util';
import { createLogger, describeSettings, readSettings } from '@hofn/service';
import { runCommand } from '@hofn/service/command.ts';
import { databaseSettings, openFromSettings } from '@hofn/service/database.ts';
import { z } from 'zod';
import { settingsSchema as serviceSettings } from '../settings.ts';
import { seedFromSettings } from './seed-from-settings.ts';

const settingsSchema = z.object({
  ...databaseSettings,
  CONTENT_FOLDER: serviceSettings.shape.CONTENT_FOLDER,
});

const help = `npm run seed-content    publishes the documents of this release, as the content service does when it starts:
                        new and changed ones are written, those that editors have changed get what they lack

It prints what was added. Exit code 1 if a document of an editor lacks a text that only an editor can add.

settings by environment:
${describeSettings(settingsSchema)}`;

const run = async (): Promise<void> => {
  const options = { help: { type: 'boolean', default: false } } as const;
  if (parseArgs({ options }).values.help) {
    console.log(help);
    return;
  }
  const settings = readSettings(settingsSchema, process.env);
  const logger = createLogger('content', 'error');
  const database = await openFromSettings(settings, logger);
  try {
    const result = await seedFromSettings(database.db, settings, logger);
    if (!result) {
      console.log('There is no folder of content.');
      return;
    }
    const { written, same, kept, added, incomplete } = result;
    console.log(`${written} documents written, ${same} unchanged, ${kept} kept as editors left them.`);
    if (added.length > 0) console.log(`Added to documents of editors:\n  ${added.join('\n  ')}`);
    if (incomplete.length === 0) return;
    console.error(`Editors have to add:\n  ${incomplete.join('\n  ')}`);
    process.exitCode = 1;
  } finally {
    await database.close();
  }
};

await runCommand(run);
