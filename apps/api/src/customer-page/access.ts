import type { CustomerPage } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { companiesOf, grantOf, receivedGrantOf } from '../access/grants.ts';
import { createAccessStore } from '../access/store.ts';
import type { Customer } from '../platform/authorization.ts';

/** The people who may act for a customer today, and those the customer may act for. */
export const createAccessPart = (db: Db) => {
  const access = createAccessStore(db);
  return async (
    customer: Customer,
    today: string,
  ): Promise<Pick<CustomerPage, 'given' | 'received' | 'people' | 'companies'>> => {
    const [given, received, people, companies] = await Promise.all([
      access.given(customer, today),
      access.received(customer.id, today),
      access.people(customer.id, today),
      access.companies(customer.id, today),
    ]);
    return {
      given: given.map((row) => grantOf(row, today)).filter(({ state }) => state === 'active'),
      received: received.map((row) => receivedGrantOf(row, today)).filter(({ state }) => state === 'active'),
      people,
      companies: companiesOf(companies),
    };
  };
};
