import { z } from 'zod';
import { defineCalls } from './call.ts';
import { instant } from './values.ts';

const self = { kind: 'customer', role: 'Readonly', self: true } as const;
const settings = '/api/user/v1/settings';

/** A session of the user in one browser. */
export const signInSession = z.object({
  id: z.string(),
  current: z.boolean().describe('whether it is the session of this request'),
  browser: z.string().nullable().describe('name of the browser, from its user agent'),
  system: z.string().nullable(),
  way: z.enum(['password', 'electronicId', 'passkey']),
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
  /** Adding a passkey requires a sign-in with an electronic ID or another passkey. */
  mayAdd: z.boolean(),
  items: z.array(passkey),
});
export type PasskeyList = z.infer<typeof passkeyList>;

export const sessionList = z.object({ items: z.array(signInSession) });
export type SessionList = z.infer<typeof sessionList>;

/** WebAuthn's PublicKeyCredentialCreationOptionsJSON; only the browser reads it. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
const newPasskey = z.object({
  name: z.string().trim().min(1).max(60),
  credential: z.looseObject({ id: z.string().max(1400) }),
});

/** The user's own sessions and passkeys. The API passes these calls on to the identity service. */
export const securityCalls = defineCalls({
  sessions: {
    service: 'api',
    method: 'GET',
    path: `${settings}/sessions`,
    who: self,
    rate: 'read',
    summary: 'Lists the user’s sessions.',
    response: sessionList,
  },
  endSession: {
    service: 'api',
    method: 'DELETE',
    path: `${settings}/sessions/{id}`,
    who: self,
    rate: 'write',
    summary: 'Ends a session; the id `others` ends all except the current one.',
    params: z.object({ id: z.string().regex(/^[\w-]{1,64}$/) }),
    status: 204,
    response: z.null(),
    audit: { identity: 'session.end' },
    events: { none: 'sign-ins and their secrets are kept here alone' },
  },
  passkeys: {
    service: 'api',
    method: 'GET',
    path: `${settings}/passkeys`,
    who: self,
    rate: 'read',
    summary: 'Lists the user’s passkeys.',
    response: passkeyList,
  },
  passkeyOptions: {
    service: 'api',
    method: 'POST',
    path: `${settings}/passkeys/options`,
    who: self,
    rate: 'sign-in',
    summary: 'Returns the options for creating a passkey, valid in this session for a few minutes.',
    body: z.object({}),
    response: passkeyOptions,
    audit: { none: 'a challenge, changes nothing' },
    events: { none: 'sign-ins and their secrets are kept here alone' },
  },
  addPasskey: {
    service: 'api',
    method: 'POST',
    path: `${settings}/passkeys`,
    who: self,
    rate: 'sign-in',
    summary: 'Registers a passkey created by the browser.',
    body: newPasskey,
    status: 201,
    response: passkey,
    audit: { identity: 'passkey.add' },
    events: { none: 'sign-ins and their secrets are kept here alone' },
  },
  removePasskey: {
    service: 'api',
    method: 'DELETE',
    path: `${settings}/passkeys/{id}`,
    who: self,
    rate: 'write',
    summary: 'Removes a passkey, which can then no longer be used to sign in.',
    params: z.object({ id: z.string().regex(/^[\w-]{1,1400}$/) }),
    status: 204,
    response: z.null(),
    audit: { identity: 'passkey.remove' },
    events: { none: 'sign-ins and their secrets are kept here alone' },
  },
});
