import { readMultipart } from '@hofn/service/multipart.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from './fault.ts';

/** Content type of a part of a file; only rows of the contract with `bytes` accept it. */
export const bytesType = 'application/octet-stream';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body comes as `multipart/form-data`. */
    multipart?: boolean;
  }
}

/**
 * Accepts JSON bodies, and bytes or multipart where a row of the contract asks for them. Any other type gets 415; an
 * empty body counts as none (rule CALL-1).
 */
export const registerBodyParsers = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.multipart) done(new Fault('unsupportedType'));
    else if (body.length === 0) done(null, {});
    else parse(request, body.toString(), done);
  });
  const parseMultipart = async (request: FastifyRequest, body: Buffer): Promise<unknown> => {
    if (!request.routeOptions.config.multipart) throw new Fault('unsupportedType');
    const texts = await readMultipart(Uint8Array.from(body), request.headers['content-type'] ?? '');
    if (!texts) throw new Fault('validation', { fields: [{ path: 'FORM', reason: 'multipart' }] });
    return texts;
  };
  server.addContentTypeParser<Buffer>('multipart/form-data', { parseAs: 'buffer' }, parseMultipart);
  server.addContentTypeParser(bytesType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
};
