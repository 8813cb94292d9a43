import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { base, normalisePath, withBase } from '../src/engine/paths.ts';
import type { Files } from './files.ts';
import type { Previews } from './previews.ts';

/** Responds with an error page. */
export type AnswerStatus = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: 404 | 500 | 503 | 504,
) => Promise<FastifyReply>;

type Parts = {
  previews: Previews;
  files: Files;
  answerStatus: AnswerStatus;
};

const wanted = z.object({ token: z.string().min(1).max(1000), documentId: z.string().max(64).optional() });

/** Not cached, not indexed, and no referrer, because the URL contains the ref (rule PATH-18). */
const secret = async (_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
  reply
    .header('cache-control', 'private, no-store')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('referrer-policy', 'no-referrer')
    .removeHeader('etag');
  return payload;
};

/** The preview page, which the content service links to with a ref, and the drafts (rule PATH-18). */
export const registerPreviews = (server: FastifyInstance, { previews, files, answerStatus }: Parts): void => {
  server.register(async (routes) => {
    routes.addHook('onSend', secret);

    const entry = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const asked = wanted.safeParse(request.query);
      const { token, documentId } = asked.data ?? {};
      const address = token === undefined ? undefined : await previews.addressOf(token, documentId);
      if (address !== undefined) return reply.redirect(withBase(address), 302);
      const page = await files.document(request.url);
      if (!page) return answerStatus(request, reply, 404);
      return reply
        .code(token === undefined ? 200 : 404)
        .type(page.type)
        .send(page.body);
    };
    for (const path of ['/forskodun', '/en/preview']) routes.get(`${base}${path}`, entry);

    const draft = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const path = normalisePath(request.url);
      const document = path === undefined ? undefined : await previews.document(path);
      if (document === undefined) return answerStatus(request, reply, 404);
      return reply.type('text/html; charset=utf-8').send(document);
    };
    for (const path of ['/drog/*', '/en/draft/*']) routes.get(`${base}${path}`, draft);
  });
};
