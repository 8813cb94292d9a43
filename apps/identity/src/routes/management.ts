import type { Problem } from '@hofn/contracts';
import { type TokenClaims, TokenRefused } from '@hofn/service/tokens.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOutage, noteFault } from '../faults.ts';
import { textsFor } from '../pages/texts.ts';

export type ManagementParts = {
  /** Reads an access token of the API. */
  checkToken(token: string): Promise<TokenClaims>;
  origins: readonly string[];
};

type Words = { status: number; errorCode: string; errors?: Record<string, string[]> };

/** Answers a refusal in the reader's language. */
export const refuse = (
  request: FastifyRequest,
  reply: FastifyReply,
  { status, errorCode, errors }: Words,
) => {
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

/** Lets pages of our own read the answers of a set of routes, and words their faults as problems. */
export const answerProblems = (server: FastifyInstance, origins: readonly string[]): void => {
  server.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    reply.header('cache-control', 'no-store').header('vary', 'Origin');
    // Only our own pages may read what a new password was refused for; no cookie goes along.
    if (origin !== undefined && origins.includes(origin)) reply.header('access-control-allow-origin', origin);
  });
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return refuse(request, reply, { status, errorCode: 'validation' });
    noteFault(request, error);
    const outage = isOutage(error) || status === 503 || status === 504;
    if (outage) reply.header('retry-after', '10');
    return refuse(request, reply, {
      status: outage ? 503 : 500,
      errorCode: outage ? 'unavailable' : 'unknownError',
    });
  });
};

/** What all of identity management has in common: answers to our own pages, and whose access token it is asked with. */
export const manage = (server: FastifyInstance, { checkToken, origins }: ManagementParts) => {
  answerProblems(server, origins);
  return {
    /** The customer whose token the request comes with; without one it has been answered. */
    customer: async (request: FastifyRequest, reply: FastifyReply): Promise<TokenClaims | undefined> => {
      const bearer = /^Bearer ([\w~+/.-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
      try {
        const claims = await checkToken(bearer ?? '');
        if (claims.actorKind === 'customer') return claims;
      } catch (error) {
        if (!(error instanceof TokenRefused)) throw error;
        await refuse(request, reply, { status: 401, errorCode: 'unauthenticated' });
        return undefined;
      }
      await refuse(request, reply, { status: 403, errorCode: 'forbidden' });
      return undefined;
    },
  };
};
