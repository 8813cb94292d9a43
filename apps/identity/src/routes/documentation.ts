import { type Call, calls, problem } from '@hofn/contracts';
import { serveOpenApi } from '@hofn/service/openapi.ts';
import type { FastifyInstance } from 'fastify';

const fault = (description: string) => ({ description, type: 'application/problem+json', body: problem });

/** Serves the OpenAPI document of identity management and of the calls that sign in, at `/idm/openapi.json`. */
export const registerDocumentation = (server: FastifyInstance): void => {
  const own = Object.entries<Call>(calls).filter(([, { service }]) => service === 'identity');
  serveOpenApi(server, {
    at: '/idm/openapi.json',
    title: 'Höfn identity service',
    version: '1',
    description:
      'OpenID Connect is described by `/.well-known/openid-configuration`. The calls that sign in go on with a sign-in that `/authorize` began, and need its cookie.',
    calls: Object.fromEntries(own),
    faults: {
      400: fault('a field breaks a rule; `errors` names it'),
      401: fault('the name and the password do not match, or the account has to wait'),
      403: fault('from a page of another origin'),
      409: fault('what the call goes on with is over'),
      429: fault('too many attempts of this address; Retry-After says for how long'),
      503: fault('cannot answer now; Retry-After says when to ask again'),
    },
  });
};
