import type { CustomerPage } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { addMonths, birthDateOf } from '@hofn/domain';
import { dayOfInstant, type Language } from '@hofn/texts';
import { companiesOf, grantOf, receivedGrantOf } from '../access/grants.ts';
import { createAccessStore } from '../access/store.ts';
import { filterOf, overviewOf } from '../claims/claims.ts';
import { createClaimListStore } from '../claims/store.ts';
import { summaryOf as documentOf } from '../documents/documents.ts';
import { createDocumentListStore } from '../documents/list-store.ts';
import { createAccountStore } from '../payments/account-store.ts';
import { nextPaymentOf } from '../payments/next-payment.ts';
import { instalmentOf } from '../payments/payments.ts';
import type { Customer, StaffMember } from '../platform/authorization.ts';
import { maxRows } from '../platform/paging.ts';
import { listStart } from '../policies/cursor.ts';
import { summaryOf as policyOf } from '../policies/policies.ts';
import { createPolicyStore } from '../policies/store.ts';
import { createTransactionStore } from '../transactions/store.ts';
import { lineOf } from '../work-items/work-items.ts';
import { createCustomerPageStore } from './store.ts';
import { watchedChangesOf } from './watched-changes.ts';

const most = { policies: 100, openCases: 50, pastCases: 10, documents: 10 } as const;
const claimMonths = 36;

/** Whole years from a birthday to a day. */
const ageOn = (bornOn: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(bornOn.slice(0, 4)) - (day.slice(5) < bornOn.slice(5) ? 1 : 0);

type Reader = { employee: StaffMember; language: Language; now: Date };

/**
 * Reads the page of a customer from the other features' stores. Claims, their cases and their documents are left out where the
 * employee's roles do not open them.
 */
export const createCustomerPages = (db: Db) => {
  const store = createCustomerPageStore(db);
  const policies = createPolicyStore(db);
  const claims = createClaimListStore(db);
  const documents = createDocumentListStore(db);
  const accounts = createAccountStore(db);
  const transactions = createTransactionStore(db);
  const access = createAccessStore(db);

  const policiesOf = async (customer: Customer, language: Language, today: string) => {
    const filter = { search: null, group: null, status: null };
    const rows = await policies.list(customer, language, {
      ...filter,
      ...{ today, after: listStart, limit: most.policies },
    });
    return rows.map((row) => {
      const { id, number, name, insured, status, validFrom, validTo, premiumPerYear } = policyOf(row, today);
      return { id, number, name, insured, status, validFrom, validTo, premiumPerYear };
    });
  };

  const claimsOf = async (
    customer: Customer,
    { language, now }: Reader,
    visible: Map<string, string | null>,
  ) => {
    const from = addMonths(dayOfInstant(now), -claimMonths);
    const row = await claims.list(customer, language, filterOf({ from, sort: 'newest' }), now);
    const items = row ? overviewOf(row, maxRows, '', language).items : [];
    return items.flatMap(({ id, number, title, status, open, unverified, dateOfLoss, compensation }) => {
      const found = visible.get(id);
      if (found === undefined) return [];
      return [{ id, number, title, status, open, unverified, dateOfLoss, compensation, case: found }];
    });
  };

  const documentsOf = async (
    customer: Customer,
    language: Language,
    visible: Map<string, string | null>,
  ): Promise<CustomerPage['documents']> =>
    (await documents.all(customer, language))
      .filter(({ claim }) => claim === null || visible.has(claim.id))
      .slice(0, most.documents)
      .map((row) => {
        const { id, kind, title, date, readAt } = documentOf(row);
        return { id, kind, title, date, readAt };
      });

  const paymentsOf = async (
    customer: Customer,
    language: Language,
    today: string,
  ): Promise<CustomerPage['payments']> => {
    const filter = { from: null, to: null, policy: null, search: null, after: null, sort: 'newest' } as const;
    const [account, booked, paid] = await Promise.all([
      accounts.account(customer, language),
      transactions.account(customer, language, { ...filter, type: null, limit: 1 }),
      transactions.account(customer, language, { ...filter, type: 'payment', limit: 1 }),
    ]);
    const unpaid = account.instalments
      .filter(({ paidOn, paymentId }) => paidOn === null && paymentId === null)
      .map((row) => ({ row, instalment: instalmentOf(row, today) }));
    const overdue = unpaid.map(({ instalment }) => instalment).filter(({ state }) => state === 'overdue');
    const [last] = paid?.items ?? [];
    return {
      balance: booked?.sums[0]?.closingBalance ?? 0,
      overdue: overdue.reduce((sum, { total }) => sum + total, 0),
      overdueSince: overdue.map(({ finalDueDate }) => finalDueDate).toSorted()[0] ?? null,
      next: nextPaymentOf(
        unpaid.map(({ row }) => row),
        today,
      ),
      last: last ? { on: last.bookedOn, amount: Math.abs(last.amount) } : null,
    };
  };

  const accessOf = async (customer: Customer, today: string) => {
    const [given, received, companies] = await Promise.all([
      access.given(customer, today),
      access.received(customer.id, today),
      access.companies(customer.id, today),
    ]);
    return {
      given: given.map((row) => grantOf(row, today)).filter(({ state }) => state === 'active'),
      received: received.map((row) => receivedGrantOf(row, today)).filter(({ state }) => state === 'active'),
      companies: companiesOf(companies),
    };
  };

  /** @returns undefined for an unknown customer, and for one whose data was erased */
  return async (id: string, reader: Reader): Promise<CustomerPage | undefined> => {
    const { employee, language, now } = reader;
    const row = await store.customer(id);
    if (!row) return undefined;
    const { fullName, ...details } = row;
    const customer = { id, kind: row.kind, ssn: row.ssn, fullName };
    const today = dayOfInstant(now);
    const bornOn = birthDateOf(row.ssn) ?? null;
    const of = { customerId: id, employee };
    const line = { language, employeeId: employee.id, now };
    const visible = await store.visibleClaims(id, employee);
    const [since, changes, held, losses, open, past, payments, papers, grants] = await Promise.all([
      store.firstPolicyDay(id),
      watchedChangesOf(db, id, now),
      policiesOf(customer, language, today),
      claimsOf(customer, reader, visible),
      store.openCases(language, of, most.openCases),
      store.pastCases(language, of, most.pastCases),
      paymentsOf(customer, language, today),
      documentsOf(customer, language, visible),
      accessOf(customer, today),
    ]);
    return {
      ...details,
      name: fullName,
      bornOn,
      age: bornOn === null ? null : ageOn(bornOn, today),
      since,
      ...changes,
      policies: held,
      claims: losses,
      openCases: open.map((found) => lineOf(found, line)),
      pastCases: past.map((found) => lineOf(found, line)),
      payments,
      documents: papers,
      ...grants,
    };
  };
};
