import type { CustomerFacts } from '@hofn/contracts';
import {
  communicationChoices,
  companyInvolvement,
  customers,
  type Db,
  ownChanges,
  putRows,
} from '@hofn/database';
import { parseKennitala } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
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

const faultsOf = (
  facts: CustomerFacts,
  known: ReadonlyMap<string, NamedCustomer>,
  now: Date,
): FieldFault[] => [
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
  // It would apply over everything that the customer decides until then.
  ...facts.consents.flatMap(({ at }, index) =>
    Date.parse(at) > now.getTime() ? [factFault(`facts.consents.${index}.at`, 'It is in the future.')] : [],
  ),
];

const find = async (
  tx: Db,
  arrivals: readonly { facts: CustomerFacts }[],
  now: Date,
): Promise<Array<Found<{ companyIds: string[] }> | FieldFault[]>> => {
  const known = await customersBySsn(
    tx,
    arrivals.flatMap(({ facts }) => [facts.ssn, ...facts.companies.map(({ company }) => company)]),
  );
  return arrivals.map(({ facts }) => {
    const faults = faultsOf(facts, known, now);
    if (faults.length > 0) return faults;
    const existing = known.get(facts.ssn);
    return {
      customerId: null,
      companyIds: facts.companies.map(({ company }) => known.get(company)?.id ?? ''),
      ...(existing && { existingId: existing.id }),
    };
  });
};

/** The value on file while the customer's own change of that part is unacknowledged, else the one that arrived. */
const unlessChanged = (part: Part, column: PgColumn) => {
  const name = sql.identifier(column.name);
  const isOwnChange = sql`exists (select from ${ownChanges} where ${ownChanges.customerId} = ${customers.id} and ${ownChanges.part} = ${part}::own_change_part)`;
  return sql`case when ${isOwnChange} then ${customers}.${name} else excluded.${name} end`;
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
  familyNumber: facts.familyNumber,
  loyaltyTier: facts.loyaltyTier,
  paymentMethod: facts.paymentMethod,
  instalmentLimit: facts.instalmentLimit,
  bank: facts.bankAccount?.bank ?? null,
  bankLedger: facts.bankAccount?.ledger ?? null,
  bankAccount: facts.bankAccount?.account ?? null,
  documentsFrom: facts.documentsFrom,
  // A newer version of someone who left says that they are a customer again.
  leftAt: null,
});

/** Adds consents to those on record. One left out stays: it is evidence of what the customer decided. */
const writeConsents = async (tx: Db, facts: readonly Fact[]): Promise<void> => {
  const consents = facts.flatMap(({ id, facts }) =>
    facts.consents.map(({ at, ...consent }) => ({
      ...consent,
      customerId: id,
      chosenAt: at,
      how: 'insurer' as const,
      actorId: id,
    })),
  );
  if (consents.length === 0) return;
  const { customerId, topic, channel, chosenAt, how } = communicationChoices;
  await tx
    .insert(communicationChoices)
    .values(consents)
    .onConflictDoUpdate({
      target: [customerId, topic, channel, chosenAt],
      set: { given: sql`excluded.given` },
      // Made in the portal at the same instant.
      setWhere: eq(how, 'insurer'),
    });
};

/** Locks the customers until the transaction ends, and deletes the changes of theirs that the facts acknowledge. */
const acknowledge = async (tx: Db, facts: readonly Fact[]): Promise<Map<string, string[]>> => {
  if (facts.length === 0) return new Map();
  const ids = facts.map(({ id }) => id);
  // Waits for customers who are changing their details right now, so that their changes are seen below and in `write`.
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(anyOf(customers.id, ids))
    .orderBy(asc(customers.id))
    .for('update');
  const given = facts.flatMap(({ acknowledges }) => acknowledges ?? []);
  if (given.length === 0) return new Map();
  const deleted = await tx
    .delete(ownChanges)
    .where(and(anyOf(ownChanges.customerId, ids), anyOf(ownChanges.id, given)))
    .returning({ customerId: ownChanges.customerId, id: ownChanges.id });
  const known = new Set(deleted.map(({ customerId, id }) => JSON.stringify([customerId, id])));
  return new Map(
    facts.map(({ key, id, acknowledges = [] }) => [
      key,
      [...new Set(acknowledges)].filter((change) => !known.has(JSON.stringify([id, change]))),
    ]),
  );
};

const write = async (tx: Db, facts: readonly Fact[]): Promise<void> => {
  if (facts.length === 0) return;
  const ids = facts.map(({ id }) => id);
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
  await writeConsents(tx, facts);
};

/**
 * Persons and companies. What a customer has changed is kept until a version acknowledges it (rule CORE-11).
 * @param clock tells which consents are dated in the future, and refused
 */
export const createCustomerWriter = (clock: Clock): FactWriter<CustomerFacts, { companyIds: string[] }> => ({
  type: 'customers',
  isCustomer: true,
  find: (tx, _source, arrivals) => find(tx, arrivals, clock.now()),
  acknowledge,
  write,
});
