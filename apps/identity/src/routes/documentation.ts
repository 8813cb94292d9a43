import { type Call, calls, problem } from '@hofn/contracts';
import { serveOpenApi } from '@hofn/service/openapi.ts';
import type { FastifyInstance } from 'fastify';

const problemResponse = (description: string) => ({
  description,
  type: 'application/problem+json',
  body: problem,
});

/** Serves the OpenAPI document of identity management and the sign-in calls at `/idm/openapi.json`. */
export const registerDocumentation = (server: FastifyInstance): void => {
  const own = Object.entries<Call>(calls).filter(([, { service }]) => service === 'identity');
  serveOpenApi(server, {
    at: '/idm/openapi.json',
    title: 'Höfn identity service',
    version: '1',
    description:
      'OpenID Connect is described by `/.well-known/openid-configuration`. The sign-in calls continue a sign-in that `/authorize` started, and need its cookie.',
    calls: Object.fromEntries(own),
    faults: {
      400: problemResponse('a field is invalid; `errors` names it'),
      401: problemResponse('name and password do not match, or the account is temporarily locked'),
      403: problemResponse('from a page of another origin'),
      409: problemResponse('the sign-in or token that the call continues has expired'),
      429: problemResponse('too many attempts from this address; see Retry-After'),
      503: problemResponse('temporarily unavailable; see Retry-After'),
    },
  });
};
