// A write must not make anything unreadable: every write with the longest values it accepts, on a customer whose ids are
// the longest that the contract allows, and then every read.
import { isDeepStrictEqual } from 'node:util';
import { type Call, coreScopeNames } from '@hofn/contracts';
import { type Database, employees } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { multipartOf } from './forms/testing.ts';
import { apiCalls } from './testing.ts';
import { addressOf, bodies, expectedRefusals, type FilledApi, startFilledApi } from './testing-calls.ts';

const longestId = 64;

/** Tables whose ids come from the insurer's core system. */
const coreTables = [
  'policies',
  'instalments',
  'transactions',
  'claims',
  'documents',
  'proposals',
  'documents_to_sign',
  'claim_drafts',
];

/** Columns that refer to them, or to drafts, without a foreign key. */
const looseReferences = [
  { table: 'cases', column: 'matter_id' },
  { table: 'uploads', column: 'holder_id' },
  { table: 'signing_transactions', column: 'document_id' },
];

/** Makes the ids of core rows as long as they may be, with everything that refers to them. @returns the earlier ids */
const lengthenIds = async ({ db }: Database): Promise<Set<string>> => {
  const known = new Set<string>();
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    const { rows: columns } = await tx.execute<{ table: string; column: string }>(sql`
      select distinct rel.relname as table, att.attname as column
      from pg_constraint con
      join pg_class rel on rel.oid = con.conrelid
      join pg_class target on target.oid = con.confrelid
      join unnest(con.conkey, con.confkey) as pair (own, theirs) on true
      join pg_attribute att on att.attrelid = con.conrelid and att.attnum = pair.own
      join pg_attribute named on named.attrelid = con.confrelid and named.attnum = pair.theirs
      where con.contype = 'f' and named.attname = 'id'
        and target.relname in (${sql.join(
          coreTables.map((name) => sql`${name}`),
          sql`, `,
        )})`);
    for (const table of coreTables) {
      const { rows } = await tx.execute<{ id: string }>(
        sql`select distinct id from ${sql.identifier(table)}`,
      );
      for (const { id } of rows) known.add(id);
    }
    const own = coreTables.map((table) => ({ table, column: 'id' }));
    for (const { table, column } of [...own, ...columns, ...looseReferences]) {
      const [name, field] = [sql.identifier(table), sql.identifier(column)];
      await tx.execute(
        sql`update ${name} set ${field} = rpad(${field}, ${longestId}, 'x') where ${field} in (${sql.join(
          [...known].map((id) => sql`${id}`),
          sql`, `,
        )})`,
      );
    }
  });
  return known;
};

/** The examples, except an instalment before its due date, which makes two ledger entries. */
const examples: Record<string, object> = { ...bodies, pay: { installmentIds: ['3'], amount: 12_000 } };

/** Writes that another write has made impossible. */
const refusedWrites: Record<string, number> = {
  finishMobileSigning: 404,
  finishAppSigning: 404,
  registerCard: 409,
};
/** A draft that was filed, a door of another month, and the books without a core. */
const refusedReads: Record<string, number> = { claimDraft: 404, calendarDoor: 400, ledger: 409 };

type Leaf = { path: readonly (string | number)[]; value: string };

/** The texts in a value, with their paths. */
const leavesOf = (value: unknown, path: Leaf['path'] = []): Leaf[] => {
  if (typeof value === 'string') return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
};

/** The value with the text at a path replaced. */
const withText = (value: unknown, path: Leaf['path'], text: string): unknown => {
  const [first, ...rest] = path;
  if (first === undefined) return text;
  if (Array.isArray(value))
    return value.map((item, index) => (index === first ? withText(item, rest, text) : item));
  return { ...(value as object), [first]: withText((value as Record<string, unknown>)[first], rest, text) };
};

const textAt = (value: unknown, path: Leaf['path']): string =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value) as string;

/** Prefixes a text, leaving a part that must not change: an address's domain, a file's extension. */
const padded = (text: string, length: number): string => {
  const suffix = /(@.*|\.\w{3,4})$/.exec(text)?.[0] ?? '';
  const fill = suffix.startsWith('@') ? 'x' : 'Ð';
  return text.slice(0, text.length - suffix.length).padEnd(length - suffix.length, fill) + suffix;
};

