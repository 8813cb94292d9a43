// `npm run core:webhook`: manages webhooks of other systems (rule CORE-9).
import { systemClock } from '@hofn/domain/clock.ts';
import { describeSettings, readSettings } from '@hofn/service';
import { runCommand } from '@hofn/service/command.ts';
import { databaseSettings } from '@hofn/service/database.ts';
import { secretsFromSettings, secretsSettings } from '@hofn/service/secrets.ts';
import { z } from 'zod';
import { withCommandDatabase } from '../core/import/command-database.ts';
import { settingsSchema } from '../settings.ts';
import { readWebhookCommand } from './command.ts';
import { createWebhooks, targetsOf } from './webhooks.ts';

const { WEBHOOK_NETWORKS } = settingsSchema.shape;
const schema = z.object({ ...databaseSettings, ...secretsSettings, WEBHOOK_NETWORKS });

await runCommand(async () => {
  const command = readWebhookCommand(process.argv.slice(2));
  const print = (line: string) => console.log(line);
  if (typeof command === 'string') return print(`${command}\n${describeSettings(schema)}`);
  const settings = readSettings(schema, process.env);
  const secrets = secretsFromSettings(settings);
  const webhooks = createWebhooks({ clock: systemClock, secrets, targets: targetsOf(settings) });
  await withCommandDatabase(({ db }) => command(print, db, webhooks));
});
