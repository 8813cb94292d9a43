import { createHash } from 'node:crypto';
import type { FactOutcome, FactType } from '@hofn/contracts';
import { coreRecords, type Db } from '@hofn/database';
import { and, eq, sql } from 'drizzle-orm';
import type { FieldFault } from '../platform/fault.ts';
import { anyOf } from '../platform/sql.ts';

/** One fact as it arrived, already valid by its schema. */
export type Arrival<Facts> = {
  key: string;
  version: number;
  facts: Facts;
  /** Ids of customers' own changes that this version takes into account (rule CORE-11). */
  acknowledges?: readonly string[];
  /** Whether the customer gets no e-mail about it. */
  quiet?: boolean;
};

/** What a fact refers to, as found in the database. */
export type Found<More = object> = More & {
  /** The customer it belongs to; null for what belongs to nobody. */
  customerId: string | null;
  /** The id of what is on file already without having come from this source; otherwise it gets a new one. */
  existingId?: string;
};

type Candidate<Facts, More> = Arrival<Facts> & { id: string; found: Found<More> };

/** A fact to write: it is newer than what is on file, or there was nothing (`isNew`). */
export type NewerFact<Facts, More = object> = Candidate<Facts, More> & { isNew: boolean };

/** Checks and writes facts of one type. Both work on many facts at once, so that imports use the same code. */
export type FactWriter<Facts, More = object> = {
  type: FactType;
  /** Whether each fact is a customer, and so belongs to itself. */
  isCustomer?: true;
  /** Finds what each fact refers to, or names the fields that refer to nothing. */
  find(
    tx: Db,
    source: string,
    arrivals: readonly Arrival<Facts>[],
  ): Promise<Array<Found<More> | FieldFault[]>>;
  /**
   * Acknowledges what the facts name, before they are written.
   * @returns by key, the ids that named nothing to acknowledge
   */
  acknowledge?(tx: Db, facts: readonly NewerFact<Facts, More>[]): Promise<ReadonlyMap<string, string[]>>;
  /** Replaces the whole aggregates. */
  write(tx: Db, facts: readonly NewerFact<Facts, More>[], at: string): Promise<void>;
};

export type UpsertResult =
  | {
      outcome: FactOutcome;
      version: number;
      id: string;
      customerId: string | null;
      /** Ids in `acknowledges` that named nothing to acknowledge. */
      unknownChanges: string[];
    }
  | { outcome: 'refused'; fields: FieldFault[] };

/** A fault of a fact; its message is for programs. */
export const factFault = (path: string, literal: string): FieldFault => ({
  path,
  reason: 'invalid',
  literal,
});

const isFaults = (found: unknown): found is FieldFault[] => Array.isArray(found);

/** The id of a new aggregate: the same at every attempt, so that copies of one fact cannot create two. */
const newId = (source: string, type: string, key: string): string =>
  createHash('sha256')
    .update(`${source}\n${type}\n${key}`)
    .digest('base64url')
    .replaceAll(/[-_]/g, '')
    .slice(0, 24);

type Stored = Pick<
  typeof coreRecords.$inferSelect,
  'key' | 'version' | 'id' | 'customerId' | 'unknownChanges'
>;

const storedOf = async (tx: Db, source: string, type: string, keys: readonly string[]) => {
  const rows: Stored[] = await tx
    .select({
      key: coreRecords.key,
      version: coreRecords.version,
      id: coreRecords.id,
      customerId: coreRecords.customerId,
      unknownChanges: coreRecords.unknownChanges,
    })
    .from(coreRecords)
    .where(and(eq(coreRecords.source, source), eq(coreRecords.type, type), anyOf(coreRecords.key, keys)));
  return new Map(rows.map((row) => [row.key, row]));
};

/** Which of the ids were supplied by another source, or under another key. */
const takenBy = async (tx: Db, type: string, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, { source: string; key: string }>();
  const rows = await tx
    .select({ id: coreRecords.id, source: coreRecords.source, key: coreRecords.key })
    .from(coreRecords)
    .where(and(eq(coreRecords.type, type), anyOf(coreRecords.id, ids)));
  return new Map(rows.map(({ id, ...by }) => [id, by]));
};

