import { passkey, passkeyList, passkeyOptions, type securityCalls, sessionList } from '@hofn/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type IdentityManagement, passOn } from '../password/identity.ts';
import type { Handlers } from '../platform/registrar.ts';

/** Refusals of the identity service that the user can act on. */
const reportedRefusals = ['notFound', 'passkeyFailed', 'strongSignInNeeded', 'validation'] as const;

/**
 * Sign-in sessions and passkeys: stored only by the identity service, which is called with the caller's own token. This
 * layer refuses anyone who acts for somebody else.
 */
export const securityHandlers = ({
  identity,
}: {
  identity: IdentityManagement;
}): Handlers<typeof securityCalls> => {
  const callIdentity = <Answer>(
    request: FastifyRequest,
    call: Parameters<IdentityManagement['call']>[1],
    schema: z.ZodType<Answer>,
  ): Promise<Answer> => passOn(identity, request, { request: call, schema, reported: reportedRefusals });
  return {
    sessions: ({ request }) => callIdentity(request, { method: 'GET', path: 'sessions' }, sessionList),
    endSession: async ({ request, params }) => {
      await callIdentity(
        request,
        { method: 'DELETE', path: `sessions/${encodeURIComponent(params.id)}` },
        z.null(),
      );
      return null;
    },
    passkeys: ({ request }) => callIdentity(request, { method: 'GET', path: 'passkeys' }, passkeyList),
    passkeyOptions: ({ request }) =>
      callIdentity(request, { method: 'POST', path: 'passkeys/options', body: {} }, passkeyOptions),
    addPasskey: ({ request, body }) =>
      callIdentity(request, { method: 'POST', path: 'passkeys', body }, passkey),
    removePasskey: async ({ request, params }) => {
      await callIdentity(
        request,
        { method: 'DELETE', path: `passkeys/${encodeURIComponent(params.id)}` },
        z.null(),
      );
      return null;
    },
  };
};
