import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, instant } from '../values.ts';

const base = '/api/core/v1/imports';
const service = { service: 'api', who: { kind: 'service', scope: 'core.imports' }, rate: 'core' } as const;

/** Largest part of an import, in bytes as sent. */
export const importPartBytes = 16 * 1024 * 1024;

/** Largest part when unpacked: NDJSON shrinks to a tenth, so a part that grows further is none. */
export const unpackedPartBytes = 16 * importPartBytes;

const count = z.int().min(0);

/** An import by calls, and how far it is. */
export const coreImport = z.object({
  id,
  state: z
    .enum(['open', 'waiting', 'loading', 'done', 'failed'])
    .describe(
      '`open` until it is started, `waiting` while another import of the source runs, `failed` when a part could not be read to its end',
    ),
  failure: z.string().nullable().describe('why it failed; what was read before is loaded'),
  linesRead: count,
  created: count,
  updated: count,
  unchanged: count,
  outdated: count,
  refused: count.describe('lines that were not loaded; the call for errors says why'),
  waiting: count.describe('lines that wait for what they refer to'),
  createdAt: instant,
  changedAt: instant.describe('time of the latest progress'),
});
export type CoreImport = z.infer<typeof coreImport>;

const part = z.coerce.number().int().min(1).max(10_000).describe('number of the part, from 1');

export const coreImportCalls = defineCalls({
  createCoreImport: {
    ...service,
    method: 'POST',
    path: base,
    summary: 'Creates an import of many facts, to which parts are then sent.',
    status: 201,
    response: coreImport,
    audit: { none: 'an empty import, recorded when it is started' },
    events: { none: 'the system that imports follows it' },
  },
  putCoreImportPart: {
    ...service,
    method: 'PUT',
    path: `${base}/{id}/parts/{part}`,
    summary:
      'Stores a part of an import that has not been started: whole lines of NDJSON, plain or gzip (at most 256 MiB when unpacked). The same number replaces the part.',
    params: z.object({ id, part }),
    bytes: importPartBytes,
    response: z.object({ part: z.int(), bytes: z.int() }),
    audit: { none: 'loaded, and recorded, when the import is started' },
    events: { none: 'the system that imports follows it' },
  },
  startCoreImport: {
    ...service,
    method: 'POST',
    path: `${base}/{id}/start`,
    summary: 'Starts an import once all its parts are stored. Starting it again changes nothing.',
    params: z.object({ id }),
    body: z.strictObject({ parts: part.describe('number of parts, all of which must be stored') }),
    status: 202,
    response: coreImport,
    audit: 'core.import',
    events: { none: 'the system that imports follows it' },
  },
  readCoreImport: {
    ...service,
    method: 'GET',
    path: `${base}/{id}`,
    summary: 'Returns the state and the counts of an import.',
    params: z.object({ id }),
    response: coreImport,
  },
  readCoreImportErrors: {
    ...service,
    method: 'GET',
    path: `${base}/{id}/errors`,
    summary:
      'Downloads why lines were refused, and with the path `acknowledges` which ids of loaded lines name no change of the customer, as NDJSON of `part`, `line`, `type`, `key`, `path` and `message`. Complete once the import has ended.',
    params: z.object({ id }),
    download: 'application/x-ndjson',
    response: z.string().describe('NDJSON'),
  },
});
