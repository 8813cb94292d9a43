import { contentFaults, contents, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Logger } from '@hofn/service';
import { eq, sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import { contentColumns, referencesTo } from './content-columns.ts';
import { type ContentFault, eachAtOnce, faultOf } from './content-faults.ts';

const dayMs = 24 * 3_600_000;
/** New contents are checked in two nights: most losses are of what was stored wrongly from the beginning. */
const youngMs = 2 * dayMs;
/** All are checked in sixteen nights, by the first digit of their key. */
const digits = '0123456789abcdef';
const pageSize = 1000;
/** Contents read in full and hashed each night; of the others only the presence is checked. */
const mostRead = 2000;

/** Checks the file store against the database, and records what is missing or altered. */
export const createContentCheck = (parts: { db: Db; files: FileStore; clock: Clock }) => {
  const { db, files, clock } = parts;

  const record = async (key: string, fault: ContentFault | undefined): Promise<void> => {
    // Its last row may have been deleted meanwhile.
    const isFault = fault !== undefined && (await referencesTo(db, key)).length > 0;
    if (!isFault) {
      await db.delete(contentFaults).where(eq(contentFaults.key, key));
      return;
    }
    const found = { fault, foundAt: clock.now().toISOString() };
    await db
      .insert(contentFaults)
      .values({ key, ...found })
      .onConflictDoUpdate({ target: contentFaults.key, set: { fault } });
  };

  /** Keys that rows refer to, from `first` on and before `end`, in order. */
  const keysBetween = async function* (first: string, end: string): AsyncIterable<string> {
    const columns = await contentColumns(db);
    for (let last = first; ; ) {
      const refers = columns.map(
        ({ table, column }) =>
          sql`exists (select from ${sql.raw(table)} where ${sql.raw(column)} = ${contents.key})`,
      );
      const { rows } = await db.execute(
        sql`select key, ${sql.join(refers, sql` or `)} as referenced from ${contents}
            where key > ${last} and key < ${end} order by key limit ${pageSize}`,
      );
      const page = rows as Array<{ key: string; referenced: boolean }>;
      for (const { key, referenced } of page) if (referenced) yield key;
      const lastRow = page.at(-1);
      if (!lastRow) return;
      last = lastRow.key;
    }
  };

  const youngKeys = async function* (since: Date): AsyncIterable<string> {
    const { rows } = await db.execute(
      sql`select key from ${contents} where ${contents.putAt} >= ${since.toISOString()}`,
    );
    for (const { key } of rows as Array<{ key: string }>) yield key;
  };

  const checkPresence = async (key: string): Promise<void> => {
    if (!(await files.head(key))) await record(key, 'missing');
  };

  return {
    /** Checks new contents, a sixteenth of all, a sample of those byte by byte, and the faults found before. */
    checkPortion: async (logger: Logger): Promise<void> => {
      const now = clock.now();
      const night = Math.floor(now.getTime() / dayMs);
      for (const { key } of await db.select({ key: contentFaults.key }).from(contentFaults))
        await record(key, await faultOf(files, key));
      await eachAtOnce(youngKeys(new Date(now.getTime() - youngMs)), checkPresence);
      const digit = digits[night % digits.length] ?? '';
      // `g` follows every hexadecimal digit.
      const end = digits[digits.indexOf(digit) + 1] ?? 'g';
      const [{ portion } = { portion: 0 }] = await db
        .select({ portion: sql<number>`count(*)::int` })
        .from(contents)
        .where(sql`${contents.key} > ${digit} and ${contents.key} < ${end}`);
      const step = Math.max(1, Math.ceil(portion / mostRead));
      const turn = Math.floor(night / digits.length) % step;
      let index = 0;
      await eachAtOnce(keysBetween(digit, end), async (key) => {
        index += 1;
        if (index % step !== turn) return checkPresence(key);
        const fault = await faultOf(files, key);
        if (fault) await record(key, fault);
      });
      const faults = await db.$count(contentFaults);
      if (faults > 0) logger.error({ faults }, 'contents are missing or altered');
      else logger.info({ checked: index }, 'contents checked');
    },
  };
};

/** Adds how many contents are known to be missing and altered to a server's metrics. */
export const exposeContentFaults = (metrics: Registry, db: Db): void => {
  for (const fault of ['missing', 'altered'] as const) {
    new Gauge({
      name: `contents_${fault}`,
      help: `Contents that rows refer to and the nightly check found ${fault} in the file store.`,
      registers: [metrics],
      async collect() {
        const found = await db.$count(contentFaults, eq(contentFaults.fault, fault)).catch(() => undefined);
        // While the database does not answer, the last figure is repeated.
        if (found !== undefined) this.set(found);
      },
    });
  }
};
