import proxy from '@fastify/http-proxy';
import { AnswerTimeout } from '@hofn/service';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerForApi } from './answers.ts';

type Options = {
  /** Origin of the API. */
  upstream: string;
  /** Path of the API on this origin. */
  prefix: string;
  /** The web server's own response timeout. */
  answerMs: number;
};

/** Serves the API on the site's origin. */
export const registerApiProxy = (server: FastifyInstance, { upstream, prefix, answerMs }: Options) =>
  server.register(proxy, {
    upstream,
    prefix,
    // A slow API must not block pages.
    config: { lane: 'api' },
    rewritePrefix: '/api',
    // Aborts a hanging call, so that the client gets a response before its own timeout.
    undici: { headersTimeout: answerMs * 0.9, bodyTimeout: answerMs },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        'x-request-id': request.id,
        'x-forwarded-for': request.ip,
        'x-forwarded-proto': request.protocol,
        'x-forwarded-host': request.host,
      }),
      // Our security headers are for documents; the API sets its own.
      onError: (reply, { error }) => {
        const { request } = reply as unknown as FastifyReply;
        request.log.warn({ err: error }, 'the API is unavailable');
        const late = error instanceof AnswerTimeout || ('statusCode' in error && error.statusCode === 504);
        answerForApi(request, reply as unknown as FastifyReply, late ? 'timeout' : 'unavailable');
      },
    },
  });
