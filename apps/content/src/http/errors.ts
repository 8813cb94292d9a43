import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCodes, type Problem } from '@hofn/contracts';
import { outageOf } from '@hofn/database';
import { AnswerTimeout, type Faults, isPathRefused, isRefusedForLoad } from '@hofn/service';
import { UnstorableText } from '@hofn/service/plain-texts.ts';
import { createTranslator, errorText, type Language, type Translate } from '@hofn/texts';
import { content as contentEn } from '@hofn/texts/catalogue/en/content.ts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { content as contentIs } from '@hofn/texts/catalogue/is/content.ts';
import { errors as errorsIs } from '@hofn/texts/catalogue/is/errors.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ContentError, type FieldError } from '../documents/errors.ts';
import { RefError } from '../reading/views.ts';
import { SearchError } from '../rest/predicates.ts';

/** A request refused before content is read. `kind` is the `type` in the read protocol's error response. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly status: number;
  readonly kind: string;
  readonly code: ErrorCode;

  constructor(status: number, kind: string, code: ErrorCode, message: string) {
    super(message);
    this.status = status;
    this.kind = kind;
    this.code = code;
  }
}

/** An address has exceeded its rate limit for reads. */
export class RateLimitError extends RequestError {
  override name = 'RateLimitError';
  readonly seconds: number;

  constructor(seconds: number) {
    super(429, 'api_limit_error', 'tooManyRequests', 'Too many requests from this address');
    this.seconds = seconds;
  }
}

export const methodNotAllowed = (): RequestError =>
  new RequestError(405, 'api_method_error', 'methodNotAllowed', 'Only GET is supported');
export const unknownToken = (): RequestError =>
  new RequestError(401, 'api_security_error', 'unauthenticated', 'Unknown access token');

type Texts = typeof contentIs & typeof errorsIs;
const translators: Record<Language, Translate<Texts>> = {
  is: createTranslator('is', { ...contentIs, ...errorsIs }),
  en: createTranslator('en', { ...contentEn, ...errorsEn }) as Translate<Texts>,
};

// Callers are programs, which name at most one language.
const languageOf = (header: string | undefined): Language => (/^\s*en\b/i.test(header ?? '') ? 'en' : 'is');

type ErrorResponse = {
  status: number;
  /** `type` and `message` of the read protocol, always in English. */
  kind: string;
  message: string;
  code: ErrorCode;
  fieldErrors?: readonly FieldError[];
  retryAfter?: number;
};

const pathNotFound: ErrorResponse = {
  status: 404,
  kind: 'api_path_error',
  message: 'Not found',
  code: 'notFound',
};

const toErrorResponse = (error: FastifyError): ErrorResponse => {
  if (isPathRefused(error)) return pathNotFound;
  if (error instanceof RefError) {
    return {
      status: error.status,
      kind: error.status === 404 ? 'api_notfound_error' : 'api_expired_error',
      // @prismicio/client parses the reference off the end and retries with it.
      message: `${error.message}. Master ref is: ${error.masterRef}`,
      code: 'notFound',
    };
  }
  if (error instanceof SearchError) {
    return { status: 400, kind: 'parsing_error', message: error.message, code: 'validation' };
  }
  if (error instanceof RequestError) {
    const { status, kind, message, code } = error;
    return {
      status,
      kind,
      message,
      code,
      ...(error instanceof RateLimitError && { retryAfter: error.seconds }),
    };
  }
  if (error instanceof ContentError) {
    const { status } = errorCodes[error.code];
    return {
      status,
      kind: error.code,
      message: error.message,
      code: error.code,
      fieldErrors: error.faults,
    };
  }
  if (error instanceof UnstorableText) {
    return {
      status: 400,
      kind: 'validation',
      message: error.message,
      code: 'validation',
      fieldErrors: [{ path: error.path || 'FORM', reason: 'characters' }],
    };
  }
  if (error instanceof AnswerTimeout) {
    return {
      status: 504,
      kind: 'api_timeout_error',
      message: 'Timed out',
      code: 'timeout',
      retryAfter: 5,
    };
  }
  if (error.statusCode === 503 || outageOf(error)) {
    return {
      status: 503,
      kind: 'api_unavailable_error',
      message: 'The service is temporarily unavailable',
      code: 'unavailable',
      retryAfter: 5,
    };
  }
  const codes: Partial<Record<number, ErrorCode>> = {
    400: 'validation',
    413: 'tooLarge',
    415: 'unsupportedType',
  };
  const code = error.statusCode === undefined ? undefined : codes[error.statusCode];
  if (code) {
    const fieldErrors: FieldError[] = code === 'validation' ? [{ path: 'FORM', reason: 'json' }] : [];
    return {
      status: errorCodes[code].status,
      kind: 'parsing_error',
      message: 'The request could not be read',
      code,
      fieldErrors,
    };
  }
  return { status: 500, kind: 'internal_error', message: 'Internal error', code: 'unknownError' };
};

const problemOf = (
  { status, code, fieldErrors = [] }: ErrorResponse,
  language: Language,
  requestId: string,
): Problem => {
  const t = translators[language];
  const errors: Record<string, string[]> = {};
  for (const { path, reason, params } of fieldErrors) {
    errors[path] = [...(errors[path] ?? []), t.find(`contentField|${reason}`, params) ?? reason];
  }
  return {
    type: code,
    title: STATUS_CODES[status] ?? code,
    status,
    errorCode: code,
    message: errorText(t, code),
    requestId,
    ...(fieldErrors.length > 0 && { errors }),
  };
};

const isEditing = (request: FastifyRequest): boolean => request.url.startsWith('/api/v1');

const send = (response: ErrorResponse, request: FastifyRequest, reply: FastifyReply) => {
  reply.code(response.status).header('cache-control', 'no-store');
  if (response.retryAfter !== undefined) reply.header('retry-after', String(response.retryAfter));
  if (response.status === 405) reply.header('allow', 'GET, HEAD, OPTIONS');
  if (response.status === 401) reply.header('www-authenticate', 'Bearer realm="content"');
  if (isEditing(request)) {
    const problem = problemOf(response, languageOf(request.headers['accept-language']), request.id);
    return reply.type('application/problem+json; charset=utf-8').send(JSON.stringify(problem));
  }
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ type: response.kind, message: response.message, requestId: request.id }));
};

/** Errors of the read protocol in Prismic's format, those of the write API as localized problem details. */
export const errorHandlers: Faults = {
  answer: (error, request, reply) => {
    const response = toErrorResponse(error);
    if (isRefusedForLoad(error)) return send(response, request, reply);
    if (response.status === 503) request.log.warn({ err: error }, 'unavailable');
    else if (response.status >= 500) request.log.error({ err: error }, 'request failed');
    return send(response, request, reply);
  },
  notFound: (request, reply) => send(pathNotFound, request, reply),
  unreadable: (status, requestId) => ({
    type: 'application/json; charset=utf-8',
    body: JSON.stringify({
      type: status === 431 ? 'api_length_error' : 'parsing_error',
      message: 'The request could not be read',
      requestId,
    }),
  }),
};
