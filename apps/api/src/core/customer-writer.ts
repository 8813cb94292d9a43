import type { CustomerFacts } from '@hofn/contracts';
import { companyInvolvement, customers, type Db, ownChanges, putRows } from '@hofn/database';
import { parseKennitala } from '@hofn/domain';
import { and, asc, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { FieldFault } from '../platform/fault.ts';
import { anyOf } from '../platform/sql.ts';
import { customersBySsn, type NamedCustomer } from './references.ts';
import { type FactWriter, type Found, factFault, type NewerFact } from './upsert.ts';

type Part = (typeof ownChanges.$inferSelect)['part'];
type Fact = NewerFact<CustomerFacts, { companyIds: string[] }>;

const kindOf = (ssn: string): 'person' | 'company' | undefined => {
  // Whether test kennitalas may sign in is decided at sign-in; here only the kind matters.
  const parsed = parseKennitala(ssn, { checkDigit: 'off', allowTestIds: true });
  if (!parsed.ok) return undefined;
  return parsed.kind === 'temporary' ? 'person' : parsed.kind;
};

const faultsOf = (facts: CustomerFacts, known: ReadonlyMap<string, NamedCustomer>): FieldFault[] => [
  ...(kindOf(facts.ssn) === facts.kind
    ? []
    : [factFault('facts.ssn', `It is not the kennitala of a ${facts.kind}.`)]),
  ...facts.companies.flatMap(({ company }, index) =>
    known.get(company)?.kind === 'company'
      ? []
      : [
          factFault(
            `facts.companies.${index}.company`,
            'No company has this kennitala. Send the company first.',
          ),
        ],
  ),
];

const find = async (
  tx: Db,
  _source: string,
  arrivals: readonly { facts: CustomerFacts }[],
): Promise<Array<Found<{ companyIds: string[] }> | FieldFault[]>> => {
  const known = await customersBySsn(
    tx,
    arrivals.flatMap(({ facts }) => [facts.ssn, ...facts.companies.map(({ company }) => company)]),
  );
  return arrivals.map(({ facts }) => {
    const faults = faultsOf(facts, known);
    if (faults.length > 0) return faults;
    const existing = known.get(facts.ssn);
    return {
      customerId: null,
      companyIds: facts.companies.map(({ company }) => known.get(company)?.id ?? ''),
      ...(existing && { existingId: existing.id }),
    };
  });
};

/** The value on file where the customer's own change of that part stands, else the one that arrived. */
const unlessChanged = (part: Part, column: PgColumn) => {
  const name = sql.identifier(column.name);
  const stands = sql`exists (select from ${ownChanges} where ${ownChanges.customerId} = ${customers.id} and ${ownChanges.part} = ${part}::own_change_part)`;
  return sql`case when ${stands} then ${customers}.${name} else excluded.${name} end`;
};

const rowOf = ({ id, facts }: Fact): typeof customers.$inferInsert => ({
  id,
  ssn: facts.ssn,
  kind: facts.kind,
  fullName: facts.fullName,
  language: facts.language,
  email: facts.email,
  mobilePhone: facts.mobilePhone,
  homePhone: facts.homePhone,
  address: facts.address,
  postalCode: facts.postalCode,
  town: facts.town,
  spouseSsn: facts.spouse?.ssn ?? null,
  spouseName: facts.spouse?.fullName ?? null,
  loyaltyTier: facts.loyaltyTier,
  paymentMethod: facts.paymentMethod,
  instalmentLimit: facts.instalmentLimit,
  bank: facts.bankAccount?.bank ?? null,
  bankLedger: facts.bankAccount?.ledger ?? null,
  bankAccount: facts.bankAccount?.account ?? null,
  // A newer version of someone who left says that they are a customer again.
  leftAt: null,
});

const write = async (tx: Db, facts: readonly Fact[]): Promise<void> => {
  if (facts.length === 0) return;
  const ids = facts.map(({ id }) => id);
  // Waits for customers who are changing their details right now, so that their changes are seen below.
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(anyOf(customers.id, ids))
    .orderBy(asc(customers.id))
    .for('update');
  const acknowledged = facts.flatMap(({ acknowledges }) => acknowledges ?? []);
  if (acknowledged.length > 0) {
    await tx
      .delete(ownChanges)
      .where(and(anyOf(ownChanges.customerId, ids), anyOf(ownChanges.id, acknowledged)));
  }
  await putRows(tx, customers, facts.map(rowOf), {
    key: ['id'],
    keep: {
      email: unlessChanged('contact', customers.email),
      mobilePhone: unlessChanged('contact', customers.mobilePhone),
      homePhone: unlessChanged('contact', customers.homePhone),
      language: unlessChanged('contact', customers.language),
      paymentMethod: unlessChanged('paymentMethod', customers.paymentMethod),
      bank: unlessChanged('bankAccount', customers.bank),
      bankLedger: unlessChanged('bankAccount', customers.bankLedger),
      bankAccount: unlessChanged('bankAccount', customers.bankAccount),
    },
  });
  await tx.delete(companyInvolvement).where(anyOf(companyInvolvement.customerId, ids));
  const involvements = facts.flatMap(({ id, facts: { companies }, found }) =>
    companies.map(({ kind, registeredOn, endedOn }, index) => ({
      customerId: id,
      companyId: found.companyIds[index] ?? '',
      involvement: kind,
      registeredOn,
      endedOn,
    })),
  );
  await putRows(tx, companyInvolvement, involvements, { key: ['customerId', 'companyId', 'involvement'] });
};

/** Persons and companies. What a customer has changed stands until a version acknowledges it (rule CORE-11). */
export const customerWriter: FactWriter<CustomerFacts, { companyIds: string[] }> = {
  type: 'customers',
  isCustomer: true,
  find,
  write,
};