/** The longest text that a call's schema accepts at a path, up to more than any field may have. */
const longestTaken = (row: Call, body: unknown, { path, value }: Leaf): string => {
  const takes = (length: number) => row.body?.safeParse(withText(body, path, padded(value, length))).success;
  let [least, most] = [value.length, 30_000];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (takes(middle)) least = middle;
    else most = middle - 1;
  }
  return padded(value, least);
};

describeWithDatabase('the longest values', (open) => {
  let filled: FilledApi;
  let database: Database;
  let ids: Set<string>;
  beforeAll(async () => {
    database = await open();
    filled = await startFilledApi(database);
    await filled.fill();
    // Who may make every call of staff.
    await database.db
      .update(employees)
      .set({ roles: ['agent', 'supervisor', 'admin', 'auditor'] })
      .where(eq(employees.id, 'employee|katrin'));
    ids = await lengthenIds(database);
  });
  afterAll(() => filled.stop());

  const longId = (id: string) => (ids.has(id) ? id.padEnd(longestId, 'x') : id);
  const addressFor = (name: string, row: Call) =>
    addressOf(name, row.path)
      .split(/([/?&=])/)
      .map((part, index, parts) =>
        parts[index - 1] === '/' || parts[index - 1] === '=' ? longId(part) : part,
      )
      .join('');

  const tokens = async () => ({
    persons: await filled.issuer.token('anna'),
    companies: await filled.issuer.token('felag'),
    employee: await filled.issuer.token('employee|katrin', { actor_kind: 'employee' }),
    service: await filled.issuer.serviceToken(coreScopeNames),
  });
  const tokenFor = async (row: Call) => {
    const all = await tokens();
    if (row.who.kind === 'visitor') return filled.visit();
    if (row.who.kind === 'employee' || row.who.kind === 'service') return all[row.who.kind];
    return row.who.kind === 'customer' && row.who.subject === 'companies' ? all.companies : all.persons;
  };

  const send = async (name: string, row: Call, body: unknown) => {
    const example = row.multipart
      ? { body: multipartOf(body as object) }
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await filled.api.ask(addressFor(name, row), {
      method: row.method,
      token: await tokenFor(row),
      ...example,
    });
    const text = await answer.text();
    return { status: answer.status, text };
  };

  /** Writes with texts as long as the call accepts: a field refused by name is halved until it equals the example. */
  const writeLongest = async (name: string, row: Call): Promise<number> => {
    let example: unknown = examples[name] ?? {};
    for (const leaf of leavesOf(example)) example = withText(example, leaf.path, longId(leaf.value));
    const places = leavesOf(example).filter(({ value }) => value !== '' && value.length < longestId);
    let longest = example;
    for (const leaf of places) longest = withText(longest, leaf.path, longestTaken(row, longest, leaf));
    const halve = (refused: readonly Leaf[]) => {
      for (const { path, value } of refused) {
        const { length } = textAt(longest, path);
        longest = withText(longest, path, padded(value, Math.max(value.length, Math.floor(length / 2))));
      }
    };
    for (;;) {
      const { status, text } = await send(name, row, longest);
      if (status === 413) halve(places);
      else if (status !== 400 || isDeepStrictEqual(longest, example)) return status;
      else {
        const { fields = [] } = JSON.parse(text) as { fields?: { path: string }[] };
        const named = places.filter(({ path }) =>
          fields.some((field) => field.path.split('.').at(-1) === String(path.at(-1))),
        );
        halve(named.length > 0 ? named : places);
      }
    }
  };

  test('DATA-5, PAY-16, PORT-2: after every write with the longest values it accepts, every list and file can be read', async () => {
    const writes = apiCalls.filter(([name, row]) => row.method !== 'GET' && row.body && name in examples);
    const wrote: Record<string, number> = {};
    for (const [name, row] of writes) wrote[name] = await writeLongest(name, row);
    const refused = { ...refusedWrites, ...expectedRefusals };
    for (const [name, status] of Object.entries(wrote))
      if (status >= 400) expect(status, name).toBe(refused[name]);
    const reads = apiCalls.filter(([, row]) => row.method === 'GET');
    for (const [name, row] of reads)
      for (const accept of ['application/json', ...(row.files ? ['text/csv', 'application/pdf'] : [])]) {
        const token = await tokenFor(row);
        const answer = await filled.api.ask(addressFor(name, row), { token, headers: { accept } });
        await answer.arrayBuffer();
        expect(answer.status, `${name} as ${accept}`).toBe(refusedReads[name] ?? 200);
      }
  });
});
