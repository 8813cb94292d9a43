import type { FastifyInstance } from 'fastify';

/** Type of a body that is a part of a file; only rows of the contract with `bytes` take it. */
export const bytesType = 'application/octet-stream';

/** Takes JSON bodies, and bytes where a row asks for them; any other type is 415, an empty one no body (rule CALL-1). */
export const acceptBodies = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, {});
    else parse(request, body.toString(), done);
  });
  server.addContentTypeParser(bytesType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
};
