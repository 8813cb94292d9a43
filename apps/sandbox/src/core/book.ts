import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { CoreRequest, FactOutcome, Facts } from '@hofn/contracts';
import { daysBetween } from '@hofn/domain';

/** The types of facts that this core supplies, those that others refer to first. */
export const bookTypes = [
  ...(['customers', 'policies', 'instalments', 'ledger-entries', 'claims'] as const),
  ...(['offers', 'documents-to-sign'] as const),
] as const;
export type BookType = (typeof bookTypes)[number];

/** One fact of the book, with the version that Höfn has. */
export type BookRecord<Type extends BookType = BookType> = {
  type: Type;
  key: string;
  version: number;
  facts: Facts<Type>;
  /** Höfn's id, as in events and requests; null until an answer has brought it. */
  id: string | null;
  /** The newest version that Höfn has answered; a refused one counts, since repeating it changes nothing. */
  answeredVersion: number;
  /** Ids of the customer's own changes that this version contains. */
  acknowledges?: string[];
};
export type AnyRecord = { [Type in BookType]: BookRecord<Type> }[BookType];

/** A fact that was sent, with Höfn's answer. */
export type SentFact = {
  at: string;
  type: BookType;
  key: string;
  version: number;
  answer: FactOutcome | 'refused';
  /** What was wrong, in Höfn's words. */
  fault?: string;
};

/** An event as it arrived. */
export type SeenEvent = { id: string; at: string; type: string; data: Record<string, unknown> };

/** How the opening book was loaded: how many facts Höfn has, and refused. */
export type Opened = { at: string; loaded: number; refused: number };

type Stored = {
  /** The day of the calendar. */
  today: string;
  /** Days that the demo's clock is ahead of the real one. */
  daysAhead: number;
  /** The day on which the book was opened; entries due until then are booked. */
  openedOn: string;
  /** Whether Höfn still has to answer facts of the opening book. */
  isOpening?: boolean;
  opened?: Opened;
  /** Where to continue reading events; null for the beginning. */
  cursor: string | null;
  settlesByRule: boolean;
  nextPolicyNumber: number;
  /** Accepted changes of policies that take effect on a later day. */
  accepted?: CoreRequest[];
  records: AnyRecord[];
  sent: SentFact[];
  events: SeenEvent[];
  /** Ids of the events handled last, since the feed delivers at least once. */
  handled: string[];
};

const keptLines = 60;
const keptIds = 2000;

/** An empty book, or one with opening facts. */
export const newBook = (today: string, records: AnyRecord[] = []): Stored => ({
  today,
  daysAhead: 0,
  openedOn: today,
  cursor: null,
  settlesByRule: false,
  nextPolicyNumber: 9_100_001,
  records,
  sent: [],
  events: [],
  handled: [],
});

/** Replaces a book file at once: a killed process leaves the old one or the new one. */
export const writeBook = (file: string, book: Stored): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(book), { mode: 0o600 });
  renameSync(`${file}.new`, file);
};

/** The book in a file; undefined when there is none. */
export const readBook = (file: string): Stored | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Stored) : undefined;

/**
 * Opens the core's own records: the newest version of each fact, what has been sent, and how far events were read.
 * @param today the day of a book that does not exist yet
 */
export const openBook = (file: string, today: string) => {
  const state = readBook(file) ?? newBook(today);
  const records = new Map(state.records.map((record) => [`${record.type}\n${record.key}`, record]));
  const sequences = new Map<string, number>();
  const noteSequence = ({ customer, sequence }: Facts<'ledger-entries'>) =>
    sequences.set(customer, Math.max(sequence, sequences.get(customer) ?? 0));
  for (const record of state.records) if (record.type === 'ledger-entries') noteSequence(record.facts);

  const get = <Type extends BookType>(type: Type, key: string) =>
    records.get(`${type}\n${key}`) as BookRecord<Type> | undefined;
  const all = <Type extends BookType>(type: Type): BookRecord<Type>[] =>
    [...records.values()].filter(
      (record) => record.type === type,
    ) as BookRecord<BookType>[] as BookRecord<Type>[];

  const put = <Type extends BookType>(
    type: Type,
    key: string,
    facts: Facts<Type>,
    more: { acknowledges?: string[]; id?: string } = {},
  ): void => {
    const before = get(type, key);
    if (before && isDeepStrictEqual(before.facts, facts) && !more.acknowledges) return;
    const record = {
      ...{ type, key, facts, version: (before?.version ?? 0) + 1 },
      ...{ id: before?.id ?? more.id ?? null, answeredVersion: before?.answeredVersion ?? 0 },
      ...(more.acknowledges && { acknowledges: more.acknowledges }),
    } as unknown as AnyRecord;
    records.set(`${type}\n${key}`, record);
    if (record.type === 'ledger-entries') noteSequence(record.facts);
  };

  return {
    state,
    get,
    all,
    /** The facts of a type that belong to a customer. */
    of: <Type extends Exclude<BookType, 'customers'>>(type: Type, ssn: string): BookRecord<Type>[] =>
      all(type).filter(({ facts }) => (facts as { customer: string }).customer === ssn),
    /** The fact with Höfn's id. Of an imported one the id is unknown until something tells it. */
    byId: <Type extends BookType>(type: Type, id: unknown): BookRecord<Type> | undefined =>
      all(type).find((record) => record.id === id),
    customer: (ssn: string): BookRecord<'customers'> | undefined =>
      all('customers').find(({ facts }) => facts.ssn === ssn),
    policy: (number: string): BookRecord<'policies'> | undefined =>
      all('policies').find(({ facts }) => facts.number === number),
    /** Stores a new version of a fact, unless it says the same as the one before. */
    put,
    /** Notes an accepted change that takes effect on a later day. */
    noteAccepted: (request: CoreRequest): void => {
      state.accepted = [...(state.accepted ?? []), request];
    },
    hasAccepted: ({ id }: CoreRequest): boolean =>
      state.accepted?.some((request) => request.id === id) ?? false,
    /** Takes accepted changes out, in the order of their days. */
    takeAccepted: (isWanted: (request: CoreRequest) => boolean): CoreRequest[] => {
      const accepted = state.accepted ?? [];
      state.accepted = accepted.filter((request) => !isWanted(request));
      return accepted
        .filter(isWanted)
        .toSorted((one, other) => daysBetween(other.effectiveOn, one.effectiveOn));
    },
    /** Remembers what the facts say. @returns puts back those that have changed since, as new versions */
    remember: (): (() => void) => {
      const kept = [...records.values()];
      const { accepted = [] } = state;
      return () => {
        state.accepted = accepted;
        for (const { type, key, facts } of kept) put(type, key, facts);
      };
    },
    /** The next number of a customer's ledger entries. */
    nextSequence: (ssn: string): number => (sequences.get(ssn) ?? 0) + 1,
    /** The facts that Höfn has not answered, in an order in which none refers to a later one. */
    unanswered: (): AnyRecord[] =>
      bookTypes.flatMap((type) =>
        (all(type) as AnyRecord[]).filter(({ version, answeredVersion }) => answeredVersion < version),
      ),
    noteSent: (fact: SentFact): void => {
      state.sent = [fact, ...state.sent].slice(0, keptLines);
    },
    noteEvent: (event: SeenEvent): void => {
      state.events = [event, ...state.events].slice(0, keptLines);
      state.handled = [...state.handled, event.id].slice(-keptIds);
    },
    save: (): void => {
      state.records = [...records.values()];
      writeBook(file, state);
    },
  };
};
export type Book = ReturnType<typeof openBook>;
