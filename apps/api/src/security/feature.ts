import { credentials, oidcRecords, passkeys } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { own } from '../platform/personal-data.ts';
import { securityHandlers } from './routes.ts';

const account = sql`(${oidcRecords.payload} ->> 'accountId')`;

/** Passkeys and sign-in sessions, stored by the identity service. */
export const security = defineFeature({
  name: 'security',
  handlers: securityHandlers,
  personalData: {
    holdings: [
      own(credentials.customerId, ['password_hash']),
      own(passkeys.customerId, ['public_key', 'counter']),
      {
        table: oidcRecords,
        rowsOf: (id) => sql`${account} = ${id}`,
        without: ['id', 'payload', 'grant_id', 'uid'],
      },
    ],
    leftOut: { identity_keys: 'nobodys', employees: 'staff', sign_in_attempts: 'hashed' },
    erasure: ({ of, isCustomer }) => [
      { table: oidcRecords, where: of(account), once: true },
      ...(isCustomer
        ? []
        : [
            { table: credentials, where: of(credentials.customerId) },
            { table: passkeys, where: of(passkeys.customerId) },
          ]),
    ],
  },
});