/** Why a fact may not be written under the id that it would get; undefined when it may. */
const ownershipFault = (
  arrival: Arrival<unknown>,
  one: Found,
  {
    source,
    isCustomer,
    before,
    taken,
  }: {
    source: string;
    isCustomer: boolean;
    before: Stored | undefined;
    taken: ReadonlyMap<string, { source: string; key: string }>;
  },
): FieldFault | undefined => {
  const owner = one.existingId === undefined ? undefined : taken.get(one.existingId);
  if (owner && owner.source !== source) return factFault('key', 'Another system supplies it.');
  if (owner && owner.key !== arrival.key) return factFault('key', `It has the key ${owner.key}.`);
  if (!before) return undefined;
  if (one.existingId && one.existingId !== before.id)
    return factFault('key', 'What it describes is on file under another id.');
  // What was erased belongs to nobody any more.
  const moves = !isCustomer && before.customerId !== null && before.customerId !== one.customerId;
  return moves
    ? factFault('facts.customer', 'It belongs to another customer. End it, and send it with a new key.')
    : undefined;
};

/** Sorts facts into those that may be written and those that are refused. */
const accept = async <Facts, More>(
  tx: Db,
  writer: FactWriter<Facts, More>,
  {
    source,
    stored,
    arrivals,
  }: {
    source: string;
    stored: ReadonlyMap<string, Stored>;
    arrivals: readonly Arrival<Facts>[];
  },
): Promise<{ accepted: Candidate<Facts, More>[]; refused: Map<string, FieldFault[]> }> => {
  const found = await writer.find(tx, source, arrivals);
  const existing = found.flatMap((one) => (isFaults(one) || !one.existingId ? [] : [one.existingId]));
  const taken = await takenBy(tx, writer.type, existing);
  const refused = new Map<string, FieldFault[]>();
  const accepted = arrivals.flatMap((arrival, index): Candidate<Facts, More>[] => {
    const one = found[index];
    const before = stored.get(arrival.key);
    if (!one || isFaults(one)) {
      refused.set(arrival.key, one ?? []);
      return [];
    }
    const fault = ownershipFault(arrival, one, {
      source,
      isCustomer: writer.isCustomer ?? false,
      before,
      taken,
    });
    if (fault) refused.set(arrival.key, [fault]);
    const id = before?.id ?? one.existingId ?? newId(source, writer.type, arrival.key);
    return fault ? [] : [{ ...arrival, id, found: one }];
  });
  return { accepted, refused };
};

/**
 * Writes facts of a source that are newer than those on file (rule CORE-2), in the transaction `tx`. Keys must differ.
 * Whatever the order of arrival, and however often and from how many processes at once, the newest version remains.
 * @param at now, as RFC 3339
 * @returns a result for each fact, in the same order
 */
