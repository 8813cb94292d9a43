import type { CoreRequest } from '@hofn/contracts';
import { type Db, putRows } from '@hofn/database';
import {
  insuranceAcceptedChanges,
  insuranceCustomers,
  insuranceOutbox,
  insurancePolicyVersions,
  insurancePremiumCharges,
} from '@hofn/database/schema/insurance.ts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Book, bookTypes, openBook } from '../book.ts';
import type { PolicyVersion, PremiumCharge } from '../bookkeeping/life.ts';
import type { Lives } from '../lives.ts';
import { loadUnposted, storeLedger } from './ledger.ts';
import { customerOf, recordOf, rowOf, tableOf } from './records.ts';

/** The book of a customer whose row is locked, as it was read. */
export type LoadedBook = { customer: string; book: Book; accepted: readonly CoreRequest[] };

type Owned = { customer: string };

const byCustomer = <Row extends Owned>(rows: readonly Row[]): Map<string, Row[]> =>
  Map.groupBy(rows, ({ customer }) => customer);

/** Reads versions and charges of customers' policies. @returns gives those of a customer */
const loadLives = async (tx: Db, customers: readonly string[]): Promise<(customer: string) => Lives> => {
  const versions = await tx
    .select()
    .from(insurancePolicyVersions)
    .where(inArray(insurancePolicyVersions.customer, [...customers]))
    .orderBy(asc(insurancePolicyVersions.policy), asc(insurancePolicyVersions.number));
  const charges = await tx
    .select()
    .from(insurancePremiumCharges)
    .where(inArray(insurancePremiumCharges.customer, [...customers]))
    .orderBy(asc(insurancePremiumCharges.policy), asc(insurancePremiumCharges.number));
  const [versionsOf, chargesOf] = [byCustomer(versions), byCustomer(charges)];
  return (customer) => ({
    versions: (versionsOf.get(customer) ?? []).map(
      ({ customer: _owner, effectiveOn: from, ...version }) => ({ from, ...version }) as PolicyVersion,
    ),
    charges: (chargesOf.get(customer) ?? []).map(
      ({ customer: _owner, chargedOn: on, ...charge }) => ({ on, ...charge }) as PremiumCharge,
    ),
  });
};

/**
 * Reads the books of customers whose rows the transaction has locked.
 * @param locked the customers, each with the last day whose work is done
 */
export const loadBooks = async (
  tx: Db,
  locked: ReadonlyArray<{ customer: string; workedOn: string }>,
  { policyNumber, ...opened }: { openedOn: string; hasDemoHandler?: boolean; policyNumber?: string },
): Promise<LoadedBook[]> => {
  const customers = locked.map(({ customer }) => customer);
  const records = [];
  for (const type of bookTypes) {
    const table = tableOf(type);
    const rows = await tx
      .select()
      .from(table as PgTable)
      .where(inArray(table.customer, customers))
      .orderBy(asc(table.customer), asc(table.key));
    records.push(...rows.map((row) => recordOf(type, row)));
  }
  const changes = await tx
    .select()
    .from(insuranceAcceptedChanges)
    .where(inArray(insuranceAcceptedChanges.customer, customers))
    .orderBy(asc(insuranceAcceptedChanges.requestId));
  const lives = await loadLives(tx, customers);
  const unposted = await loadUnposted(tx, customers);
  const recordsOf = Map.groupBy(records, customerOf);
  const changesOf = byCustomer(changes);
  return locked.map(({ customer, workedOn }) => {
    const accepted = (changesOf.get(customer) ?? []).map(({ request }) => request as unknown as CoreRequest);
    const contents = {
      ...{ records: recordsOf.get(customer) ?? [], accepted, policyNumber },
      ...{ lives: lives(customer), unposted: unposted(customer) },
    };
    return { customer, accepted, book: openBook({ today: workedOn, ...opened, ...contents }) };
  });
};

/** Changes that were accepted before policies had versions are versions now, apart from those without a policy. */
const storeAccepted = async (tx: Db, { customer, book, accepted }: LoadedBook): Promise<void> => {
  const { stray } = book;
  const done = accepted.filter((request) => !stray.includes(request)).map(({ id }) => id);
  if (done.length > 0)
    await tx
      .delete(insuranceAcceptedChanges)
      .where(
        and(
          eq(insuranceAcceptedChanges.customer, customer),
          inArray(insuranceAcceptedChanges.requestId, done),
        ),
      );
  await putRows(
    tx,
    insuranceAcceptedChanges,
    stray
      .filter((request) => !accepted.includes(request))
      .map((request) => ({
        ...{ customer, requestId: request.id, effectiveOn: request.effectiveOn },
        request: { ...request },
      })),
    { key: ['customer', 'requestId'] },
  );
};

/** Adds the new versions of policies, and what they were charged. */
const storeLives = async (tx: Db, loaded: readonly LoadedBook[]): Promise<void> => {
  const lives = loaded.map(({ customer, book }) => ({ customer, ...book.lives.added() }));
  const key = ['customer', 'policy', 'number'] as const;
  await putRows(
    tx,
    insurancePolicyVersions,
    lives.flatMap(({ customer, versions }) =>
      versions.map(({ from, ...version }) => ({ customer, effectiveOn: from, ...version })),
    ),
    { key, isLog: true },
  );
  await putRows(
    tx,
    insurancePremiumCharges,
    lives.flatMap(({ customer, charges }) =>
      charges.map(({ on, ...charge }) => ({ customer, chargedOn: on, ...charge })),
    ),
    { key, isLog: true },
  );
};

/** Stores what has changed in books, with the facts to send, and the day whose work is done. */
export const storeBooks = async (tx: Db, loaded: readonly LoadedBook[]): Promise<void> => {
  const changes = loaded.flatMap(({ book }) =>
    book.changes().map((change) => ({ ...change, workedOn: book.state.today })),
  );
  for (const type of bookTypes) {
    const changed = changes.filter(({ record }) => record.type === type);
    if (type === 'ledger-entries' && changed.some(({ before }) => before))
      throw new Error('An entry of an account is never changed');
    const rows = changed.map(({ record, workedOn }) => ({
      ...rowOf(record),
      ...(type === 'customers' && { workedOn }),
    }));
    const isLog = type === 'ledger-entries';
    const key = (type === 'customers' ? ['customer'] : ['customer', 'key']) as never[];
    await putRows(tx, tableOf(type) as PgTable, rows, { key, isLog });
  }
  await putRows(
    tx,
    insuranceOutbox,
    changes.map(({ record, acknowledges }) => ({
      ...{ customer: customerOf(record), type: record.type, key: record.key, version: record.version },
      ...{ rank: bookTypes.indexOf(record.type), facts: { ...record.facts } },
      acknowledges: acknowledges.length > 0 ? acknowledges : null,
    })),
    {
      key: ['customer', 'type', 'key'],
      keep: {
        acknowledges: sql`nullif(coalesce(${insuranceOutbox.acknowledges}, '[]') || coalesce(excluded.acknowledges, '[]'), '[]')`,
      },
    },
  );
  await storeLives(tx, loaded);
  await storeLedger(
    tx,
    loaded.map(({ book }) => book),
    changes.map(({ record }) => record),
  );
  for (const each of loaded) await storeAccepted(tx, each);
  for (const [workedOn, books] of Map.groupBy(loaded, ({ book }) => book.state.today))
    await tx
      .update(insuranceCustomers)
      .set({ workedOn, fault: null, faultOn: null })
      .where(
        inArray(
          insuranceCustomers.customer,
          books.map(({ customer }) => customer),
        ),
      );
};
