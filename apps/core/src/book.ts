import { isDeepStrictEqual } from 'node:util';
import type { CoreRequest, Facts } from '@hofn/contracts';
import { firstLives } from './bookkeeping/first-life.ts';
import { type Group, keepLedger, type NewGroup, receivableOf } from './ledger/ledger.ts';
import { keepLives, type Lives } from './lives.ts';
import { type AnyRecord, type BookRecord, type BookType, bookTypes } from './record.ts';

export { type AnyRecord, type BookRecord, type BookType, bookTypes } from './record.ts';

/** A fact that has changed since the book was opened. */
export type BookChange = {
  record: AnyRecord;
  /** What it said before; undefined when it is new. */
  before: AnyRecord['facts'] | undefined;
  /** Ids of the customer's own changes that this version contains. */
  acknowledges: string[];
};

/** What a book is opened with. */
export type BookContents = {
  /** The last day whose work is done. */
  today: string;
  /** The day on which the core was opened; entries due until then are booked. */
  openedOn: string;
  /** Whether the simulated handler of demos works on claims; default: nobody does. */
  hasDemoHandler?: boolean;
  records: readonly AnyRecord[];
  /** Changes that were accepted for a later day before policies had versions. */
  accepted?: readonly CoreRequest[];
  /** Versions and charges of the policies; those of policies without any begin now. */
  lives?: Lives;
  /** Keys of entries of accounts that have no postings yet, and get them now; default: those of all entries. */
  unposted?: ReadonlySet<string>;
  /** A number for a policy that the work may issue. */
  policyNumber?: string | undefined;
};

type Places = Map<string, AnyRecord>;

const placeOf = (type: BookType, key: string): string => `${type}\n${key}`;

/** What the customer reads of a posting group on their account. */
type EntryTexts = Pick<Facts<'ledger-entries'>, 'type' | 'description'>;

/** Gives the number of a policy that is issued, once; it throws when the work was given none. */
const numberOnce = (policyNumber: string | undefined) => {
  let left = policyNumber;
  return (): string => {
    const taken = left;
    if (taken === undefined) throw new Error('This work was given no policy number');
    left = undefined;
    return taken;
  };
};

/**
 * The records of customers in memory: rules read and change them here, and the store writes what has changed. A book holds
 * everything that one customer has, or several customers in tests.
 */
export const openBook = (contents: BookContents) => {
  const {
    today,
    openedOn,
    hasDemoHandler = false,
    records,
    accepted = [],
    unposted,
    policyNumber,
  } = contents;
  const stored = contents.lives ?? { versions: [], charges: [] };
  const state = { today, openedOn, hasDemoHandler };
  const opened: Places = new Map(records.map((record) => [placeOf(record.type, record.key), record]));
  const current: Places = new Map(opened);
  const acknowledged = new Map<string, string[]>();
  const sequences = new Map<string, number>();
  const first = firstLives(stored, { today, records, accepted });
  const lives = keepLives(stored, first);

  for (const { type, facts } of records)
    if (type === 'ledger-entries')
      sequences.set(facts.customer, Math.max(facts.sequence, sequences.get(facts.customer) ?? 0));

  const get = <Type extends BookType>(type: Type, key: string) =>
    current.get(placeOf(type, key)) as BookRecord<Type> | undefined;
  const all = <Type extends BookType>(type: Type): BookRecord<Type>[] =>
    [...current.values()].filter(
      (record) => record.type === type,
    ) as BookRecord<BookType>[] as BookRecord<Type>[];

  const put = <Type extends BookType>(
    type: Type,
    key: string,
    facts: Facts<Type>,
    { acknowledges = [] }: { acknowledges?: string[] } = {},
  ): void => {
    const last = get(type, key);
    if (last && isDeepStrictEqual(last.facts, facts) && acknowledges.length === 0) return;
    const place = placeOf(type, key);
    const record = { type, key, facts, version: (last?.version ?? 0) + 1 } as unknown as AnyRecord;
    current.set(place, record);
    acknowledged.set(place, [...(acknowledged.get(place) ?? []), ...acknowledges]);
  };

  const ledger = keepLedger(all('ledger-entries').filter(({ key }) => !unposted || unposted.has(key)));

  /** Adds what a group does to the customer's account to it, so that account and ledger cannot differ (rule INS-5). */
  const addEntry = (group: Group, texts: EntryTexts | null): void => {
    const amount = receivableOf(group);
    if (amount === 0) return;
    if (!texts) throw new Error(`The customer reads nothing of ${group.key} on their account`);
    const { key, customer, policy, day: bookedOn, payment } = group;
    const sequence = (sequences.get(customer) ?? 0) + 1;
    sequences.set(customer, sequence);
    put('ledger-entries', key, { customer, policy, payment, bookedOn, amount, sequence, ...texts });
  };

  const changesFrom = (before: Places): BookChange[] =>
    bookTypes.flatMap((type) =>
      (all(type) as AnyRecord[]).flatMap((record) => {
        const place = placeOf(type, record.key);
        const last = before.get(place);
        if (last === record) return [];
        return [{ record, before: last?.facts, acknowledges: acknowledged.get(place) ?? [] }];
      }),
    );

  return {
    state,
    get,
    all,
    /** The facts of a type that belong to a customer. */
    of: <Type extends Exclude<BookType, 'customers'>>(type: Type, ssn: string): BookRecord<Type>[] =>
      all(type).filter(({ facts }) => (facts as { customer: string }).customer === ssn),
    customer: (ssn: string): BookRecord<'customers'> | undefined =>
      all('customers').find(({ facts }) => facts.ssn === ssn),
    policy: (of: string): BookRecord<'policies'> | undefined =>
      all('policies').find(({ facts }) => facts.number === of),
    /** The claim that was filed in the portal with this id. */
    filedClaim: (id: string): BookRecord<'claims'> | undefined =>
      all('claims').find(({ facts }) => facts.claim === id),
    /** Stores a new version of a fact, unless it says the same as the one before. Entries of accounts are posted instead. */
    put: put as <Type extends Exclude<BookType, 'ledger-entries'>>(
      ...given: Parameters<typeof put<Type>>
    ) => void,
    /**
     * Posts a group of postings, and adds what it does to the customer's account to that.
     * @param texts null for a group that is not on the account
     * @throws LedgerError
     */
    post: (group: NewGroup, texts: EntryTexts | null): void => addEntry(ledger.post(group), texts),
    /** Reverses a group on a day, and its entry of the customer's account; once. @throws LedgerError */
    reverse: (group: Group, day: string): void => {
      const key = `reversal-${group.key}`;
      if (get('ledger-entries', key)) return;
      const reversal = ledger.reverse(group, { key, day });
      const { type, description } = get('ledger-entries', group.key)?.facts ?? {};
      const texts = type &&
        description && {
          type,
          description: { is: `Bakfært: ${description.is}`, en: `Reversed: ${description.en}` },
        };
      addEntry(reversal, texts ?? null);
    },
    ledger,
    /** What has changed since the book was opened, what others refer to first. */
    changes: (): BookChange[] => changesFrom(opened),
    /** Remembers what the records say now. @returns gives what has changed since then */
    remember: (): (() => BookChange[]) => {
      const now = new Map(current);
      return () => changesFrom(now);
    },
    lives,
    /** Changes that were accepted for a later day and have no policy here. */
    stray: first.stray,
    takePolicyNumber: numberOnce(policyNumber),
  };
};
export type Book = ReturnType<typeof openBook>;
