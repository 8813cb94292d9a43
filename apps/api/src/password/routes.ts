import type { passwordCalls } from '@hofn/contracts';
import { audit } from '../platform/audit.ts';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import { type IdentityManagement, IdentityUnavailable } from './identity.ts';

export const passwordHandlers = ({
  identity,
}: {
  identity: IdentityManagement;
}): Handlers<typeof passwordCalls> => ({
  changePasswordToken: async ({ body, context, request }) => {
    const pending = identity.passwordRight(request.headers.authorization ?? '', body.currentPassword);
    const outcome = await pending.catch((error: unknown) => {
      if (error instanceof IdentityUnavailable)
        throw new Fault('unavailable', { retryAfterSeconds: 5, cause: error });
      throw error;
    });
    if (outcome.state === 'wait')
      throw new Fault('passwordWait', { retryAfterSeconds: outcome.retryAfterSeconds });
    if (outcome.state === 'wrong')
      throw new Fault('validation', { fields: [{ path: 'currentPassword', reason: 'passwordWrong' }] });
    audit(request, context, 'user.changePasswordToken');
    return { token: outcome.token, expiresAt: outcome.expiresAt };
  },
});
