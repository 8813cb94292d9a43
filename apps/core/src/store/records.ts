import type { Facts } from '@hofn/contracts';
import {
  insuranceClaims,
  insuranceCustomers,
  insuranceDocumentsToSign,
  insuranceInstalments,
  insuranceLedgerEntries,
  insuranceOffers,
  insurancePolicies,
} from '@hofn/database/schema/insurance.ts';
import type { AnyRecord, BookType } from '../book.ts';

/**
 * The tables of the records, with the facts that have columns of their own; `details` has the others. An optional fact is not in
 * a record whose column is null.
 */
const recordTables = {
  customers: { table: insuranceCustomers, columns: ['fullName'] },
  policies: {
    table: insurancePolicies,
    columns: [
      ...(['number', 'product', 'premiumPerYear', 'deductible', 'sumInsured', 'validFrom'] as const),
      ...(['validTo', 'renews', 'cancelledOn', 'lapsedOn', 'suspendedOn', 'suspensions'] as const),
      'earlierCover',
    ],
    optional: ['suspensions', 'earlierCover'],
  },
  instalments: {
    table: insuranceInstalments,
    columns: ['policy', 'dueDate', 'finalDueDate', 'amount', 'penaltyInterest', 'fees'],
  },
  'ledger-entries': {
    table: insuranceLedgerEntries,
    columns: ['policy', 'bookedOn', 'sequence', 'amount'],
  },
  claims: {
    table: insuranceClaims,
    columns: ['number', 'policy', 'status', 'dateOfLoss', 'lossAmount', 'compensation'],
  },
  offers: { table: insuranceOffers, columns: ['number', 'premiumPerYear', 'validTo'] },
  'documents-to-sign': { table: insuranceDocumentsToSign, columns: ['signBy'] },
} as const satisfies {
  [Type in BookType]: {
    table: object;
    columns: ReadonlyArray<keyof Facts<Type> & string>;
    optional?: ReadonlyArray<keyof Facts<Type> & string>;
  };
};

type Columns = { columns: readonly string[]; optional?: readonly string[] };

const columnsOf = (type: BookType): Required<Columns> => {
  const { columns, optional = [] }: Columns = recordTables[type];
  return { columns, optional };
};

export const tableOf = (type: BookType) => recordTables[type].table;

/** The customer whose record it is. */
export const customerOf = ({ type, facts }: AnyRecord): string =>
  type === 'customers' ? facts.ssn : (facts as { customer: string }).customer;

type Fields = Record<string, unknown>;

/** A record as a row of its table. */
export const rowOf = (record: AnyRecord): Fields => {
  const { type, key, version } = record;
  const { columns, optional } = columnsOf(type);
  const owner = type === 'customers' ? 'ssn' : 'customer';
  const facts = Object.entries(record.facts as Fields).filter(([name]) => name !== owner);
  return {
    ...{ customer: customerOf(record), key, version },
    ...Object.fromEntries(optional.map((name) => [name, null])),
    ...Object.fromEntries(facts.filter(([name]) => columns.includes(name))),
    details: Object.fromEntries(facts.filter(([name]) => !columns.includes(name))),
  };
};

/** The record of a row. */
export const recordOf = (type: BookType, row: Fields): AnyRecord => {
  const { columns, optional } = columnsOf(type);
  const owner = type === 'customers' ? 'ssn' : 'customer';
  const stated = columns.filter((name) => !(optional.includes(name) && row[name] === null));
  const facts = {
    ...(row.details as Fields),
    ...Object.fromEntries(stated.map((name) => [name, row[name]])),
    [owner]: row.customer,
  };
  return { type, key: row.key, version: row.version, facts } as unknown as AnyRecord;
};
