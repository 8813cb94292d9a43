// `node apps/identity/src/encrypt-keys.ts`: encrypts the stored keys with the first key of SECRETS_KEY, those in clear text
// and those encrypted with another key.
import { runProgram } from '@hofn/service';
import { openFromSettings } from '@hofn/service/database.ts';
import { secretsFromSettings } from '@hofn/service/secrets.ts';
import { encryptKeys } from './keys/keys.ts';
import { settingsSchema } from './settings.ts';

await runProgram('encrypt-keys', settingsSchema, async (settings, logger) => {
  const database = await openFromSettings(settings, logger);
  try {
    const encrypted = await encryptKeys(database.db, secretsFromSettings(settings));
    logger.info({ encrypted }, 'keys encrypted');
  } finally {
    await database.close();
  }
  return { stop: async () => {} };
});
