import type { FileStore, Range } from '@hofn/files';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from './fault.ts';

/** A content of the file store as a download: its key, the file name to save it under, and its type. */
export type Download = { key: string; name: string; type: string };

/**
 * The part requested by a `Range` header (RFC 9110). Undefined for the whole content, also when the header requests
 * several parts or another unit.
 * @throws Fault `rangeNotSatisfiable` when the part lies outside the content
 */
export const rangeOf = (header: string | undefined, bytes: number): Range | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const range =
    from === ''
      ? { first: Math.max(0, bytes - Number(to)), last: bytes - 1 }
      : { first: Number(from), last: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) };
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  if (range.first >= bytes || (from === '' && Number(to) === 0)) throw new Fault('rangeNotSatisfiable');
  return range;
};

/** Extensions of the types that we accept or make; the first is the usual one. */
const extensions: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'application/zip': ['zip'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/heic': ['heic', 'heif'],
};

/**
 * A file name with an extension of its type. A sender chooses the name: under one such as `claim.hta` a file that is also
 * a valid PDF would run as a program when the reader opens it.
 */
const nameOfType = (name: string, type: string): string => {
  const fitting = extensions[type];
  const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
  return !fitting || fitting.includes(extension) ? name : `${name}.${fitting[0]}`;
};

/** A file that somebody sent, as a download: never as its own type, which a browser might show. */
export const sentFile = (file: { key: string; name: string; type: string | null }): Download => ({
  key: file.key,
  name: nameOfType(file.name, file.type ?? ''),
  type: 'application/octet-stream',
});

/** `Content-Disposition` header that saves a file under a name in any alphabet. */
export const dispositionOf = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/**
 * Responds with a stored content, or the requested part of it. The store verifies the hash while reading, so a damaged
 * content ends in an error and never in a file that looks whole.
 */
export const sendStored = async (
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  { key, name, type }: Download,
): Promise<void> => {
  const stored = await files.head(key);
  if (!stored) throw new Error(`The content ${key} of a document is not in the file store`);
  const etag = `"${key}"`;
  const { range: header, 'if-range': unchanged } = request.headers;
  // A range of a different content would not fit the part the client already has.
  const requested = unchanged === undefined || unchanged === etag ? header : undefined;
  reply.header('accept-ranges', 'bytes').header('etag', etag);
  let range: Range | undefined;
  try {
    range = rangeOf(requested, stored.bytes);
  } catch (error) {
    reply.header('content-range', `bytes */${stored.bytes}`);
    throw error;
  }
  if (range) {
    const { first, last } = range;
    reply.code(206).header('content-range', `bytes ${first}-${last}/${stored.bytes}`);
  }
  const bytes = range ? range.last - range.first + 1 : stored.bytes;
  const content = await files.get(key, range);
  reply
    .type(type)
    .header('content-length', bytes)
    .header('content-disposition', dispositionOf(name))
    .header('vary', 'accept-language')
    .send(content);
};
