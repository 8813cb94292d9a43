import type { FastifyInstance } from 'fastify';

/** Takes JSON bodies alone, so that any other type is 415; an empty one is no body (rule CALL-1). */
export const acceptJsonOnly = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, {});
    else parse(request, body.toString(), done);
  });
};
