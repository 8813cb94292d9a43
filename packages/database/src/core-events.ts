import { eq, sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { coreEvents, coreEventsHead } from './schema/core-events.ts';

/** An event to record. The database sets its id and time. */
export type NewCoreEvent = Pick<typeof coreEvents.$inferInsert, 'type' | 'subject' | 'data'>;

/**
 * Records events in the transaction of the act, so that neither exists without the other (rule CORE-7). Call it after
 * the act has locked or changed its row: then events of one thing are recorded in the order of its changes.
 */
export const insertCoreEvents = async (tx: Db, events: readonly NewCoreEvent[]): Promise<void> => {
  if (events.length > 0) await tx.insert(coreEvents).values([...events]);
};

/** Gives a portion of the recorded events their places. @returns how many */
const stampPortion = (db: Db, most: number): Promise<number> =>
  db.transaction(
    async (tx) => {
      // A statement of its own: it waits for another relay, whose commit only the snapshot of the next statement contains.
      await tx.execute(sql`select from ${coreEventsHead} for update`);
      const { rows } = (await tx.execute(sql`
        with unstamped as (
          select id, row_number() over (order by entered) as place
          from (select id, entered from ${coreEvents} where seq is null order by entered limit ${most}) as first
        ), stamped as (
          update ${coreEvents} as event set seq = head.seq + unstamped.place
          from unstamped, ${coreEventsHead} as head where event.id = unstamped.id
          returning 1
        ), counted as (select count(*) as added from stamped)
        update ${coreEventsHead} as head set seq = head.seq + counted.added from counted where counted.added > 0
        returning counted.added::int as added`)) as unknown as { rows: Array<{ added: number }> };
      return rows[0]?.added ?? 0;
    },
    // In a stricter level the second statement would see the snapshot of the first.
    { isolationLevel: 'read committed' },
  );

/**
 * Gives committed events their places in the feed (rule CORE-8). Numbers given at insert would appear out of order when
 * transactions commit, and a reader would skip those that commit late. Any number of processes may call it at once.
 * @returns how many were stamped
 */
export const stampEvents = async (db: Db, most = 1000): Promise<number> => {
  const { rows } = await db.execute(sql`select from ${coreEvents} where seq is null limit 1`);
  if (rows.length === 0) return 0;
  let stamped = 0;
  for (let added = most; added >= most; ) {
    added = await stampPortion(db, most);
    stamped += added;
  }
  return stamped;
};

// As the feed returns it: RFC 3339 in UTC.
const occurredAtText = sql`to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export type CoreEventRow = {
  seq: number;
  id: string;
  type: string;
  subject: string;
  data: Record<string, unknown>;
  occurredAt: string;
};

/** The ends of the feed: valid positions are `forgotten` to `seq`. */
export type FeedEnds = { seq: number; forgotten: number };

/** The ends of the feed. */
export const feedEnds = async (db: Db): Promise<FeedEnds> => {
  const [head] = await db
    .select({ seq: coreEventsHead.seq, forgotten: coreEventsHead.forgotten })
    .from(coreEventsHead);
  if (!head) throw new Error('The head of the event feed is missing');
  return head;
};

/**
 * Reads the events after a position, in their order.
 * @param after by default the beginning of what is kept
 * @param types `type` of the events to return; all by default
 * @returns `next`: the position to continue from. It is undefined, and there are no events, when the position is outside
 * the feed: its events were deleted, or it is of another database
 */
export const readEvents = async (
  db: Db,
  {
    after,
    types,
    limit,
  }: { after?: number | undefined; types?: readonly string[] | undefined; limit: number },
): Promise<{ events: CoreEventRow[]; next: number | undefined } & FeedEnds> => {
  const from = after === undefined ? sql`head.forgotten` : sql`${after}::bigint`;
  const ofTypes = types ? sql`and type = any(${sql.param(types)}::text[])` : sql``;
  // One statement, so that head and events are of one snapshot: no event can be deleted or stamped in between.
  const { rows } = (await db.execute(sql`
    select head.seq as head, head.forgotten, event.*
    from ${coreEventsHead} as head left join lateral (
      select seq, id, type, subject, data, ${occurredAtText} as occurred_at
      from ${coreEvents} where seq > ${from} and seq <= head.seq and ${from} >= head.forgotten ${ofTypes}
      order by seq limit ${limit}
    ) as event on true order by event.seq`)) as unknown as {
    rows: Array<{ head: string; forgotten: string; occurred_at: string } & Record<keyof CoreEventRow, never>>;
  };
  const [first] = rows;
  if (!first) throw new Error('The head of the event feed is missing');
  const ends = { seq: Number(first.head), forgotten: Number(first.forgotten) };
  if (after !== undefined && (after < ends.forgotten || after > ends.seq))
    return { events: [], next: undefined, ...ends };
  const events = rows
    .filter(({ seq }) => seq !== null)
    .map(({ seq, id, type, subject, data, occurred_at: occurredAt }) => ({
      seq: Number(seq),
      id,
      type,
      subject,
      data,
      occurredAt,
    }));
  return { events, next: events.length < limit ? ends.seq : (events.at(-1)?.seq ?? ends.seq), ...ends };
};

/** Reads one event of the feed; undefined when it has been deleted. */
export const readEvent = async (db: Db, place: number): Promise<CoreEventRow | undefined> => {
  const { id, type, subject, data, seq } = coreEvents;
  const [event] = await db
    .select({ seq, id, type, subject, data, occurredAt: sql<string>`${occurredAtText}` })
    .from(coreEvents)
    .where(eq(seq, place));
  return event && { ...event, seq: place };
};

/**
 * Deletes the beginning of the feed that is older than `days`, in portions.
 * @returns how many events were deleted
 */
export const forgetEvents = async (db: Db, days: number, most = 1000): Promise<number> => {
  const { rows: kept } = (await db.execute(sql`
    select coalesce(
      (select min(seq) from ${coreEvents} where occurred_at >= clock_timestamp() - make_interval(days => ${days}::int)),
      (select seq + 1 from ${coreEventsHead})) as first`)) as unknown as { rows: Array<{ first: string }> };
  const before = Number(kept[0]?.first ?? 0);
  let deleted = 0;
  for (let gone = most; gone >= most; ) {
    const { rows } = (await db.execute(sql`
      with old as (select seq from ${coreEvents} where seq < ${before} order by seq limit ${most}),
      gone as (delete from ${coreEvents} where seq in (select seq from old) returning seq),
      counted as (select count(*)::int as count, max(seq) as last from gone)
      update ${coreEventsHead} as head set forgotten = counted.last from counted where counted.count > 0
      returning counted.count`)) as unknown as { rows: Array<{ count: number }> };
    gone = rows[0]?.count ?? 0;
    deleted += gone;
  }
  return deleted;
};
