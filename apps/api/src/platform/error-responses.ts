import { STATUS_CODES } from 'node:http';
import { errorCodes, type Problem } from '@hofn/contracts';
import { outageOf } from '@hofn/database';
import { AnswerTimeout, type Faults, isRefusedForLoad } from '@hofn/service';
import { UnstorableText } from '@hofn/service/plain-texts.ts';
import { KeysUnavailable, TokenRefused } from '@hofn/service/tokens.ts';
import { errorText, formatList, type Language } from '@hofn/texts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Fault, type FieldErrors, type FieldFault } from './fault.ts';
import { languageOf } from './language.ts';
import { textsIn } from './texts.ts';

const problemType = 'application/problem+json; charset=utf-8';

/** Error messages by field, in the reader's language. */
const fieldErrors = (language: Language, fields: readonly FieldFault[]): FieldErrors => {
  const t = textsIn(language);
  const errors: FieldErrors = {};
  for (const { path, reason, params, literal } of fields) {
    const list = errors[path] ?? [];
    const messages = ['field', 'claimFault', 'formFault', 'errorCode'].map((category) =>
      t.find(`${category}|${reason}`, params),
    );
    list.push(literal ?? messages.find((textOrEmpty) => textOrEmpty !== undefined) ?? t('field|form'));
    errors[path] = list;
  }
  return errors;
};

/** The body of an error response. */
export const problemOf = (fault: Fault, language: Language, requestId: string): Problem => {
  const { status } = errorCodes[fault.code];
  return {
    type: fault.kind,
    title: STATUS_CODES[status] ?? fault.code,
    status,
    errorCode: fault.code,
    message: errorText(textsIn(language), fault.kind),
    requestId,
    ...(fault.fields.length > 0 && { errors: fieldErrors(language, fault.fields) }),
  };
};

const typeReasons: Record<string, string> = {
  string: 'text',
  number: 'number',
  int: 'wholeNumber',
  boolean: 'yesNo',
  array: 'list',
  object: 'object',
  record: 'object',
};
const formatReasons: Record<string, string> = { date: 'day', email: 'email', safeint: 'wholeNumber' };
const tooSmall: Record<string, string> = { string: 'shortest', array: 'fewest' };
const tooBig: Record<string, string> = { string: 'longest', array: 'most' };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOrZero = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Maps a zod issue to one of our reasons. */
const reasonOf = (
  language: Language,
  code: string,
  params: Record<string, unknown>,
  message: string,
): Omit<FieldFault, 'path'> => {
  switch (code) {
    case 'invalid_type':
      // zod reports a missing field only in its message.
      return message.endsWith('received undefined')
        ? { reason: 'required' }
        : { reason: typeReasons[text(params.expected)] ?? 'form' };
    case 'invalid_format':
      return { reason: formatReasons[text(params.format)] ?? 'form' };
    case 'too_small':
      return {
        reason: tooSmall[text(params.origin)] ?? 'atLeast',
        params: { min: numberOrZero(params.minimum) },
      };
    case 'too_big':
      return {
        reason: tooBig[text(params.origin)] ?? 'atMost',
        params: { max: numberOrZero(params.maximum) },
      };
    case 'invalid_value': {
      const values = Array.isArray(params.values) ? params.values.map(String) : [];
      return { reason: 'oneOf', params: { values: formatList(language, values) } };
    }
    case 'custom': {
      // Schemas of calls that only programs make say what is wrong themselves.
      const { forPrograms } = (params.params ?? {}) as { forPrograms?: true };
      return { reason: 'form', ...(forPrograms && { literal: message }) };
    }
    default:
      return { reason: 'form' };
  }
};

type Issue = NonNullable<FastifyError['validation']>[number];

const fieldFaults = (
  language: Language,
  { instancePath, keyword, params, message = '' }: Issue,
): FieldFault[] => {
  const path = instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'unrecognized_keys' && Array.isArray(params.keys))
    return params.keys.map((key) => ({
      path: path ? `${path}.${key}` : String(key),
      reason: 'unknownField',
    }));
  return [{ path: path || 'FORM', ...reasonOf(language, keyword, params, message) }];
};

