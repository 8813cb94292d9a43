import { passkey, passkeyList, passkeyOptions, type securityCalls, sessionList } from '@hofn/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { IdentityAway, type IdentityManagement } from '../password/identity.ts';
import { audit } from '../platform/audit.ts';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';

/** What the identity service refuses that the reader can do something about. */
const told = ['notFound', 'passkeyFailed', 'strongSignInNeeded', 'validation'] as const;

/**
 * How one signs in, and where: kept by the identity service alone, and asked of it as the caller. What is done here is to
 * refuse whoever acts for another.
 */
export const securityHandlers = ({
  identity,
}: {
  identity: IdentityManagement;
}): Handlers<typeof securityCalls> => {
  const ask = async <Answer>(
    { headers }: FastifyRequest,
    asked: Parameters<IdentityManagement['ask']>[1],
    answer: z.ZodType<Answer>,
  ): Promise<Answer> => {
    const outcome = await identity.ask(headers.authorization ?? '', asked, answer).catch((error: unknown) => {
      if (error instanceof IdentityAway)
        throw new Fault('unavailable', { retryAfterSeconds: 5, cause: error });
      throw error;
    });
    if (outcome.ok) return outcome.answer;
    const code = told.find((one) => one === outcome.errorCode);
    throw code ? new Fault(code) : new Error(`The identity service refused: ${outcome.errorCode}`);
  };
  return {
    sessions: ({ request }) => ask(request, { method: 'GET', path: 'sessions' }, sessionList),
    endSession: async ({ request, context, params }) => {
      await ask(request, { method: 'DELETE', path: `sessions/${encodeURIComponent(params.id)}` }, z.null());
      audit(request, context, 'security.endSession');
      return null;
    },
    passkeys: ({ request }) => ask(request, { method: 'GET', path: 'passkeys' }, passkeyList),
    passkeyOptions: ({ request }) =>
      ask(request, { method: 'POST', path: 'passkeys/options', body: {} }, passkeyOptions),
    addPasskey: async ({ request, context, body }) => {
      const added = await ask(request, { method: 'POST', path: 'passkeys', body }, passkey);
      audit(request, context, 'security.addPasskey');
      return added;
    },
    removePasskey: async ({ request, context, params }) => {
      await ask(request, { method: 'DELETE', path: `passkeys/${encodeURIComponent(params.id)}` }, z.null());
      audit(request, context, 'security.removePasskey');
      return null;
    },
  };
};
