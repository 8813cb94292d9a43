import { outageOf } from '@hofn/database/outage.ts';
import { AnswerTimeout } from '@hofn/service';
import { UnstorableText } from '@hofn/service/plain-texts.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { WrongField } from '../claim-acts/claim-acts.ts';
import { ActConflict, NotConfirmed } from './acts.ts';
import { type Errors, Refused } from './calls.ts';
import { isSigned } from './signature.ts';

/** Thrown for a call that none of the secrets has signed. */
class Unsigned extends Error {
  readonly statusCode = 401;
}

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Refused({ body: ['The body is not JSON.'] });
  }
};

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  409: 'Conflict',
  503: 'Service Unavailable',
};

const problem = (
  request: FastifyRequest,
  reply: FastifyReply,
  { status, ...fields }: { status: number; errorCode: string; errors?: Errors; detail?: string },
) => {
  if (status === 503) reply.header('retry-after', '1');
  const body = { type: 'about:blank', title: titles[status], status, requestId: request.id, ...fields };
  return reply.code(status).type('application/problem+json').send(JSON.stringify(body));
};

const answerFault = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  if (error instanceof Unsigned) return reply.code(401).send();
  if (error instanceof UnstorableText)
    return problem(request, reply, {
      ...{ status: 400, errorCode: 'validation' },
      errors: { [error.path || 'body']: ['A character that cannot be stored.'] },
    });
  if (error instanceof Refused || error instanceof WrongField)
    return problem(request, reply, { status: 400, errorCode: 'validation', errors: error.errors });
  if (error instanceof ActConflict)
    return problem(request, reply, { status: 409, errorCode: 'keyReused', detail: error.message });
  if (error instanceof NotConfirmed || outageOf(error) !== undefined) {
    request.log.warn({ err: error }, 'act not answered');
    return problem(request, reply, { status: 503, errorCode: 'unavailable' });
  }
  throw error;
};

/** Rejects when the caller no longer waits, after some milliseconds; what has begun goes on. */
export const inTime = <Answer>(work: Promise<Answer>, answerMs: number): Promise<Answer> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AnswerTimeout(`no answer in ${answerMs} ms`)), answerMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
};

/** The body of a call. @throws Unsigned without one: there is nothing that could have been signed */
export const signedBodyOf = ({ body }: FastifyRequest): unknown => {
  if (body === undefined) throw new Unsigned();
  return body;
};

/**
 * Adds calls that the front signs as it signs webhooks (rule ACT-1).
 * @param secrets of which one has to have signed a call; without any, calls are answered 503
 */
export const addSigned = (
  server: FastifyInstance,
  secrets: readonly string[],
  addCalls: (scope: FastifyInstance) => void,
): void => {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature is that of the bytes, so it is verified before anything reads them.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
      if (!isSigned(secrets, body, request.headers)) throw new Unsigned();
      return parse(body);
    });
    scope.setErrorHandler(answerFault);
    scope.addHook('onRequest', async (request, reply) => {
      if (secrets.length === 0)
        return problem(request, reply, {
          ...{ status: 503, errorCode: 'unavailable' },
          detail: 'no secret is set: CORE_SECRET',
        });
    });
    addCalls(scope);
  });
};
