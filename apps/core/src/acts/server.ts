import { actKindOf, type CoreAct, coreAct, coreActKind } from '@hofn/contracts';
import { outageOf } from '@hofn/database/outage.ts';
import { AnswerTimeout } from '@hofn/service';
import { UnstorableText } from '@hofn/service/plain-texts.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram } from 'prom-client';
import { ActConflict, type Acts, NotConfirmed } from './acts.ts';
import { ownKeyPrefix } from './receipt.ts';
import { isSigned } from './signature.ts';

/** A request with everything that a customer has written about it. */
const bodyBytes = 1024 * 1024;
/** The caller waits no longer (rule ACT-1). What is done after that is answered when it asks again. */
const answerMs = 3_000;
const longestKey = 100;

/** Thrown for a call that none of the secrets has signed. */
class Unsigned extends Error {
  readonly statusCode = 401;
}

type Errors = Record<string, string[]>;

/** Thrown for a call that is wrong: `errors` names the fields. */
class Refused extends Error {
  readonly statusCode = 400;
  readonly errors: Errors;
  constructor(errors: Errors) {
    super(Object.keys(errors).join(', '));
    this.errors = errors;
  }
}

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Refused({ body: ['The body is not JSON.'] });
  }
};

/** What each kind of request consists of. */
const partsOf = { offer: 'offer', figures: 'figures' } as const;

/** @throws Refused */
const readAct = (kind: string, body: unknown): CoreAct => {
  const parsed = coreAct.safeParse(body);
  if (!parsed.success) {
    const byField = Map.groupBy(parsed.error.issues, ({ path }) => path.join('.') || 'body');
    const errors = [...byField].map(([field, issues]) => [field, issues.map(({ message }) => message)]);
    throw new Refused(Object.fromEntries(errors));
  }
  const { request } = parsed.data;
  if (actKindOf(request) !== kind)
    throw new Refused({ kind: [`The request is one of kind ${actKindOf(request)}.`] });
  const part = request.kind === 'offer' || request.kind === 'figures' ? partsOf[request.kind] : 'change';
  if (request[part] === null)
    throw new Refused({ [`request.${part}`]: [`A request of kind ${request.kind} has this.`] });
  return parsed.data;
};

/** @throws Refused */
const keyOf = ({ headers }: FastifyRequest): string => {
  const key = String(headers['webhook-id']);
  if (key.length > longestKey || key.startsWith(ownKeyPrefix) || !/^[\x21-\x7e]+$/.test(key))
    throw new Refused({
      'webhook-id': [`Up to ${longestKey} printable characters that do not begin with ${ownKeyPrefix}`],
    });
  return key;
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
  if (error instanceof Refused)
    return problem(request, reply, { status: 400, errorCode: 'validation', errors: error.errors });
  if (error instanceof ActConflict)
    return problem(request, reply, { status: 409, errorCode: 'keyReused', detail: error.message });
  if (error instanceof NotConfirmed || outageOf(error) !== undefined) {
    request.log.warn({ err: error }, 'act not answered');
    return problem(request, reply, { status: 503, errorCode: 'unavailable' });
  }
  throw error;
};

/** Rejects when the caller no longer waits; what has begun goes on. */
const inTime = <Answer>(work: Promise<Answer>): Promise<Answer> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AnswerTimeout(`no answer in ${answerMs} ms`)), answerMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
};

type OfAct = { Params: { kind: string }; Body: unknown };

/**
 * Adds the calls of the synchronous port (rule ACT-1): signed by the front, as its webhooks are.
 * @param secrets of which one has to have signed a call; without any, calls are answered 503
 */
export const addActs = (server: FastifyInstance, acts: Acts, secrets: readonly string[]): void => {
  const registers = [server.metrics];
  const counted = new Counter({
    name: 'insurance_acts_total',
    help: 'Acts and previews that were answered, by kind and result.',
    labelNames: ['call', 'kind', 'result'],
    registers,
  });
  const durations = new Histogram({
    name: 'insurance_act_duration_seconds',
    help: 'Time to answer an act or a preview.',
    labelNames: ['call', 'kind'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3],
    registers,
  });

  const answer = async (
    request: FastifyRequest<OfAct>,
    call: 'act' | 'preview',
    work: (act: CoreAct) => Promise<{ result: string }>,
  ) => {
    // A call without a body has none to verify.
    if (request.body === undefined) throw new Unsigned();
    const begun = performance.now();
    const act = readAct(request.params.kind, request.body);
    const kind = coreActKind.parse(request.params.kind);
    const said = await inTime(work(act));
    const ms = Math.round(performance.now() - begun);
    counted.inc({ call, kind, result: said.result });
    durations.observe({ call, kind }, ms / 1000);
    request.log.info({ call, kind, result: said.result, request: act.request.id, ms }, 'act answered');
    return said;
  };

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
    const options = { bodyLimit: bodyBytes, config: { lane: 'acts' } };
    scope.post<OfAct>('/acts/:kind/preview', options, (request) => answer(request, 'preview', acts.preview));
    scope.post<OfAct>('/acts/:kind', options, (request) => {
      return answer(request, 'act', (act) => acts.perform(keyOf(request), act));
    });
  });
};
