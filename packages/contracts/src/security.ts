import { z } from 'zod';
import { defineCalls, type Who } from './call.ts';
import { anyEmployee } from './staff-callers.ts';
import { instant } from './values.ts';

/** A session of the user in one browser. */
export const signInSession = z.object({
  id: z.string(),
  current: z.boolean().describe('whether it is the session of this request'),
  browser: z.string().nullable().describe('name of the browser, from its user agent'),
  system: z.string().nullable(),
  way: z.enum(['password', 'electronicId', 'passkey', 'workAccount']),
  signedInAt: instant,
  lastUsedAt: instant,
});
export type SignInSession = z.infer<typeof signInSession>;

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  usedAt: instant.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

export const passkeyList = z.object({
  /** Adding a passkey requires a sign-in with an electronic ID or another passkey; of staff, within ten minutes. */
  mayAdd: z.boolean(),
  items: z.array(passkey),
});
export type PasskeyList = z.infer<typeof passkeyList>;

export const sessionList = z.object({ items: z.array(signInSession) });
export type SessionList = z.infer<typeof sessionList>;

/** How an employee signs in. */
export const staffSignIn = z.object({
  federated: z
    .boolean()
    .describe('signs in only at the insurer’s own OpenID provider, where passwords and factors are managed'),
  password: z.boolean().describe('whether the employee can sign in with a password and an electronic ID'),
});
export type StaffSignIn = z.infer<typeof staffSignIn>;

/** WebAuthn's PublicKeyCredentialCreationOptionsJSON; only the browser reads it. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
const passkeyName = z.string().trim().min(1).max(60);
const newPasskey = z.object({
  name: passkeyName,
  credential: z.looseObject({ id: z.string().max(1400) }),
});
const passkeyParams = z.object({ id: z.string().regex(/^[\w-]{1,1400}$/) });

/** Why a call records no event. */
const events = { none: 'sign-ins and their secrets are kept here alone' };

/** The same calls for customers and for staff, under a path each. */
const callsUnder = <const Path extends string, const By extends Who>(path: Path, who: By) =>
  defineCalls({
    sessions: {
      service: 'api',
      method: 'GET',
      path: `${path}/sessions`,
      who,
      rate: 'read',
      summary: 'Lists the user’s sessions.',
      response: sessionList,
    },
    endSession: {
      service: 'api',
      method: 'DELETE',
      path: `${path}/sessions/{id}`,
      who,
      rate: 'write',
      summary: 'Ends a session; the id `others` ends all except the current one.',
      params: z.object({ id: z.string().regex(/^[\w-]{1,64}$/) }),
      status: 204,
      response: z.null(),
      audit: { identity: 'session.end' },
      events,
    },
    passkeys: {
      service: 'api',
      method: 'GET',
      path: `${path}/passkeys`,
      who,
      rate: 'read',
      summary: 'Lists the user’s passkeys.',
      response: passkeyList,
    },
    passkeyOptions: {
      service: 'api',
      method: 'POST',
      path: `${path}/passkeys/options`,
      who,
      rate: 'sign-in',
      summary: 'Returns the options for creating a passkey, valid in this session for a few minutes.',
      body: z.object({}),
      response: passkeyOptions,
      audit: { none: 'a challenge, changes nothing' },
      events,
    },
    addPasskey: {
      service: 'api',
      method: 'POST',
      path: `${path}/passkeys`,
      who,
      rate: 'sign-in',
      summary: 'Registers a passkey created by the browser.',
      body: newPasskey,
      status: 201,
      response: passkey,
      audit: { identity: 'passkey.add' },
      events,
    },
    renamePasskey: {
      service: 'api',
      method: 'POST',
      path: `${path}/passkeys/{id}`,
      who,
      rate: 'write',
      summary: 'Renames a passkey.',
      params: passkeyParams,
      body: z.object({ name: passkeyName }),
      response: passkey,
      audit: { identity: 'passkey.rename' },
      events,
    },
    removePasskey: {
      service: 'api',
      method: 'DELETE',
      path: `${path}/passkeys/{id}`,
      who,
      rate: 'write',
      summary: 'Removes a passkey, which can then no longer be used to sign in.',
      params: passkeyParams,
      status: 204,
      response: z.null(),
      audit: { identity: 'passkey.remove' },
      events,
    },
  });

const ofCustomers = callsUnder('/api/user/v1/settings', { kind: 'customer', role: 'Readonly', self: true });
const ofStaff = callsUnder('/api/staff/v1/security', anyEmployee);

/**
 * The user’s own sessions and passkeys, of customers and of staff (rules AUTH-10e and HOLD-11). The API passes these calls
 * on to the identity service.
 */
export const securityCalls = defineCalls({
  ...ofCustomers,
  endSession: { ...ofCustomers.endSession, needsFreshSignIn: true },
  removePasskey: { ...ofCustomers.removePasskey, needsFreshSignIn: true },
  staffSignIn: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/security',
    who: anyEmployee,
    rate: 'read',
    summary: 'Returns how the employee signs in.',
    response: staffSignIn,
  },
  staffSessions: ofStaff.sessions,
  endStaffSession: ofStaff.endSession,
  staffPasskeys: ofStaff.passkeys,
  staffPasskeyOptions: ofStaff.passkeyOptions,
  addStaffPasskey: ofStaff.addPasskey,
  renameStaffPasskey: ofStaff.renamePasskey,
  removeStaffPasskey: ofStaff.removePasskey,
});
