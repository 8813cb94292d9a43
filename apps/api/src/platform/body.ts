import { readMultipart } from '@hofn/service/multipart.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from './fault.ts';

/** Type of a body that is a part of a file; only rows of the contract with `bytes` take it. */
export const bytesType = 'application/octet-stream';

/** The path of a text with U+0000 in it, which no text of the database may have. However deep, it is walked, not recursed. */
const pathOfNul = (value: unknown): string | undefined => {
  const left: Array<{ value: unknown; path: string }> = [{ value, path: '' }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { path } = next;
    if (typeof next.value === 'string') {
      if (next.value.includes('\0')) return path;
    } else if (typeof next.value === 'object' && next.value !== null) {
      for (const [name, inner] of Object.entries(next.value).toReversed())
        left.push({ value: inner, path: path === '' ? name : `${path}.${name}` });
    }
  }
  return undefined;
};

/**
 * Holds a body, or what was read out of one, to texts that the database can have.
 * @throws Fault `validation` naming the first text with U+0000 in it
 */
export const expectNoNul = (value: unknown): void => {
  const path = pathOfNul(value);
  if (path !== undefined)
    throw new Fault('validation', { fields: [{ path: path || 'FORM', reason: 'form' }] });
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body comes as `multipart/form-data`. */
    multipart?: boolean;
  }
}

/**
 * Takes JSON bodies, and bytes or multipart where a row asks for them; any other type is 415, an empty one no body (rule
 * CALL-1).
 */
export const acceptBodies = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.multipart) done(new Fault('unsupportedType'));
    else if (body.length === 0) done(null, {});
    else parse(request, body.toString(), done);
  });
  server.addHook('preValidation', async ({ body, query }) => {
    expectNoNul(query);
    if (!Buffer.isBuffer(body)) expectNoNul(body);
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
