import { credentials, oidcRecords, passkeys } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { securityMails } from './mails.ts';
import { securityHandlers } from './routes.ts';

const account = sql`(${oidcRecords.payload} ->> 'accountId')`;

/** Passkeys and sign-in sessions, stored by the identity service. */
export const security = defineFeature({
  name: 'security',
  handlers: securityHandlers,
  mails: securityMails,
  personalData: {
    holdings: [
      ownRows(credentials.customerId, ['password_hash']),
      ownRows(passkeys.customerId, ['public_key', 'counter']),
      {
        table: oidcRecords,
        rowsOf: (id) => sql`${account} = ${id}`,
        without: ['id', 'payload', 'grant_id', 'uid'],
      },
    ],
    leftOut: {
      identity_keys: 'nobodys',
      employees: 'staff',
      employee_passkeys: 'staff',
      employee_roles: 'staff',
      sign_in_attempts: 'hashed',
    },
    erasure: ({ ownRows, isCustomer }) => [
      { table: oidcRecords, where: ownRows(account), when: 'requested' },
      ...(isCustomer
        ? []
        : [
            { table: credentials, where: ownRows(credentials.customerId), when: 'always' as const },
            { table: passkeys, where: ownRows(passkeys.customerId), when: 'always' as const },
          ]),
    ],
  },
});
