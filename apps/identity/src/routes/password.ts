import { type Problem, passwordCalls } from '@hofn/contracts';
import { passwordLength } from '@hofn/domain/password.ts';
import { type TokenClaims, TokenRefused } from '@hofn/service/tokens.ts';
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isOutage } from '../faults.ts';
import { textsFor } from '../pages/texts.ts';
import type { PasswordChange } from '../password/change.ts';

const rightBody = z.object({ currentPassword: z.string().min(1).max(1000) });
const { body: changeBody } = passwordCalls.setPassword;

type Words = { status: number; errorCode: string; errors?: Record<string, string[]> };

/**
 * Identity management: `POST /idm/v1/passwordtoken`, which the API asks with its caller's access token, and
 * `POST /idm/v1/password`, which the web app asks with what came of it (rule AUTH-15).
 */
export const passwordRoutes: FastifyPluginAsync<{
  change: PasswordChange;
  /** Reads an access token of the API. */
  checkToken(token: string): Promise<TokenClaims>;
  origins: readonly string[];
}> = async (server, { change, checkToken, origins }) => {
  const refuse = (request: FastifyRequest, reply: FastifyReply, { status, errorCode, errors }: Words) => {
    const t = textsFor(request.headers['accept-language']?.slice(0, 2));
    const problem: Problem = {
      type: errorCode,
      title: errorCode,
      status,
      errorCode,
      message: t.find(`errorCode|${errorCode}`) ?? t('errorCode|unknownError'),
      requestId: request.id,
      ...(errors && { errors }),
    };
    return reply.code(status).type('application/problem+json; charset=utf-8').send(JSON.stringify(problem));
  };

  server.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    reply.header('cache-control', 'no-store').header('vary', 'Origin');
    // Only our own pages may read what a new password was refused for; no cookie goes along.
    if (origin !== undefined && origins.includes(origin)) reply.header('access-control-allow-origin', origin);
  });
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return refuse(request, reply, { status, errorCode: 'validation' });
    request.log.error({ err: error }, 'fault');
    const outage = isOutage(error) || status === 503;
    if (outage) reply.header('retry-after', '10');
    return refuse(request, reply, {
      status: outage ? 503 : 500,
      errorCode: outage ? 'unavailable' : 'unknownError',
    });
  });

  server.post('/idm/v1/passwordtoken', async (request, reply) => {
    const bearer = /^Bearer ([\w~+/.-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
    const body = rightBody.safeParse(request.body);
    let claims: TokenClaims;
    try {
      claims = await checkToken(bearer ?? '');
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      return refuse(request, reply, { status: 401, errorCode: 'unauthenticated' });
    }
    if (claims.actorKind !== 'customer')
      return refuse(request, reply, { status: 403, errorCode: 'forbidden' });
    if (!body.success) return refuse(request, reply, { status: 400, errorCode: 'validation' });
    const outcome = await change.askRight(claims.sub, claims.session, body.data.currentPassword);
    if (outcome.ok) return reply.send({ token: outcome.token, expiresAt: outcome.expiresAt.toISOString() });
    request.log.warn({ audit: 'password change refused', sub: claims.sub, reason: outcome.why }, 'refused');
    if (outcome.why === 'passwordWait') {
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
    const body = changeBody.safeParse(request.body);
    if (!body.success) return refuse(request, reply, { status: 400, errorCode: 'validation' });
    const outcome = await change.change(body.data.token, body.data.newPassword);
    if (outcome.ok) {
      request.log.info({ audit: 'password.changed', sub: outcome.sub }, 'password changed');
      return reply.code(204).send();
    }
    if (outcome.why === 'passwordTokenExpired')
      return refuse(request, reply, { status: 409, errorCode: 'passwordTokenExpired' });
    const t = textsFor(request.headers['accept-language']?.slice(0, 2));
    const words = t(`errorCode|${outcome.why}`, { max: passwordLength.max });
    return refuse(request, reply, {
      status: 400,
      errorCode: 'validation',
      errors: { newPassword: [words] },
    });
  });
};
