import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';

/** Lets a set of routes take forms alone. What comes without a content is a form that nobody filled in. */
export const takeForms = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parse(String(body))),
  );
  server.addHook('preValidation', async (request) => {
    request.body ??= {};
  });
};
