import { customers } from '@hofn/database';

/** The columns of a `Customer`. */
export const customerColumns = {
  id: customers.id,
  kind: customers.kind,
  ssn: customers.ssn,
  fullName: customers.fullName,
};