export const upsertFacts = async <Facts, More>(
  tx: Db,
  writer: FactWriter<Facts, More>,
  { source, at }: { source: string; at: string },
  arrivals: readonly Arrival<Facts>[],
): Promise<UpsertResult[]> => {
  const { type } = writer;
  const keysOf = (facts: readonly { key: string }[]) => facts.map(({ key }) => key);
  const stored = await storedOf(tx, source, type, keysOf(arrivals));
  const isNewer = ({ key, version }: Arrival<Facts>) => version > (stored.get(key)?.version ?? 0);
  const { accepted, refused } = await accept(tx, writer, {
    source,
    stored,
    arrivals: arrivals.filter(isNewer),
  });
  const claimed = await claimVersions(tx, source, writer, accepted, at);
  const newer = accepted.flatMap((fact) => {
    const isNew = claimed.get(fact.key);
    return isNew === undefined ? [] : [{ ...fact, isNew }];
  });
  const unknown = await writer.acknowledge?.(tx, newer);
  if (unknown)
    await storeUnknown(
      tx,
      { source, type },
      unknown,
      new Map(newer.map(({ key, version }) => [key, version])),
    );
  await writer.write(tx, newer, at);
  const written = new Map(newer.map((fact) => [fact.key, fact]));
  // Read again, since another process may have stored the same or a newer version meanwhile.
  const overtaken = accepted.filter(({ key }) => !written.has(key));
  const now = overtaken.length > 0 ? await storedOf(tx, source, type, keysOf(overtaken)) : stored;
  return arrivals.map(({ key, version }): UpsertResult => {
    const fact = written.get(key);
    if (fact) {
      const customerId = writer.isCustomer ? fact.id : fact.found.customerId;
      const unknownChanges = unknown?.get(key) ?? [];
      return {
        outcome: fact.isNew ? 'created' : 'updated',
        version,
        id: fact.id,
        customerId,
        unknownChanges,
      };
    }
    const fields = refused.get(key);
    const row = now.get(key) ?? stored.get(key);
    if (fields || !row)
      return { outcome: 'refused', fields: fields ?? [factFault('key', 'It is on file with another key.')] };
    const { id, customerId } = row;
    const isSame = version === row.version;
    const isOfVersion = row.unknownChanges?.version === version;
    return {
      outcome: isSame ? 'unchanged' : 'outdated',
      version: row.version,
      id,
      customerId,
      // Its first answer may have been lost.
      unknownChanges: isSame && isOfVersion ? (row.unknownChanges?.ids ?? []) : [],
    };
  });
};

/** Keeps what each version has acknowledged in vain, with the version. */
const storeUnknown = async (
  tx: Db,
  { source, type }: { source: string; type: FactType },
  unknown: ReadonlyMap<string, string[]>,
  versions: ReadonlyMap<string, number>,
): Promise<void> => {
  for (const [key, ids] of unknown)
    if (ids.length > 0)
      await tx
        .update(coreRecords)
        .set({ unknownChanges: { version: versions.get(key) ?? 0, ids } })
        .where(and(eq(coreRecords.source, source), eq(coreRecords.type, type), eq(coreRecords.key, key)));
};

/**
 * Records the versions, which locks them until the transaction ends.
 * @returns by key, for the facts that are newer than those on file: whether there was none
 */
const claimVersions = async <Facts, More>(
  tx: Db,
  source: string,
  { type, isCustomer }: FactWriter<Facts, More>,
  facts: readonly Candidate<Facts, More>[],
  at: string,
): Promise<Map<string, boolean>> => {
  if (facts.length === 0) return new Map();
  // In the order of keys, so that two transactions with the same facts do not wait for each other.
  const rows = [...facts].sort((a, b) => (a.key < b.key ? -1 : 1));
  const given = sql`jsonb_to_recordset(${JSON.stringify(
    rows.map(({ key, version, id, found }) => ({
      ...{ key, version, id },
      customer_id: isCustomer ? id : found.customerId,
    })),
  )}::jsonb) as fact(key text, version bigint, id text, customer_id text)`;
  // Without a conflict target: the table has a second unique index, and `on conflict … do update` on the first fails when
  // another transaction inserts the same fact at the same moment.
  const { rows: added } = await tx.execute<{ key: string }>(sql`
    insert into ${coreRecords} (source, type, key, version, id, customer_id, received_at)
    select ${source}, ${type}, key, version, id, customer_id, ${at}::timestamptz from ${given}
    on conflict do nothing returning key`);
  const claimed = new Map(added.map(({ key }) => [key, true]));
  if (claimed.size === rows.length) return claimed;
  // A statement of its own, which sees what the first one has waited for.
  const { rows: raised } = await tx.execute<{ key: string }>(sql`
    with older as (
      select record.source, record.type, record.key, fact.version, fact.customer_id
      from ${coreRecords} as record join ${given} on fact.key = record.key
      where record.source = ${source} and record.type = ${type} and record.version < fact.version
      order by record.key for update of record)
    update ${coreRecords} as record
    set version = older.version, customer_id = older.customer_id, received_at = ${at}::timestamptz
    from older where record.source = older.source and record.type = older.type and record.key = older.key
      and record.version < older.version
    returning record.key`);
  for (const { key } of raised) claimed.set(key, false);
  return claimed;
};
