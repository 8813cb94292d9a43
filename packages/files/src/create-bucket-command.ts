// `node packages/files/src/create-bucket-command.ts`: creates the bucket of FILES_S3_BUCKET in a store of one's own, unless
// it exists.
import {
  BucketAlreadyExists,
  BucketAlreadyOwnedByYou,
  CreateBucketCommand,
  S3Client,
} from '@aws-sdk/client-s3';

if (process.argv.includes('--help')) {
  console.log(`node packages/files/src/create-bucket-command.ts    creates the bucket FILES_S3_BUCKET, unless it exists

settings by environment: FILES_S3_BUCKET, FILES_S3_ENDPOINT, FILES_S3_KEY_ID, FILES_S3_SECRET, FILES_S3_REGION [eu-west-1]`);
  process.exit(0);
}
const { FILES_S3_BUCKET, FILES_S3_REGION, FILES_S3_ENDPOINT, FILES_S3_KEY_ID, FILES_S3_SECRET } = process.env;
if (!FILES_S3_BUCKET || !FILES_S3_ENDPOINT || !FILES_S3_KEY_ID || !FILES_S3_SECRET) {
  console.error('Set FILES_S3_BUCKET, FILES_S3_ENDPOINT, FILES_S3_KEY_ID and FILES_S3_SECRET.');
  process.exit(2);
}
const client = new S3Client({
  region: FILES_S3_REGION || 'eu-west-1',
  endpoint: FILES_S3_ENDPOINT,
  forcePathStyle: true,
  credentials: { accessKeyId: FILES_S3_KEY_ID, secretAccessKey: FILES_S3_SECRET },
});
try {
  await client.send(new CreateBucketCommand({ Bucket: FILES_S3_BUCKET }));
  console.log(`The bucket ${FILES_S3_BUCKET} was created.`);
} catch (error) {
  if (!(error instanceof BucketAlreadyExists || error instanceof BucketAlreadyOwnedByYou)) throw error;
  console.log(`The bucket ${FILES_S3_BUCKET} exists.`);
}
client.destroy();
