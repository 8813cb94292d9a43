import { z } from 'zod';
import { defineCalls } from './call.ts';
import { instant } from './values.ts';

const self = { kind: 'customer', role: 'Readonly', self: true } as const;
const settings = '/api/user/v1/settings';

/** A sign-in of the reader, in one browser. */
export const signInSession = z.object({
  id: z.string(),
  current: z.boolean().describe('whether it is the one that asks'),
  browser: z.string().nullable().describe('as the browser names itself'),
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
  /** A key is made after signing in with an electronic ID or another key. */
  mayAdd: z.boolean(),
  items: z.array(passkey),
});
export type PasskeyList = z.infer<typeof passkeyList>;

export const sessionList = z.object({ items: z.array(signInSession) });
export type SessionList = z.infer<typeof sessionList>;

/** What WebAuthn calls PublicKeyCredentialCreationOptionsJSON, which only the browser reads. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
const newPasskey = z.object({
  name: z.string().trim().min(1).max(60),
  credential: z.looseObject({ id: z.string().max(1400) }),
});

/** How one signs in, and where one is signed in: of oneself alone. The identity service answers; the API asks it. */
export const securityCalls = defineCalls({
  sessions: {
    service: 'api',
    method: 'GET',
    path: `${settings}/sessions`,
    who: self,
    rate: 'read',
    summary: 'Where the reader is signed in.',
    response: sessionList,
  },
  endSession: {
    service: 'api',
    method: 'DELETE',
    path: `${settings}/sessions/{id}`,
    who: self,
    rate: 'write',
    summary: 'Ends one sign-in; `others` ends all but the one that asks.',
    params: z.object({ id: z.string().regex(/^[\w-]{1,64}$/) }),
    status: 204,
    response: z.null(),
    audit: 'security.endSession',
  },
  passkeys: {
    service: 'api',
    method: 'GET',
    path: `${settings}/passkeys`,
    who: self,
    rate: 'read',
    summary: 'The passkeys of the reader.',
    response: passkeyList,
  },
  passkeyOptions: {
    service: 'api',
    method: 'POST',
    path: `${settings}/passkeys/options`,
    who: self,
    rate: 'sign-in',
    summary: 'What a browser makes a passkey by, in this sign-in and for some minutes.',
    body: z.object({}),
    response: passkeyOptions,
  },
  addPasskey: {
    service: 'api',
    method: 'POST',
    path: `${settings}/passkeys`,
    who: self,
    rate: 'sign-in',
    summary: 'Takes the passkey that the browser has made.',
    body: newPasskey,
    status: 201,
    response: passkey,
    audit: 'security.addPasskey',
  },
  removePasskey: {
    service: 'api',
    method: 'DELETE',
    path: `${settings}/passkeys/{id}`,
    who: self,
    rate: 'write',
    summary: 'Takes a passkey away: nobody signs in with it any more.',
    params: z.object({ id: z.string().regex(/^[\w-]{1,1400}$/) }),
    status: 204,
    response: z.null(),
    audit: 'security.removePasskey',
  },
});
