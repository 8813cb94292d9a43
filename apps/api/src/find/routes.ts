import {
  type CustomerMatch,
  type FoundCase,
  type FoundCustomer,
  type findCalls,
  maxFound,
} from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { compareIcelandic, type Language } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import { auditStaff } from '../platform/audit.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { employeeOf } from '../platform/caller.ts';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import { type LineRow, matterOf } from '../work-items/work-items.ts';
import { isNamed, matchOf, queriesOf, type SearchTerms, searchTermsOf } from './search-terms.ts';
import { type CustomerRow, createFindStore, type FindStore } from './store.ts';

/** Customers by their own details, and by the number of something of theirs; those of the whole name first. */
const findCustomers = async (
  store: FindStore,
  employee: StaffMember,
  terms: SearchTerms,
): Promise<Array<CustomerRow & { by: CustomerMatch }>> => {
  const { whole, begun, code } = queriesOf(terms);
  const [named, others] = await Promise.all([
    whole === undefined ? [] : store.customers(whole, employee),
    store.customers(begun, employee),
  ]);
  const own = [...named, ...others].map((row) => ({ ...row, by: matchOf(terms, row) }));
  const { policy, plate, offer, purchase, claim } = store.holders;
  const held =
    code === undefined
      ? []
      : await Promise.all([
          policy(code).then((rows) => rows.map(({ id }) => ({ id, by: 'policy' as const }))),
          plate(code).then((rows) => rows.map(({ id }) => ({ id, by: 'plate' as const }))),
          offer(code).then((rows) => rows.map(({ id }) => ({ id, by: 'offer' as const }))),
          purchase(code).then((rows) => rows.map(({ id }) => ({ id, by: 'purchase' as const }))),
          claim(code, employee).then((rows) => rows.map(({ id }) => ({ id, by: 'claim' as const }))),
        ]).then((lists) => lists.flat());
  const byId = new Map(held.map(({ id, by }) => [id, by]));
  const holders = byId.size === 0 ? [] : await store.customersById([...byId.keys()], employee);
  const all = [...own, ...holders.map((row) => ({ ...row, by: byId.get(row.id) ?? ('policy' as const) }))];
  const unique = [...new Map(all.toReversed().map((row) => [row.id, row])).values()];
  return unique.toSorted(
    (a, b) =>
      Number(isNamed(terms, b.fullName)) - Number(isNamed(terms, a.fullName)) ||
      compareIcelandic(a.fullName, b.fullName),
  );
};

/** Cases by their own number or sender before those of the customers who were found. */
const findCases = async (
  store: FindStore,
  { language, employee }: { language: Language; employee: StaffMember },
  terms: SearchTerms,
  customerIds: readonly string[],
): Promise<Array<LineRow & { by: FoundCase['by'] }>> => {
  const { begun, code } = queriesOf(terms);
  const [own, others] = await Promise.all([store.ownCaseIds(begun, code), store.caseIdsOf(customerIds)]);
  const lines = await store.lines(language, employee, { own, others, limit: maxFound + 1 });
  return lines.map((line) => ({ ...line, by: own.includes(line.row.id) ? 'case' : 'customer' }));
};

const foundCustomerOf = ({
  id,
  kind,
  ssn,
  fullName,
  town,
  by,
}: Awaited<ReturnType<typeof findCustomers>>[number]): FoundCustomer => ({
  ...{ id, kind, name: fullName, ssn, town, by },
});

/** Records who was shown, but not the words: they are a name or a number, which the log has none of. */
const auditFound = async (
  database: Database,
  request: FastifyRequest,
  { id: actor }: StaffMember,
  customers: ReadonlyArray<FoundCustomer>,
  lines: readonly LineRow[],
): Promise<void> => {
  if (customers.length === 0 && lines.length === 0) return;
  const ofCases = lines.flatMap(({ row, unverified }) => (unverified === true ? [] : (row.customerId ?? [])));
  const shown = [...new Set([...customers.map(({ id }) => id), ...ofCases])];
  const [subject] = shown;
  const details = {
    by: [...new Set(customers.map(({ by }) => by))],
    customers: shown,
    cases: lines.map(({ row }) => row.id),
  };
  const one = subject !== undefined && shown.length === 1 && { subject };
  await auditStaff(database.db, request, { actor, ...details, ...one }, 'staff.find');
};

/** Staff's search for customers and cases (rule ROLE-6). */
export const findHandlers = ({ database }: { database: Database }): Handlers<typeof findCalls> => {
  const store = createFindStore(database.db);
  return {
    find: async ({ query, language, request }) => {
      const employee = employeeOf(request);
      const terms = searchTermsOf(query.q);
      if (!terms) throw new Fault('validation', { fields: [{ path: 'q', reason: 'searchTooShort' }] });
      const customers = await findCustomers(store, employee, terms);
      const ids = customers.map(({ id }) => id);
      const lines = await findCases(store, { language, employee }, terms, ids);
      const shown = customers.slice(0, maxFound).map(foundCustomerOf);
      const shownLines = lines.slice(0, maxFound);
      await auditFound(database, request, employee, shown, shownLines);
      return {
        customers: shown,
        moreCustomers: customers.length > maxFound,
        cases: shownLines.map((line) => ({ ...matterOf(line, language), by: line.by })),
        moreCases: lines.length > maxFound,
      };
    },
  };
};
