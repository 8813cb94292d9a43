import { z } from 'zod';
import { defineCalls } from './call.ts';
import { longestIdentifier } from './values.ts';

/** Base path of the calls that continue a sign-in without the identity service's pages. */
export const loginPath = '/api/user/v1/login';

const anyone = { kind: 'public' } as const;

/** Id of the browser's sign-in in progress: the last segment of the sign-in page's URL. */
const interaction = z.string().min(1).max(100);
const ssn = z.string().min(1).max(longestIdentifier).describe('ten digits, with or without a dash');
const phone = z
  .string()
  .min(1)
  .max(longestIdentifier)
  .describe('seven digits, with or without the country code');
const password = z.string().min(1).max(1000);
const redirectTo = z
  .url()
  .describe('where to send the browser next: through the provider back to the client');

/** State of an electronic ID request to a phone or app. */
export const mobileLoginState = z.object({
  state: z.enum(['waiting', 'confirmed', 'cancelled', 'expired', 'stranger', 'gone']),
  redirectTo: redirectTo.optional().describe('present once confirmed'),
});

/**
 * Signing in without the identity service's pages (rules AUTH-10a to AUTH-10d). Each call continues a sign-in that
 * `/authorize` started in the same browser, and counts towards the same limits as the pages do.
 */
export const loginCalls = defineCalls({
  loginPassword: {
    service: 'identity',
    method: 'POST',
    path: `${loginPath}/password`,
    who: anyone,
    rate: 'sign-in',
    summary: 'Signs a customer in with kennitala and password.',
    body: z.object({ interaction, ssn, password }),
    response: z.object({ redirectTo }),
    audit: { identity: 'signIn' },
    events: { none: 'sign-ins and their secrets are kept here alone' },
  },
  loginMobile: {
    service: 'identity',
    method: 'POST',
    path: `${loginPath}/mobile`,
    who: anyone,
    rate: 'sign-in',
    summary:
      'Sends an electronic ID request to a phone number, or to the app by kennitala. Poll `pollUrl` for the result.',
    body: z.union([z.object({ interaction, phone }), z.object({ interaction, ssn })]),
    response: z.object({
      challengeCode: z
        .string()
        .regex(/^\d{4}$/)
        .describe('also shown on the phone'),
      pollUrl: z.url(),
    }),
    audit: { identity: 'signIn' },
    events: { none: 'sign-ins and their secrets are kept here alone' },
  },
  loginEmployee: {
    service: 'identity',
    method: 'POST',
    path: `${loginPath}/employee`,
    who: anyone,
    rate: 'sign-in',
    summary: 'Signs a staff member in, through the staff connection only.',
    body: z.object({
      interaction,
      username: z.string().min(1).max(100),
      password,
    }),
    response: z.object({ redirectTo }),
    audit: { identity: 'signIn' },
    events: { none: 'sign-ins and their secrets are kept here alone' },
  },
  requestCredentials: {
    service: 'identity',
    method: 'POST',
    path: `${loginPath}/requestcredentials`,
    who: anyone,
    rate: 'sign-in',
    summary:
      'E-mails a link to choose a password to the address on file. The response is the same whether or not there is one.',
    body: z.object({ ssn }),
    status: 202,
    response: z.null(),
    audit: { none: 'by anyone, for any kennitala; the password it leads to is recorded' },
    events: { none: 'sign-ins and their secrets are kept here alone' },
  },
});
