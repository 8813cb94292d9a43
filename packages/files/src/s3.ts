import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { spool } from './spool.ts';
import { type FileStore, isKey, missing, nameOfNote, noteName, type StoredFile } from './store.ts';
import { verifyHash } from './verify-hash.ts';

/** The bucket and its credentials. Without a key the SDK's defaults apply: environment, instance role. */
export type S3Options = {
  bucket: string;
  region: string;
  /** For an S3-compatible store; buckets are then addressed by path. */
  endpoint?: string;
  accessKeyId?: string;
  secretAccessKey?: string;
  /** Folder for uploads, whose hash must be known before they are stored. */
  temporary?: string;
};

const isNotFound = (error: unknown): boolean =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;

/** A store in a bucket of S3 or a compatible service. The SDK is loaded only here. */
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
    // Compatible stores may not support the newer checksums; our checksum is the key itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const head = async (key: string): Promise<StoredFile | undefined> => {
    if (!isKey(key)) return undefined;
    try {
      const { ContentLength = 0 } = await client.send(new HeadObjectCommand({ Bucket, Key: key }));
      return { key, bytes: ContentLength };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  };
  const notesPrefix = 'notes/';
  const keysFrom = async function* (Prefix?: string): AsyncIterable<string> {
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket,
          ...(Prefix && { Prefix }),
          ...(ContinuationToken && { ContinuationToken }),
        }),
      );
      yield* (page.Contents ?? []).flatMap(({ Key }) => Key ?? []);
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
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
        // For a range we trust the store's own integrity checks: verifying it would require fetching the whole object.
        return range ? bytes : pipeline(bytes, verifyHash(key), () => {});
      } catch (error) {
        if (isNotFound(error)) throw missing(key);
        throw error;
      }
    },
    delete: async (key) => {
      if (isKey(key)) await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    },
    list: async function* () {
      for await (const key of keysFrom()) if (isKey(key)) yield key;
    },
    putNote: async (name, text) => {
      const Key = notesPrefix + noteName(name);
      await client.send(new PutObjectCommand({ Bucket, Key, Body: text }));
    },
    notes: async function* () {
      for await (const Key of keysFrom(notesPrefix)) {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
        yield { name: nameOfNote(Key), text: (await Body?.transformToString()) ?? '' };
      }
    },
    close: () => client.destroy(),
  };
};
