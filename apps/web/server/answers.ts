import { type ErrorCode, errorCodes } from '@hofn/contracts';
import { type Faults, isPathRefused, isRefusedForLoad } from '@hofn/service';
import { errors as english } from '@hofn/texts/catalogue/en/errors.ts';
import { errors as icelandic } from '@hofn/texts/catalogue/is/errors.ts';
import { errorText } from '@hofn/texts/error-text.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { base } from '../src/engine/paths.ts';
import { isStaffHost } from '../src/session/staff-host.ts';
import type { Files, SentFile } from './files.ts';
import type { AnswerStatus } from './preview-routes.ts';
import { staffErrorDocument } from './staff-error.ts';

const languageOf = (request: FastifyRequest): 'is' | 'en' =>
  request.url.startsWith(`${base}/en/`) || request.url === `${base}/en` ? 'en' : 'is';

/** Sends a file, or 304 if the client's copy is current. */
export const sendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
  status = 200,
): FastifyReply => {
  reply
    .header('vary', 'Accept-Encoding')
    .header('cache-control', file.cacheControl)
    .header('etag', file.etag);
  if (status === 200 && request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send();
  if (file.encoding) reply.header('content-encoding', file.encoding);
  if (file.link) reply.header('link', file.link);
  return reply.code(status).type(file.type).send(file.body);
};

/**
 * Sends an error page in the language of the path, on the staff host one of its own; plain text for requests that are not
 * pages.
 */
export const createAnswerStatus =
  (files: Files): AnswerStatus =>
  async (request, reply, status) => {
    if (status === 503 || status === 504) reply.header('retry-after', '5');
    const prefix = languageOf(request) === 'en' ? '/en' : '';
    const forReading = !/\/(?:api|assets|page-data)\//.test(request.url);
    if (forReading && isStaffHost(request.hostname))
      return reply
        .code(status)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(staffErrorDocument(languageOf(request), status, await files.styles().catch(() => [])));
    const page = forReading
      ? await files.document(
          `${base}${prefix}/${status === 404 ? 404 : 500}`,
          request.headers['accept-encoding'],
        )
      : undefined;
    return page
      ? sendFile(request, reply, page, status)
      : reply
          .code(status)
          .header('cache-control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send(`${status}`);
  };

const translators = { is: createTranslator('is', icelandic), en: createTranslator('en', english) };

const problemType = 'application/problem+json';

/** An error response in the API's format. */
const problemOf = (language: 'is' | 'en', code: ErrorCode, requestId: string, status: number) => ({
  type: 'about:blank',
  title: code,
  status,
  errorCode: code,
  message: errorText(translators[language], code),
  requestId,
});

/** Responds for an unavailable API, in the API's error format. */
export const answerForApi = (request: FastifyRequest, reply: FastifyReply, code: ErrorCode): FastifyReply => {
  const { status } = errorCodes[code];
  if (status === 503 || status === 504) reply.header('retry-after', '5');
  const language = request.headers['accept-language']?.startsWith('en') ? 'en' : 'is';
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(problemType)
    .send(problemOf(language, code, request.id, status));
};

/** Status of a call that failed in the proxy. */
const codeOf = (error: FastifyError): ErrorCode => {
  if (error.statusCode === 413) return 'tooLarge';
  if (error.statusCode === 503) return 'unavailable';
  if (error.statusCode === 504) return 'timeout';
  return (error.statusCode ?? 500) < 500 ? 'validation' : 'unknownError';
};

/**
 * Responses to failed requests: in the API's format to calls, as an error page otherwise.
 * @param apiPath path of the API on this origin
 */
export const createFaults = (apiPath: string, answerStatus: AnswerStatus): Faults => ({
  answer: async (error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500 && !isPathRefused(error) && !isRefusedForLoad(error))
      request.log.error({ err: error }, 'fault');
    if (request.url.startsWith(`${apiPath}/`)) return answerForApi(request, reply, codeOf(error));
    // A malformed escape is a 404 (rule PATH-2).
    if (isPathRefused(error)) return answerStatus(request, reply, 404);
    if (status < 500) return reply.code(status).type('text/plain; charset=utf-8').send(`${status}`);
    return answerStatus(request, reply, status === 503 || status === 504 ? status : 500);
  },
  notFound: (request, reply) => answerStatus(request, reply, 404),
  unreadable: (status, requestId) => ({
    type: problemType,
    body: JSON.stringify(problemOf('is', 'validation', requestId, status)),
  }),
});
