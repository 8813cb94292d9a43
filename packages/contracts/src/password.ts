import { z } from 'zod';
import { defineCalls } from './call.ts';
import { anyEmployee } from './staff-callers.ts';
import { instant } from './values.ts';

const self = { kind: 'customer', role: 'Readonly', self: true } as const;

/**
 * Changing the password (rule AUTH-15): the current password is exchanged for a single-use token that sets a new one.
 */
export const passwordCalls = defineCalls({
  changePasswordToken: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/changepasswordtoken',
    who: self,
    rate: 'sign-in',
    summary: 'Exchanges the current password for a short-lived token that sets a new one.',
    body: z.object({ currentPassword: z.string().min(1).max(200) }),
    response: z.object({ token: z.string(), expiresAt: instant }),
    audit: { none: 'proves the current password; the change itself is recorded' },
    events: { none: 'sign-ins and their secrets are kept here alone' },
  },
  changeStaffPasswordToken: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/security/passwordtoken',
    who: anyEmployee,
    rate: 'sign-in',
    summary: 'Exchanges an employee’s current password for such a token.',
    body: z.object({ currentPassword: z.string().min(1).max(200) }),
    response: z.object({ token: z.string(), expiresAt: instant }),
    audit: { none: 'proves the current password; the change itself is recorded' },
    events: { none: 'sign-ins and their secrets are kept here alone' },
  },
  setPassword: {
    service: 'identity',
    method: 'POST',
    path: '/idm/v1/password',
    who: { kind: 'public' },
    rate: 'sign-in',
    summary: 'Sets a new password with that token, and ends every other session of the account.',
    body: z.object({ token: z.string().min(1).max(200), newPassword: z.string().min(1).max(1000) }),
    status: 204,
    response: z.null(),
    audit: { identity: 'password.set' },
    events: { none: 'sign-ins and their secrets are kept here alone' },
  },
});
