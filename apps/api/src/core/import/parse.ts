import { type FactType, factBody, factTypes } from '@hofn/contracts';
import { sourceKey } from '@hofn/contracts/core/fact-values.ts';
import { id } from '@hofn/contracts/values.ts';
import { composed } from '@hofn/service/composed.ts';
import { plainTexts, UnstorableText } from '@hofn/service/plain-texts.ts';
import { z } from 'zod';
import { type Line, longestLine } from './lines.ts';

/** A fault of a line, with the path of the field. */
export type LineFault = { path: string; message: string };

/** A fact of an import: its type, key, version and content. */
export type ImportedFact = {
  type: FactType;
  key: string;
  version: number;
  facts: unknown;
  acknowledges?: readonly string[] | undefined;
};

/** A line that is a valid fact, or why it is none. */
export type ParsedLine = { line: number; bytes: number } & (
  | { fact: ImportedFact }
  | { faults: LineFault[]; type: string | null; key: string | null }
);

/** The types of facts, first those that others refer to. */
export const importedTypes = Object.keys(factTypes) as FactType[];

/** Most faults reported for a line. */
const mostFaults = 20;

const schemaOf = (type: FactType): z.ZodType<ImportedFact> =>
  factBody<z.ZodType>(factTypes[type]).extend({
    type: z.literal(type),
    key: sourceKey,
    ...(type === 'customers' && { acknowledges: z.array(id).max(100).optional() }),
  }) as unknown as z.ZodType<ImportedFact>;

const schemas = new Map(importedTypes.map((type) => [type as string, schemaOf(type)]));

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join('.');

/** One fault for each field, also for unknown fields and those that none of several forms accepts. */
const faultsOf = (error: z.ZodError): LineFault[] =>
  error.issues
    .flatMap((issue): LineFault[] =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: 'Unknown field.' }))
        : [{ path: pathOf(issue.path), message: issue.message }],
    )
    .slice(0, mostFaults);

const utf8 = new TextDecoder('utf-8', { fatal: true });

const textOf = (line: unknown, field: 'type' | 'key'): string | null => {
  const value = (line as Record<string, unknown> | null)?.[field];
  return typeof value === 'string' ? value.slice(0, 100) : null;
};

const readJson = (bytes: Buffer): unknown => {
  try {
    return composed(JSON.parse(utf8.decode(bytes)));
  } catch {
    // The parser's message quotes the line, which is personal data.
    return undefined;
  }
};

/** The path of a field whose text cannot be stored; undefined if there is none. */
const unstorablePath = (line: object): string | undefined => {
  try {
    plainTexts(line);
    return undefined;
  } catch (error) {
    if (error instanceof UnstorableText) return error.path;
    throw error;
  }
};

/** Checks a line with the schema of its type. @returns undefined for an empty line */
export const parseLine = ({ number, bytes }: Line): ParsedLine | undefined => {
  const refuse = (faults: LineFault[], line?: unknown): ParsedLine => ({
    line: number,
    bytes: 0,
    faults,
    type: textOf(line, 'type'),
    key: textOf(line, 'key'),
  });
  if (!bytes) return refuse([{ path: '', message: `The line has more than ${longestLine} bytes.` }]);
  if (bytes.length === 0 || (bytes.length === 1 && bytes[0] === 0x0d)) return undefined;
  const line = readJson(bytes);
  if (typeof line !== 'object' || line === null || Array.isArray(line))
    return refuse([{ path: '', message: 'The line is not a JSON object in UTF-8.' }]);
  const schema = schemas.get(textOf(line, 'type') ?? '');
  if (!schema)
    return refuse([{ path: 'type', message: `There are the types ${importedTypes.join(', ')}.` }], line);
  const path = unstorablePath(line);
  if (path !== undefined)
    return refuse([{ path, message: 'It has a control character or half a surrogate pair.' }], line);
  const parsed = schema.safeParse(line);
  return parsed.success
    ? { line: number, bytes: bytes.length, fact: parsed.data }
    : refuse(faultsOf(parsed.error), line);
};

const chunkLines = 1000;
const chunkBytes = 4_000_000;

/**
 * Parses lines after `skip`, in chunks that are each loaded in one transaction.
 * @throws what `lines` throws, after the chunk of the lines before
 */
export const readChunks = async function* (
  lines: AsyncIterable<Line>,
  skip: number,
): AsyncIterable<ParsedLine[]> {
  let chunk: ParsedLine[] = [];
  let bytes = 0;
  let fault: { error: unknown } | undefined;
  try {
    for await (const line of lines) {
      const parsed = line.number > skip ? parseLine(line) : undefined;
      if (!parsed) continue;
      chunk.push(parsed);
      bytes += parsed.bytes;
      if (chunk.length < chunkLines && bytes < chunkBytes) continue;
      yield chunk;
      chunk = [];
      bytes = 0;
    }
  } catch (error) {
    fault = { error };
  }
  if (chunk.length > 0) yield chunk;
  if (fault) throw fault.error;
};
