import { type SQL, sql } from 'drizzle-orm';

/**
 * What staff find a row by, as a `tsvector`: the folded words of its names, and its numbers and addresses without spaces and
 * dashes. The SQL function `find_words` is from the migration; each expression is both indexed and queried, and has to be the
 * same in both. Columns are unqualified: queries have one table.
 */
const words = (names: string, ...codes: string[]): SQL =>
  sql.raw(`find_words(${[names, ...codes].join(', ')})`);

/** Of a form, the field that names the sender; forms name it differently. */
const senderFields = ['name', 'contactName', 'guardianName', 'senderName'];

export const customerWords = words('full_name', 'ssn', 'email', 'mobile_phone', 'home_phone');
export const policyWords = words('null', 'number');
export const plateWords = words('null', `(facts ->> 'plate')`);
export const hasPlate = sql.raw(`facts ? 'plate'`);
export const proposalWords = words('null', 'number');
export const purchaseWords = words('null', 'number');
export const claimWords = words('null', 'number');
export const complaintWords = words('null', 'reference');
export const noticeWords = words(
  'name',
  ...['number', 'ssn', 'policy_number', `(form ->> 'email')`, `(form ->> 'phone')`],
  `(form -> 'details' ->> 'licensePlate')`,
);
export const submissionWords = words(
  `coalesce(${senderFields.map((field) => `fields ->> '${field}'`).join(', ')})`,
  ...['reference', 'email', `(fields ->> 'ssn')`, `(fields ->> 'companySsn')`, `(fields ->> 'guardianSsn')`],
  ...[`(fields ->> 'phone')`, `(fields ->> 'licensePlate')`],
);