const validationFault = (language: Language, issues: NonNullable<FastifyError['validation']>): Fault =>
  new Fault('validation', {
    fields: issues.flatMap((issue) => fieldFaults(language, issue)),
  });

/** Maps an error of the framework to a Fault; anything unknown becomes `unknownError`. */
const faultOf = (error: FastifyError, language: Language): Fault => {
  if (error instanceof Fault) return error;
  if (error instanceof TokenRefused) return new Fault('unauthenticated', { cause: error });
  if (error instanceof KeysUnavailable)
    return new Fault('unavailable', { retryAfterSeconds: 5, cause: error });
  if (error.validation) return validationFault(language, error.validation);
  if (error instanceof UnstorableText)
    return new Fault('validation', { fields: [{ path: error.path || 'FORM', reason: 'characters' }] });
  if (error instanceof AnswerTimeout) return new Fault('timeout', { retryAfterSeconds: 5, cause: error });
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return new Fault('notFound');
  switch (error.statusCode) {
    case 400:
      return new Fault('validation', { fields: [{ path: 'FORM', reason: 'json' }] });
    case 404:
      return new Fault('notFound');
    case 413:
      return new Fault('tooLarge');
    case 415:
      return new Fault('unsupportedType');
    case 503:
      return new Fault('unavailable', { retryAfterSeconds: 5, cause: error });
    default: {
      const code = outageOf(error) ?? 'unknownError';
      return new Fault(code, { cause: error, ...(code !== 'unknownError' && { retryAfterSeconds: 5 }) });
    }
  }
};

const send = (fault: Fault, language: Language, request: FastifyRequest, reply: FastifyReply) => {
  const problem = problemOf(fault, language, request.id);
  if (problem.status >= 500) {
    const reason = fault.cause ?? fault;
    // Shed load is counted, not logged: a log line per request would add to the load.
    const isForLoad = isRefusedForLoad(reason);
    if (fault.code === 'unavailable' && !isForLoad) request.log.warn({ err: reason }, 'unavailable');
    else if (fault.code === 'pricesUnavailable') request.log.warn({ err: reason }, 'prices unavailable');
    else if (!isForLoad) request.log.error({ err: reason }, 'fault');
  }
  if (fault.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer realm="hofn"');
  // RFC 6750, section 3.1.
  const scope = fault.fields.find(({ path }) => path === 'scope')?.literal;
  if (fault.code === 'scopeMissing')
    reply.header('www-authenticate', `Bearer realm="hofn", error="insufficient_scope", scope="${scope}"`);
  if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', String(fault.retryAfterSeconds));
  // Serialised here, not by the route, whose serialiser expects the schema of a successful response.
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .header('vary', 'accept-language')
    .header('content-type', problemType)
    .serializer((body: unknown) => String(body))
    .send(JSON.stringify(problem));
};

/**
 * The reader's language. Facts are refused in English, so calls of other systems are too unless they name a language; `*`,
 * which HTTP clients send by themselves, names none.
 */
const readersLanguage = ({ headers, url }: FastifyRequest): Language => {
  const { 'accept-language': asked = '*' } = headers;
  return asked === '*' && url.startsWith('/api/core/') ? 'en' : languageOf(asked);
};

/** Renders every error as a problem document in the reader's language, without exposing internals. */
export const errorResponses: Faults = {
  answer: (error, request, reply) => {
    const language = readersLanguage(request);
    return send(faultOf(error, language), language, request, reply);
  },
  notFound: (request, reply) => send(new Fault('notFound'), readersLanguage(request), request, reply),
  // An unreadable request has no readable Accept-Language either.
  unreadable: (status, requestId) => ({
    type: problemType,
    body: JSON.stringify({
      ...problemOf(new Fault('validation'), 'is', requestId),
      title: STATUS_CODES[status] ?? 'Bad Request',
      status,
    }),
  }),
};
