import { databaseSettings } from '@hofn/service/database.ts';
import { z } from 'zod';
import { fileSettings } from '../platform/file-store.ts';

/** Settings of the backup commands: those of the API about its database and files, and where PostgreSQL's programs are. */
export const settingsSchema = z.object({
  ...databaseSettings,
  ...fileSettings,
  POSTGRES_TOOLS: z
    .string()
    .optional()
    .describe('folder of pg_dump and pg_restore, at least as new as the server; by default on the PATH'),
});
export type Settings = z.output<typeof settingsSchema>;
