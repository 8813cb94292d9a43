import type { CustomerPage } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { birthDateOf } from '@hofn/domain';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { StaffMember } from '../platform/authorization.ts';
import { linesOf } from '../work-items/lines.ts';
import { momentAt } from '../work-items/queue-routes.ts';
import { createAccessPart } from './access.ts';
import { createHoldingsPart } from './holdings.ts';
import { createPaymentsPart } from './payments.ts';
import { createCustomerPageStore } from './store.ts';
import { watchedChangesOf } from './watched-changes.ts';

const most = { openCases: 50, pastCases: 10 } as const;

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
  const { policiesOf, claimsOf, documentsOf } = createHoldingsPart(db);
  const paymentsOf = createPaymentsPart(db);
  const accessOf = createAccessPart(db);

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
    const line = { language, employeeId: employee.id, moment: await momentAt(db, now) };
    const visible = await store.visibleClaims(id, employee);
    const [since, changes, policies, claims, open, past, payments, documents, grants] = await Promise.all([
      store.firstPolicyDay(id),
      watchedChangesOf(db, id, now),
      policiesOf(customer, language, today),
      claimsOf(customer, language, { now, visible }),
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
      policies,
      claims,
      openCases: await linesOf(db, open, line),
      pastCases: await linesOf(db, past, line),
      payments,
      documents,
      ...grants,
    };
  };
};
