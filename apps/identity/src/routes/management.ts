import type { Problem } from '@hofn/contracts';
import type { CurrentEmployee } from '@hofn/database';
import { UnstorableText } from '@hofn/service/plain-texts.ts';
import { type TokenClaims, TokenRefused } from '@hofn/service/tokens.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOutage, logFailure } from '../error-pages.ts';
import { textsFor } from '../pages/texts.ts';

export const languageOf = ({ headers }: FastifyRequest) =>
  textsFor(headers['accept-language']?.slice(0, 2)).language;

export type ManagementParts = {
  /** Verifies an access token for the API. */
  checkToken(token: string): Promise<TokenClaims>;
  /** The current employee with an id; undefined if dismissed, without a role today, or if their sign-in was ended. */
  findEmployee: (id: string, signedInAt: number) => Promise<CurrentEmployee | undefined>;
  origins: readonly string[];
};

type Refusal = { status: number; errorCode: string; errors?: Record<string, string[]> };

/** Answers with problem details, with a message in the requested language. */
export const refuse = (
  request: FastifyRequest,
  reply: FastifyReply,
  { status, errorCode, errors }: Refusal,
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

/** Lets our own pages read the responses of a set of routes (CORS), and answers errors as problem details. */
export const answerWithProblems = (server: FastifyInstance, origins: readonly string[]): void => {
  server.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    reply.header('cache-control', 'no-store').header('vary', 'Origin');
    // Only our own pages may read why a password was refused. No credentials are allowed.
    if (origin !== undefined && origins.includes(origin)) reply.header('access-control-allow-origin', origin);
  });
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (error instanceof UnstorableText) {
      const errors = { [error.path || 'FORM']: [textsFor(languageOf(request))('auth|characters')] };
      return refuse(request, reply, { status, errorCode: 'validation', errors });
    }
    if (status < 500) return refuse(request, reply, { status, errorCode: 'validation' });
    logFailure(request, error);
    const outage = isOutage(error) || status === 503 || status === 504;
    if (outage) reply.header('retry-after', '10');
    return refuse(request, reply, {
      status: outage ? 503 : 500,
      errorCode: outage ? 'unavailable' : 'unknownError',
    });
  });
};

/** Sets up identity management routes: CORS, problem details and the caller's access token. */
export const registerManagement = (
  server: FastifyInstance,
  { checkToken, findEmployee, origins }: ManagementParts,
) => {
  answerWithProblems(server, origins);
  return {
    /** The claims of the calling customer or current employee; undefined after answering with a refusal. */
    requireUser: async (request: FastifyRequest, reply: FastifyReply): Promise<TokenClaims | undefined> => {
      const bearer = /^Bearer ([\w~+/.-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
      try {
        const claims = await checkToken(bearer ?? '');
        if (claims.actorKind === 'customer' || (await findEmployee(claims.sub, claims.signedInAt)))
          return claims;
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
