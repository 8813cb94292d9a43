import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isRefusedForLoad } from './concurrency.ts';
import { newRequestId } from './request-log.ts';

/** Error responses of a server. The default is a problem document without texts. */
export type Faults = {
  /** Responds to a failed request. */
  answer(error: FastifyError, request: FastifyRequest, reply: FastifyReply): unknown;
  /** Responds to a request for an unknown path. */
  notFound(request: FastifyRequest, reply: FastifyReply): unknown;
  /** The body for a client whose bytes could not be parsed as a request. */
  unreadable(status: number, requestId: string): { type: string; body: string };
};

const problemType = 'application/problem+json';
const plainProblem = (status: number, requestId: string): string =>
  JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, requestId });

/** Responds with problem documents without texts. */
export const plainFaults: Faults = {
  answer: (error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500 && !isRefusedForLoad(error)) request.log.error({ err: error }, 'fault');
    if (status === 503 || status === 504) reply.header('retry-after', '5');
    return reply.code(status).type(problemType).send(plainProblem(status, request.id));
  },
  notFound: (request, reply) => reply.code(404).type(problemType).send(plainProblem(404, request.id)),
  unreadable: (status, requestId) => ({ type: problemType, body: plainProblem(status, requestId) }),
};

/** Whether the router refused the path: a malformed escape, or an overlong parameter. Treated as not found. */
export const isPathRefused = (error: { code?: string }): boolean =>
  error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH';

/** Thrown when a request was not answered within the server's time limit. */
export class AnswerTimeout extends Error {
  override name = 'AnswerTimeout';
  readonly statusCode = 504;
}

// Response status for bytes that Node could not parse as a request.
const unreadableStatus: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Responds on a connection whose bytes Node could not parse as a request, and closes it. */
export const answerUnreadable = (faults: Faults, error: { code?: string }, socket: Socket): void => {
  if (socket.writable && !socket.destroyed) {
    const status = unreadableStatus[error.code ?? ''] ?? 400;
    const { type, body } = faults.unreadable(status, newRequestId());
    socket.write(
      `HTTP/1.1 ${status} Refused\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy();
};
