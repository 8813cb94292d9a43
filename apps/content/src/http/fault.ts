import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCodes, type Problem } from '@hofn/contracts';
import { AnswerTimeout, type Faults, isPathRefused, isShed } from '@hofn/service';
import { createTranslator, errorText, type Language, type Translate } from '@hofn/texts';
import { content as contentEn } from '@hofn/texts/catalogue/en/content.ts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { content as contentIs } from '@hofn/texts/catalogue/is/content.ts';
import { errors as errorsIs } from '@hofn/texts/catalogue/is/errors.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ContentFault, type FieldFault } from '../documents/fault.ts';
import { RefFault } from '../reading/views.ts';
import { SearchFault } from '../rest/predicates.ts';
import { isSilent } from './silence.ts';

/** A request that is refused before it reaches the content. `kind` is the `type` of the read protocol's answer. */
export class RequestFault extends Error {
  override name = 'RequestFault';
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

/** An address has read too often; it waits so many seconds. */
export class TooManyReads extends RequestFault {
  override name = 'TooManyReads';
  readonly seconds: number;

  constructor(seconds: number) {
    super(429, 'api_limit_error', 'tooManyRequests', 'Too many requests of this address');
    this.seconds = seconds;
  }
}

export const notAllowed = (): RequestFault =>
  new RequestFault(405, 'api_method_error', 'methodNotAllowed', 'Only GET is answered here');
export const unknownToken = (): RequestFault =>
  new RequestFault(401, 'api_security_error', 'unauthenticated', 'There is no such access token');

type Texts = typeof contentIs & typeof errorsIs;
const translators: Record<Language, Translate<Texts>> = {
  is: createTranslator('is', { ...contentIs, ...errorsIs }),
  en: createTranslator('en', { ...contentEn, ...errorsEn }) as Translate<Texts>,
};

// The service is asked by programs, which name one language if any.
const languageOf = (header: string | undefined): Language => (/^\s*en\b/i.test(header ?? '') ? 'en' : 'is');

type Told = {
  status: number;
  /** `type` and `message` of the read protocol, in English as it is. */
  kind: string;
  message: string;
  code: ErrorCode;
  faults?: readonly FieldFault[];
  retryAfter?: number;
};

const pathMissing: Told = {
  status: 404,
  kind: 'api_path_error',
  message: 'There is nothing at this address',
  code: 'notFound',
};

const told = (error: FastifyError): Told => {
  if (isPathRefused(error)) return pathMissing;
  if (error instanceof RefFault) {
    return {
      status: error.status,
      kind: error.status === 404 ? 'api_notfound_error' : 'api_expired_error',
      // @prismicio/client reads the reference off the end and asks again with it.
      message: `${error.message}. Master ref is: ${error.masterRef}`,
      code: 'notFound',
    };
  }
  if (error instanceof SearchFault) {
    return { status: 400, kind: 'parsing_error', message: error.message, code: 'validation' };
  }
  if (error instanceof RequestFault) {
    const { status, kind, message, code } = error;
    return {
      status,
      kind,
      message,
      code,
      ...(error instanceof TooManyReads && { retryAfter: error.seconds }),
    };
  }
  if (error instanceof ContentFault) {
    const { status } = errorCodes[error.code];
    return { status, kind: error.code, message: error.message, code: error.code, faults: error.faults };
  }
  if (error instanceof AnswerTimeout) {
    return {
      status: 504,
      kind: 'api_timeout_error',
      message: 'No answer in time',
      code: 'timeout',
      retryAfter: 5,
    };
  }
  if (error.statusCode === 503 || isSilent(error)) {
    return {
      status: 503,
      kind: 'api_unavailable_error',
      message: 'The service cannot answer now',
      code: 'unavailable',
      retryAfter: 5,
    };
  }
  const refused: Partial<Record<number, ErrorCode>> = {
    400: 'validation',
    413: 'tooLarge',
    415: 'unsupportedType',
  };
  const code = error.statusCode === undefined ? undefined : refused[error.statusCode];
  if (code) {
    const faults: FieldFault[] = code === 'validation' ? [{ path: 'FORM', reason: 'json' }] : [];
    return {
      status: errorCodes[code].status,
      kind: 'parsing_error',
      message: 'The request could not be read',
      code,
      faults,
    };
  }
  return { status: 500, kind: 'internal_error', message: 'A fault of ours', code: 'unknownError' };
};

const problemOf = ({ status, code, faults = [] }: Told, language: Language, requestId: string): Problem => {
  const t = translators[language];
  const errors: Record<string, string[]> = {};
  for (const { path, reason, params } of faults) {
    errors[path] = [...(errors[path] ?? []), t.find(`contentField|${reason}`, params) ?? reason];
  }
  return {
    type: code,
    title: STATUS_CODES[status] ?? code,
    status,
    errorCode: code,
    message: errorText(t, code),
    requestId,
    ...(faults.length > 0 && { errors }),
  };
};

const isEditing = (request: FastifyRequest): boolean => request.url.startsWith('/api/v1');

const send = (fault: Told, request: FastifyRequest, reply: FastifyReply) => {
  reply.code(fault.status).header('cache-control', 'no-store');
  if (fault.retryAfter !== undefined) reply.header('retry-after', String(fault.retryAfter));
  if (fault.status === 405) reply.header('allow', 'GET, HEAD, OPTIONS');
  if (fault.status === 401) reply.header('www-authenticate', 'Bearer realm="content"');
  if (isEditing(request)) {
    const problem = problemOf(fault, languageOf(request.headers['accept-language']), request.id);
    return reply.type('application/problem+json; charset=utf-8').send(JSON.stringify(problem));
  }
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ type: fault.kind, message: fault.message, requestId: request.id }));
};

/** Faults of the read protocol in its own words, those of the write API as problem details in the editor's language. */
export const faults: Faults = {
  answer: (error, request, reply) => {
    const fault = told(error);
    if (isShed(error)) return send(fault, request, reply);
    if (fault.status === 503) request.log.warn({ err: error }, 'unavailable');
    else if (fault.status >= 500) request.log.error({ err: error }, 'fault');
    return send(fault, request, reply);
  },
  notFound: (request, reply) => send(pathMissing, request, reply),
  unreadable: (status, requestId) => ({
    type: 'application/json; charset=utf-8',
    body: JSON.stringify({
      type: status === 431 ? 'api_length_error' : 'parsing_error',
      message: 'The request could not be read',
      requestId,
    }),
  }),
};
