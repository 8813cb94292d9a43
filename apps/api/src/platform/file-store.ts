import { type FileStore, openFolderStore, openS3Store } from '@hofn/files';
import { production } from '@hofn/service';
import { forbid, optionalInternalUrl, optionalSecret } from '@hofn/service/production-rules.ts';
import { z } from 'zod';

const sharedFolder = forbid((_folder, { settings }) =>
  settings.FILES_S3_BUCKET === undefined && settings.FILES_SHARED !== true
    ? 'is a folder of this machine: set FILES_S3_BUCKET, or FILES_SHARED=true if all replicas mount it'
    : undefined,
);

/** Settings of the file store, spread into the service's schema. */
export const fileSettings = {
  FILES_FOLDER: z
    .string()
    .default('.data/files')
    .describe('folder of documents and uploads; shared by all copies of the API')
    .register(production, sharedFolder),
  FILES_SHARED: z
    .stringbool()
    .default(false)
    .describe(
      'says that FILES_FOLDER is on storage that all replicas of the API mount; required in production',
    ),
  FILES_S3_BUCKET: z.string().optional().describe('bucket of an S3 store instead of the folder'),
  FILES_S3_REGION: z.string().default('eu-west-1').describe('region of that bucket'),
  FILES_S3_ENDPOINT: z
    .url()
    .optional()
    .describe('address of a store that only speaks S3')
    .register(production, optionalInternalUrl),
  FILES_S3_KEY_ID: z.string().optional().describe('access key; by default the one of the machine’s role'),
  FILES_S3_SECRET: z
    .string()
    .optional()
    .describe('secret of that key')
    .register(production, optionalSecret()),
};
export type FileSettings = z.output<z.ZodObject<typeof fileSettings>>;

/** Opens the store named by the settings: a bucket, or else the folder. */
export const openFiles = async (settings: FileSettings): Promise<FileStore> => {
  const { FILES_S3_BUCKET: bucket, FILES_S3_ENDPOINT: endpoint } = settings;
  const { FILES_S3_KEY_ID: accessKeyId, FILES_S3_SECRET: secretAccessKey } = settings;
  if (bucket === undefined) return openFolderStore(settings.FILES_FOLDER);
  return openS3Store({
    bucket,
    region: settings.FILES_S3_REGION,
    ...(endpoint && { endpoint }),
    ...(accessKeyId && { accessKeyId }),
    ...(secretAccessKey && { secretAccessKey }),
  });
};
