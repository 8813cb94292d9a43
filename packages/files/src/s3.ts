import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { checkedAgainst } from './checked.ts';
import { spool } from './spool.ts';
import { type FileStore, isKey, missing, type StoredFile } from './store.ts';

/** Where the bucket is. Without a key the SDK's own places are asked: environment, instance role. */
export type S3Options = {
  bucket: string;
  region: string;
  /** For a store that only speaks S3; its buckets are then found by path. */
  endpoint?: string;
  accessKeyId?: string;
  secretAccessKey?: string;
  /** Folder for contents on their way, whose hash has to be known before they are stored. */
  temporary?: string;
};

const absent = (error: unknown): boolean =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;

/** Contents in a bucket of S3 or of a store that speaks it. The SDK is loaded here and nowhere else. */
export const openS3Store = async (options: S3Options): Promise<FileStore & { close(): void }> => {
  const {
    S3Client,
    PutObjectCommand,
    GetObjectCommand,
    HeadObjectCommand,
    DeleteObjectCommand,
    ListObjectsV2Command,
  } = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, region, endpoint, accessKeyId, secretAccessKey } = options;
  const temporary = options.temporary ?? join(tmpdir(), 'hofn-files');
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    // Stores that only speak S3 do not know the newer checksums; ours is the key itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const head = async (key: string): Promise<StoredFile | undefined> => {
    if (!isKey(key)) return undefined;
    try {
      const { ContentLength = 0 } = await client.send(new HeadObjectCommand({ Bucket, Key: key }));
      return { key, bytes: ContentLength };
    } catch (error) {
      if (absent(error)) return undefined;
      throw error;
    }
  };
  return {
    head,
    put: async (content, maxBytes) => {
      const { path, key, bytes } = await spool(temporary, content, maxBytes);
      try {
        const Body = createReadStream(path);
        await client.send(new PutObjectCommand({ Bucket, Key: key, Body, ContentLength: bytes }));
      } finally {
        await rm(path, { force: true });
      }
      return { key, bytes };
    },
    get: async (key, range) => {
      if (!isKey(key)) throw missing(key);
      try {
        const Range = range && `bytes=${range.first}-${range.last}`;
        const { Body } = await client.send(
          new GetObjectCommand({ Bucket, Key: key, ...(Range && { Range }) }),
        );
        const bytes = Body as Readable;
        // Of a part the store's own care of its contents is believed: to check it the whole would have to be fetched.
        return range ? bytes : pipeline(bytes, checkedAgainst(key), () => {});
      } catch (error) {
        if (absent(error)) throw missing(key);
        throw error;
      }
    },
    delete: async (key) => {
      if (isKey(key)) await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    },
    list: async function* () {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, ...(ContinuationToken && { ContinuationToken }) }),
        );
        yield* (page.Contents ?? []).flatMap(({ Key }) => (Key !== undefined && isKey(Key) ? [Key] : []));
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
    close: () => client.destroy(),
  };
};
