import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';

/** Makes a set of routes accept only form bodies; a missing body counts as an empty form. */
export const acceptFormsOnly = (server: FastifyInstance): void => {
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
