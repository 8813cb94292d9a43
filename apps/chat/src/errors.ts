import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCodes, type Problem, type Refusal } from '@hofn/contracts';
import { outageOf } from '@hofn/database';
import { chatLengths } from '@hofn/domain/chat.ts';
import { AnswerTimeout, type Faults, isPathRefused, isRefusedForLoad } from '@hofn/service';
import { UnstorableText } from '@hofn/service/plain-texts.ts';
import { KeysUnavailable, TokenRefused } from '@hofn/service/tokens.ts';
import { createTranslator, errorText, type Language } from '@hofn/texts';
import { api as apiEn } from '@hofn/texts/catalogue/en/api.ts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { api as apiIs } from '@hofn/texts/catalogue/is/api.ts';
import { errors as errorsIs } from '@hofn/texts/catalogue/is/errors.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

/** Why a field is invalid: a text key under `field`. */
export type FieldError = {
  path: string;
  reason: 'required' | 'longest' | 'email' | 'form' | 'json' | 'characters';
};

/** The service's expected error; any other error is a bug or an outage. */
export class ChatError extends Error {
  override name = 'ChatError';
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];

  constructor(code: ErrorCode, fields: readonly FieldError[] = []) {
    super(code);
    this.code = code;
    this.fields = fields;
  }
}

const translators = {
  is: createTranslator('is', { ...apiIs, ...errorsIs }),
  en: createTranslator('en', { ...apiEn, ...errorsEn }),
};

const maxLengths: Record<string, number> = { ...chatLengths, text: chatLengths.message };

/** Converts zod issues to field errors. */
export const toFieldErrors = ({ issues }: z.ZodError): FieldError[] =>
  issues.map((issue) => {
    const path = issue.path.join('.') || 'FORM';
    if (issue.code === 'too_small') return { path, reason: 'required' };
    if (issue.code === 'too_big') return { path, reason: 'longest' };
    if (issue.code === 'invalid_format' && issue.format === 'email') return { path, reason: 'email' };
    return { path, reason: 'form' };
  });

/** Converts any error to a ChatError; unexpected ones become `unknownError` and must be logged. */
export const toChatError = (error: unknown): ChatError => {
  if (error instanceof ChatError) return error;
  if (error instanceof UnstorableText)
    return new ChatError('validation', [{ path: error.path || 'FORM', reason: 'characters' }]);
  if (error instanceof TokenRefused) return new ChatError('unauthenticated');
  if (error instanceof KeysUnavailable) return new ChatError('unavailable');
  return new ChatError(outageOf(error) ?? 'unknownError');
};

/** Problem details of an error, in English if the caller prefers it, otherwise in Icelandic. */
export const problemOf = (
  { code }: ChatError,
  acceptLanguage: string | undefined,
  requestId: string,
): Problem => {
  const { status } = errorCodes[code];
  const message = errorText(translators[/^en\b/i.test(acceptLanguage ?? '') ? 'en' : 'is'], code);
  return { type: code, title: STATUS_CODES[status] ?? code, status, errorCode: code, message, requestId };
};

/** The error code of a failed HTTP request. */
const codeOf = (error: FastifyError): ErrorCode => {
  if (isPathRefused(error)) return 'notFound';
  if (error instanceof AnswerTimeout) return 'timeout';
  const status = error.statusCode ?? 500;
  if (status === 413) return 'tooLarge';
  if (status === 503) return 'unavailable';
  return status < 500 ? 'validation' : toChatError(error).code;
};

const problemType = 'application/problem+json; charset=utf-8';

/** Answers an HTTP request with a problem; `seconds` sets Retry-After. */
export const sendProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  seconds?: number,
): FastifyReply => {
  const problem = problemOf(new ChatError(code), request.headers['accept-language'], request.id);
  const wait = seconds ?? (problem.status === 503 || problem.status === 504 ? 5 : undefined);
  if (wait !== undefined) reply.header('retry-after', String(wait));
  return reply.code(problem.status).header('cache-control', 'no-store').type(problemType).send(problem);
};

/** Answers every HTTP error with problem details. */
export const errorHandlers: Faults = {
  answer: (error, request, reply) => {
    const code = codeOf(error);
    if (errorCodes[code].status >= 500 && !isRefusedForLoad(error))
      request.log.error({ err: error }, 'request failed');
    return sendProblem(request, reply, code);
  },
  notFound: (request, reply) => sendProblem(request, reply, 'notFound'),
  unreadable: (status, requestId) => ({
    type: problemType,
    body: JSON.stringify({
      ...problemOf(new ChatError('validation'), 'is', requestId),
      title: STATUS_CODES[status] ?? 'Bad Request',
      status,
    }),
  }),
};

/** The `refused` event for a command, in the client's language. */
export const refusalOf = (
  { code, fields }: ChatError,
  command: { of: string; key?: string; chat?: string },
  language: Language,
): Refusal => {
  const t = translators[language];
  const errors: Record<string, string[]> = {};
  for (const { path, reason } of fields) {
    const text =
      reason === 'longest' ? t('field|longest', { max: maxLengths[path] ?? 0 }) : t(`field|${reason}`);
    errors[path] = [...(errors[path] ?? []), text];
  }
  return {
    type: 'refused',
    ...command,
    errorCode: code,
    message: errorText(t, code),
    ...(fields.length > 0 && { errors }),
  };
};
