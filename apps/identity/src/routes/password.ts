import { passwordCalls } from '@hofn/contracts';
import { passwordLength } from '@hofn/domain/password.ts';
import type { AddressLimit } from '@hofn/service/address-limit.ts';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { kindOf } from '../accounts.ts';
import { audit } from '../audit.ts';
import { textsFor } from '../pages/texts.ts';
import type { PasswordChange } from '../password/change.ts';
import { languageOf, type ManagementParts, refuse, registerManagement } from './management.ts';

const tokenBody = z.object({ currentPassword: z.string().min(1).max(1000) });
const { body: changeBody } = passwordCalls.setPassword;

export type PasswordRoutesParts = ManagementParts & {
  change: PasswordChange;
  /** Limits new passwords by address, since each one is hashed (rule HOLD-13). */
  limit: AddressLimit;
};

/**
 * Identity management: `POST /idm/v1/passwordtoken`, called by the API with its caller's access token, and
 * `POST /idm/v1/password`, called by the web app with the token from the first call (rule AUTH-15).
 */
export const passwordRoutes: FastifyPluginAsync<PasswordRoutesParts> = async (
  server,
  { change, limit, checkToken, findEmployee, origins },
) => {
  const { requireUser } = registerManagement(server, { checkToken, findEmployee, origins });

  server.post('/idm/v1/passwordtoken', async (request, reply) => {
    const claims = await requireUser(request, reply);
    if (!claims) return reply;
    const body = tokenBody.safeParse(request.body);
    if (!body.success) return refuse(request, reply, { status: 400, errorCode: 'validation' });
    const outcome = await change.issueToken(claims.sub, claims.session, body.data.currentPassword);
    if (outcome.ok) return reply.send({ token: outcome.token, expiresAt: outcome.expiresAt.toISOString() });
    request.log.warn(
      { audit: 'password change refused', sub: claims.sub, reason: outcome.reason },
      'refused',
    );
    if (outcome.reason === 'passwordWait') {
      reply.header('retry-after', String(outcome.retryAfterSeconds));
      return refuse(request, reply, { status: 429, errorCode: 'passwordWait' });
    }
    return refuse(request, reply, { status: 400, errorCode: 'passwordWrong' });
  });

  server.options('/idm/v1/password', async (request, reply) => {
    if (origins.includes(request.headers.origin ?? ''))
      reply
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'content-type,accept-language')
        .header('access-control-max-age', '600');
    return reply.code(204).send();
  });

  server.post('/idm/v1/password', async (request, reply) => {
    const wait = await limit(request.ip);
    if (wait > 0) {
      reply.header('retry-after', String(wait));
      return refuse(request, reply, { status: 429, errorCode: 'tooManyRequests' });
    }
    const body = changeBody.safeParse(request.body);
    if (!body.success) return refuse(request, reply, { status: 400, errorCode: 'validation' });
    const { token, newPassword } = body.data;
    const outcome = await change.change(token, newPassword, languageOf(request), (tx, sub) =>
      audit(tx, request, 'password.set', { connection: kindOf(sub), sub, by: 'password' }),
    );
    if (outcome.ok) {
      request.log.info({ audit: 'password.changed', sub: outcome.sub }, 'password changed');
      return reply.code(204).send();
    }
    if (outcome.reason === 'passwordTokenExpired')
      return refuse(request, reply, { status: 409, errorCode: 'passwordTokenExpired' });
    const t = textsFor(request.headers['accept-language']?.slice(0, 2));
    const message = t(`errorCode|${outcome.reason}`, { max: passwordLength.max });
    return refuse(request, reply, {
      status: 400,
      errorCode: 'validation',
      errors: { newPassword: [message] },
    });
  });
};
