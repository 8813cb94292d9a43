import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCodes, type Problem, type Refusal } from '@hofn/contracts';
import { chatLengths } from '@hofn/domain/chat.ts';
import { AnswerTimeout, type Faults, isPathRefused, isShed } from '@hofn/service';
import { KeysAway, TokenRefused } from '@hofn/service/tokens.ts';
import { createTranslator, errorText, type Language } from '@hofn/texts';
import { api as apiEn } from '@hofn/texts/catalogue/en/api.ts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { api as apiIs } from '@hofn/texts/catalogue/is/api.ts';
import { errors as errorsIs } from '@hofn/texts/catalogue/is/errors.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

/** Why a field was refused, as a key of the texts under `field`. */
export type FieldFault = { path: string; reason: 'required' | 'longest' | 'email' | 'form' | 'json' };

/** The one error that the service raises on purpose; any other is a fault of ours. */
export class Fault extends Error {
  override name = 'Fault';
  readonly code: ErrorCode;
  readonly fields: readonly FieldFault[];

  constructor(code: ErrorCode, fields: readonly FieldFault[] = []) {
    super(code);
    this.code = code;
    this.fields = fields;
  }
}

const translators = {
  is: createTranslator('is', { ...apiIs, ...errorsIs }),
  en: createTranslator('en', { ...apiEn, ...errorsEn }),
};

const longest: Record<string, number> = { ...chatLengths, text: chatLengths.message };

/** What a schema says of a word, as faults of its fields. */
export const fieldFaults = ({ issues }: z.ZodError): FieldFault[] =>
  issues.map((issue) => {
    const path = issue.path.join('.') || 'FORM';
    if (issue.code === 'too_small') return { path, reason: 'required' };
    if (issue.code === 'too_big') return { path, reason: 'longest' };
    if (issue.code === 'invalid_format' && issue.format === 'email') return { path, reason: 'email' };
    return { path, reason: 'form' };
  });

/** The fault behind an error: what is not ours is `unknownError`, and belongs into the log. */
export const faultOf = (error: unknown): Fault => {
  if (error instanceof Fault) return error;
  if (error instanceof TokenRefused) return new Fault('unauthenticated');
  if (error instanceof KeysAway) return new Fault('unavailable');
  return new Fault('unknownError');
};

/** The body of an answer to a call that is refused, in the first language that is asked for, Icelandic unless English. */
export const problemOf = ({ code }: Fault, asked: string | undefined, requestId: string): Problem => {
  const { status } = errorCodes[code];
  const message = errorText(translators[/^en\b/i.test(asked ?? '') ? 'en' : 'is'], code);
  return { type: code, title: STATUS_CODES[status] ?? code, status, errorCode: code, message, requestId };
};

/** The fault behind an answer of HTTP that failed. */
const codeOf = (error: FastifyError): ErrorCode => {
  if (isPathRefused(error)) return 'notFound';
  if (error instanceof AnswerTimeout) return 'timeout';
  const status = error.statusCode ?? 500;
  if (status === 413) return 'tooLarge';
  if (status === 503) return 'unavailable';
  return status < 500 ? 'validation' : faultOf(error).code;
};

const problemType = 'application/problem+json; charset=utf-8';

/** Sends a refused call of HTTP its reason; `seconds` until it may be tried again. */
export const sendProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  seconds?: number,
): FastifyReply => {
  const problem = problemOf(new Fault(code), request.headers['accept-language'], request.id);
  const wait = seconds ?? (problem.status === 503 || problem.status === 504 ? 5 : undefined);
  if (wait !== undefined) reply.header('retry-after', String(wait));
  return reply.code(problem.status).header('cache-control', 'no-store').type(problemType).send(problem);
};

/** Every fault of a call of HTTP in the one shape of an error answer. */
export const faults: Faults = {
  answer: (error, request, reply) => {
    const code = codeOf(error);
    if (errorCodes[code].status >= 500 && !isShed(error)) request.log.error({ err: error }, 'fault');
    return sendProblem(request, reply, code);
  },
  notFound: (request, reply) => sendProblem(request, reply, 'notFound'),
  unreadable: (status, requestId) => ({
    type: problemType,
    body: JSON.stringify({
      ...problemOf(new Fault('validation'), 'is', requestId),
      title: STATUS_CODES[status] ?? 'Bad Request',
      status,
    }),
  }),
};

/** What is said to whoever sent a word that is not taken, in their language. */
export const refusalOf = (
  { code, fields }: Fault,
  word: { of: string; key?: string; chat?: string },
  language: Language,
): Refusal => {
  const t = translators[language];
  const errors: Record<string, string[]> = {};
  for (const { path, reason } of fields) {
    const text =
      reason === 'longest' ? t('field|longest', { max: longest[path] ?? 0 }) : t(`field|${reason}`);
    errors[path] = [...(errors[path] ?? []), text];
  }
  return {
    type: 'refused',
    ...word,
    errorCode: code,
    message: errorText(t, code),
    ...(fields.length > 0 && { errors }),
  };
};
