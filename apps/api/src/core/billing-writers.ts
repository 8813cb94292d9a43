import type { InstalmentFacts, LedgerFacts } from '@hofn/contracts';
import { coreRecords, customers, type Db, instalments, putRows, transactions } from '@hofn/database';
import { and, asc, inArray, isNotNull, sql } from 'drizzle-orm';
import { keepCharged } from '../payments/charged.ts';
import type { FieldFault } from '../platform/fault.ts';
import { findCustomerAndPolicy, type OnPolicy } from './references.ts';
import { type Arrival, type FactWriter, type Found, factFault, type NewerFact } from './upsert.ts';

const instalmentRow = ({
  id,
  found,
  facts: { customer: _, policy: __, ...fields },
}: NewerFact<InstalmentFacts, OnPolicy>): typeof instalments.$inferInsert => ({
  ...fields,
  customerId: found.customerId ?? '',
  policyId: found.policyId,
  id,
});

// What the customer has paid here stays paid until the source knows of it too.
const paidHere = sql`instalments.payment_id is not null and instalments.paid_at is not null`;

/** The instalments among the facts that a payment here has paid or is paying. */
const findPaidHere = async (tx: Db, newer: readonly NewerFact<InstalmentFacts, OnPolicy>[]) => {
  const keys = newer.map(({ id, found }) => ({ customer_id: found.customerId, id }));
  return tx
    .select()
    .from(instalments)
    .where(
      and(
        isNotNull(instalments.paymentId),
        sql`(${instalments.customerId}, ${instalments.id}) in (select customer_id, id from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as fact(customer_id text, id text))`,
      ),
    );
};

/**
 * Instalments. One paid in the portal stays paid, whatever an older version says, by what was charged for it: what it costs
 * beyond that is due.
 */
export const instalmentWriter: FactWriter<InstalmentFacts, OnPolicy> = {
  type: 'instalments',
  find: findCustomerAndPolicy,
  write: async (tx, newer, at) => {
    const payers = [...new Set((await findPaidHere(tx, newer)).map(({ customerId }) => customerId))];
    // Before the instalments, as a payment does that starts or ends meanwhile.
    if (payers.length > 0)
      await tx
        .select({ id: customers.id })
        .from(customers)
        .where(inArray(customers.id, payers))
        .orderBy(asc(customers.id))
        .for('update');
    await putRows(tx, instalments, newer.map(instalmentRow), {
      key: ['customerId', 'id'],
      keep: { paidAt: sql`case when ${paidHere} then instalments.paid_at else excluded.paid_at end` },
    });
    if (payers.length === 0) return;
    const factsOf = new Map(newer.map(({ id, found, facts }) => [`${found.customerId} ${id}`, facts]));
    for (const row of await findPaidHere(tx, newer))
      await keepCharged(tx, row, {
        isPaidAtSource: (factsOf.get(`${row.customerId} ${row.id}`)?.paidAt ?? null) !== null,
        now: new Date(at),
      });
  },
};

const entryRow = ({
  id,
  found,
  facts: { customer: _, policy: __, payment: ___, description, ...fields },
}: NewerFact<LedgerFacts, OnPolicy>): typeof transactions.$inferInsert => ({
  ...fields,
  customerId: found.customerId ?? '',
  policyId: found.policyId,
  id,
  descriptionIs: description.is,
  descriptionEn: description.en,
});

/** Deletes the entries that the portal booked for payments, or refunds of them, which the source has now booked itself. */
const deleteOwnEntries = async (
  tx: Db,
  newer: readonly NewerFact<LedgerFacts, OnPolicy>[],
): Promise<void> => {
  const booked = newer.flatMap(({ found, facts: { payment, type } }) =>
    payment === null ? [] : [{ customer_id: found.customerId, payment, type }],
  );
  if (booked.length === 0) return;
  await tx.execute(sql`
    delete from ${transactions} using
      jsonb_to_recordset(${JSON.stringify(booked)}::jsonb) as booked(customer_id text, payment text, type text)
    where ${transactions.customerId} = booked.customer_id and (
      ${transactions.id} = 'payment-' || booked.payment and booked.type = 'payment'
      or ${transactions.id} = 'refund-' || booked.payment and booked.type = 'refund'
      or starts_with(${transactions.id}, 'premium-' || booked.payment || '-') and booked.type = 'premium')`);
};

/** Names facts whose number another entry of the same customer has, on file or among the arrivals. */
const refuseTakenNumbers = async (
  tx: Db,
  source: string,
  arrivals: readonly Arrival<LedgerFacts>[],
  found: ReadonlyArray<Found<OnPolicy> | FieldFault[]>,
): Promise<Array<Found<OnPolicy> | FieldFault[]>> => {
  const places = arrivals.flatMap(({ facts }, index) => {
    const one = found[index];
    return !one || Array.isArray(one) ? [] : [{ customer_id: one.customerId, sequence: facts.sequence }];
  });
  const { rows } = await tx.execute<{
    customerId: string;
    sequence: number;
    source: string;
    key: string;
  }>(sql`
    select t.customer_id as "customerId", t.sequence, coalesce(r.source, '') as source, coalesce(r.key, '') as key
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place(customer_id text, sequence int)
    join ${transactions} t on t.customer_id = place.customer_id and t.sequence = place.sequence
    left join ${coreRecords} r on r.type = 'ledger-entries' and r.id = t.id`);
  const holders = new Map(
    rows.map((row) => [`${row.customerId} ${row.sequence}`, `${row.source}\n${row.key}`]),
  );
  return found.map((one, index) => {
    const arrival = arrivals[index];
    if (!arrival || Array.isArray(one)) return one;
    const number = `${one.customerId} ${arrival.facts.sequence}`;
    const own = `${source}\n${arrival.key}`;
    const holder = holders.get(number) ?? own;
    holders.set(number, holder);
    return holder === own
      ? one
      : [factFault('facts.sequence', 'Another entry of the customer has this number.')];
  });
};

/** Entries of customers' accounts. */
export const ledgerWriter: FactWriter<LedgerFacts, OnPolicy> = {
  type: 'ledger-entries',
  find: async (tx, source, arrivals) =>
    refuseTakenNumbers(tx, source, arrivals, await findCustomerAndPolicy(tx, source, arrivals)),
  write: async (tx, newer) => {
    await deleteOwnEntries(tx, newer);
    await putRows(tx, transactions, newer.map(entryRow), { key: ['customerId', 'id'] });
  },
};
