import { passkey, passkeyList, passkeyOptions, type securityCalls, sessionList } from '@hofn/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerHeaders, type IdentityManagement, IdentityUnavailable } from '../password/identity.ts';
import { Fault } from '../platform/fault.ts';
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
  const callIdentity = async <Answer>(
    request: FastifyRequest,
    call: Parameters<IdentityManagement['call']>[1],
    schema: z.ZodType<Answer>,
  ): Promise<Answer> => {
    const outcome = await identity.call(callerHeaders(request), call, schema).catch((error: unknown) => {
      if (error instanceof IdentityUnavailable)
        throw new Fault('unavailable', { retryAfterSeconds: 5, cause: error });
      throw error;
    });
    if (outcome.ok) return outcome.answer;
    const code = reportedRefusals.find((refusal) => refusal === outcome.errorCode);
    throw code ? new Fault(code) : new Error(`The identity service refused: ${outcome.errorCode}`);
  };
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
