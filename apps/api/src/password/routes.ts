import type { passwordCalls } from '@hofn/contracts';
import type { FastifyRequest } from 'fastify';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import { callerHeaders, type IdentityManagement, IdentityUnavailable } from './identity.ts';

export const passwordHandlers = ({
  identity,
}: {
  identity: IdentityManagement;
}): Handlers<typeof passwordCalls> => {
  const changePasswordToken = async ({
    body,
    request,
  }: {
    body: { currentPassword: string };
    request: FastifyRequest;
  }) => {
    const pending = identity.passwordRight(callerHeaders(request), body.currentPassword);
    const outcome = await pending.catch((error: unknown) => {
      if (error instanceof IdentityUnavailable)
        throw new Fault('unavailable', { retryAfterSeconds: 5, cause: error });
      throw error;
    });
    if (outcome.state === 'wait')
      throw new Fault('passwordWait', { retryAfterSeconds: outcome.retryAfterSeconds });
    if (outcome.state === 'wrong')
      throw new Fault('validation', { fields: [{ path: 'currentPassword', reason: 'passwordWrong' }] });
    return { token: outcome.token, expiresAt: outcome.expiresAt };
  };
  return { changePasswordToken, changeStaffPasswordToken: changePasswordToken };
};
