import { z } from 'zod';
import { defineCalls } from './call.ts';

/** Where the calls are that continue a sign-in without its pages. */
export const loginPath = '/api/user/v1/login';

const anyone = { kind: 'public' } as const;

/** The sign-in that the browser has under way: the last part of the address of its page. */
const interaction = z.string().min(1).max(100);
const ssn = z.string().min(1).max(20).describe('ten digits, with or without a dash');
const phone = z.string().min(1).max(20).describe('seven digits');
const password = z.string().min(1).max(1000);
const redirectTo = z.url().describe('where the browser goes on: through the provider, back to its client');

/** State of a call to a phone or app. */
export const mobileLoginState = z.object({
  state: z.enum(['waiting', 'confirmed', 'cancelled', 'expired', 'stranger', 'gone']),
  redirectTo: redirectTo.optional().describe('once it is confirmed'),
});

/**
 * Signing in without the identity service's pages (rules AUTH-10a to AUTH-10d). Each call goes on with a sign-in that
 * `/authorize` began in the same browser, and counts in the same limits as the pages do.
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
    audit: 'sign-in',
  },
  loginMobile: {
    service: 'identity',
    method: 'POST',
    path: `${loginPath}/mobile`,
    who: anyone,
    rate: 'sign-in',
    summary:
      'Calls the electronic ID on a phone, or with a kennitala that of the app. `pollUrl` says when it is confirmed.',
    body: z.union([z.object({ interaction, phone }), z.object({ interaction, ssn })]),
    response: z.object({
      challengeCode: z
        .string()
        .regex(/^\d{4}$/)
        .describe('is shown on the phone too'),
      pollUrl: z.url(),
    }),
    audit: 'sign-in',
  },
  loginEmployee: {
    service: 'identity',
    method: 'POST',
    path: `${loginPath}/employee`,
    who: anyone,
    rate: 'sign-in',
    summary: 'Signs a staff member in, through the connection of staff alone.',
    body: z.object({
      interaction,
      username: z.string().min(1).max(100),
      password,
    }),
    response: z.object({ redirectTo }),
    audit: 'sign-in',
  },
  requestCredentials: {
    service: 'identity',
    method: 'POST',
    path: `${loginPath}/requestcredentials`,
    who: anyone,
    rate: 'sign-in',
    summary:
      'Sends a link to choose a password to the address on file. The answer is the same whether there is one or not.',
    body: z.object({ ssn }),
    status: 202,
    response: z.null(),
    audit: 'credentials asked for',
  },
});
