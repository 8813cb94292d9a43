import { type FileStore, openFolderStore, openS3Store } from '@hofn/files';
import { z } from 'zod';

/** Settings of the file store, spread into the service's schema. */
export const fileSettings = {
  FILES_FOLDER: z
    .string()
    .default('.data/files')
    .describe('folder of documents and uploads; shared by all copies of the API'),
  FILES_S3_BUCKET: z.string().optional().describe('bucket of an S3 store instead of the folder'),
  FILES_S3_REGION: z.string().default('eu-west-1').describe('region of that bucket'),
  FILES_S3_ENDPOINT: z.url().optional().describe('address of a store that only speaks S3'),
  FILES_S3_KEY_ID: z.string().optional().describe('access key; by default the one of the machine’s role'),
  FILES_S3_SECRET: z.string().optional().describe('secret of that key'),
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
