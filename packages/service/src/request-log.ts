import { randomBytes } from 'node:crypto';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { maskKennitala } from './logger.ts';

// Unique across processes by the prefix and within the process by the counter. The prefix has only letters, so that the
// logger never mistakes an id for a kennitala and masks it.
const idPrefix = Array.from(randomBytes(12), (byte) => 'abcdefghjkmnpqrs'.charAt(byte % 16)).join('');
let idCount = 0;
/** A new request id. */
export const newRequestId = (): string => {
  idCount += 1;
  return `${idPrefix}-${idCount.toString(36)}`;
};

/** The request id set by our proxy, or a new one. An id that could be a kennitala is not accepted. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w-]{12,40}$/.test(given) && maskKennitala(given) === given
    ? given
    : newRequestId();

// Codes in these paths grant access, so they must not be logged.
const pathOf = (request: FastifyRequest): string =>
  (request.url.split('?', 1)[0] ?? '').slice(0, 200).replace(/(?<=\/(?:travelcheck|offer)\/)[^/]+/, '•');

/**
 * Logs one line per request when it has been answered, without the query string: people search for names and numbers.
 */
export class AnsweredLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' });
  }
  override incomingRequest(): void {}
  override routeNotFound(): void {}
  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (error) request.log.error({ ...line, err: error }, 'answer broken off');
    else if (request.routeOptions.config.quiet || reply.isIdle) request.log.debug(line, 'answered');
    else request.log.info(line, 'answered');
  }
  override defaultErrorLog(error: Error, request: FastifyRequest): void {
    request.log.error({ err: error }, 'fault');
  }
  override writeHeadError(error: Error, request: FastifyRequest): void {
    request.log.warn({ err: error }, 'headers refused');
  }
}
