import type { FileStore, Range } from '@hofn/files';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from './fault.ts';

/** A content of the file store as a download: its key there, the name to save it under, and its known type. */
export type Download = { key: string; name: string; type: string };

/**
 * The part that a `Range` header asks for (RFC 9110): nothing for the whole, which is also the answer to a header that
 * asks for several parts or in another unit.
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

/** How a browser is told to save a file, whatever letters its name has. */
export const dispositionOf = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/**
 * Answers with a stored content, or with the part of it that is asked for. The store checks a content against its hash
 * as it is read, so that a damaged one ends in an error and never in a file that looks whole.
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
  // A part of what the client has of another content would not fit to it.
  const asked = unchanged === undefined || unchanged === etag ? header : undefined;
  reply.header('accept-ranges', 'bytes').header('etag', etag);
  let range: Range | undefined;
  try {
    range = rangeOf(asked, stored.bytes);
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
