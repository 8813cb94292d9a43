import {
  passkey,
  passkeyList,
  passkeyOptions,
  type securityCalls,
  sessionList,
  staffSignIn,
} from '@hofn/contracts';
import type { Language } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type IdentityManagement, passOn } from '../password/identity.ts';
import type { Handlers } from '../platform/registrar.ts';

/** Refusals of the identity service that the user can act on. */
const reportedRefusals = [
  'notFound',
  'passkeyFailed',
  'passkeyLast',
  'strongSignInNeeded',
  'freshSignInNeeded',
  'managedElsewhere',
  'validation',
] as const;

type Input = { request: FastifyRequest; language: Language };
type ById = Input & { params: { id: string } };
type WithBody = { body: object };

/**
 * Sign-in sessions and passkeys of customers and staff: stored only by the identity service, which is called with the
 * caller's own token and so knows whose they are. This layer refuses anyone who acts for somebody else.
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
  const pathOf = (list: 'sessions' | 'passkeys', { id }: { id: string }) =>
    `${list}/${encodeURIComponent(id)}`;

  const sessions = ({ request }: Input) =>
    callIdentity(request, { method: 'GET', path: 'sessions' }, sessionList);
  const endSession = ({ request, params }: ById) =>
    callIdentity(request, { method: 'DELETE', path: pathOf('sessions', params) }, z.null());
  const passkeys = ({ request }: Input) =>
    callIdentity(request, { method: 'GET', path: 'passkeys' }, passkeyList);
  const options = ({ request }: Input) =>
    callIdentity(request, { method: 'POST', path: 'passkeys/options', body: {} }, passkeyOptions);
  const add = ({ request, body, language }: Input & WithBody) =>
    callIdentity(request, { method: 'POST', path: 'passkeys', body, language }, passkey);
  const rename = ({ request, params, body }: ById & WithBody) =>
    callIdentity(request, { method: 'POST', path: pathOf('passkeys', params), body }, passkey);
  const remove = ({ request, params, language }: ById) =>
    callIdentity(request, { method: 'DELETE', path: pathOf('passkeys', params), language }, z.null());
  return {
    sessions,
    endSession,
    passkeys,
    passkeyOptions: options,
    addPasskey: add,
    renamePasskey: rename,
    removePasskey: remove,
    staffSignIn: ({ request }) =>
      callIdentity(request, { method: 'GET', path: 'staff-sign-in' }, staffSignIn),
    staffSessions: sessions,
    endStaffSession: endSession,
    staffPasskeys: passkeys,
    staffPasskeyOptions: options,
    addStaffPasskey: add,
    renameStaffPasskey: rename,
    removeStaffPasskey: remove,
  };
};
