import { readMultipart } from '@hofn/service/multipart.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from './fault.ts';

/** Content type of a part of a file; only rows of the contract with `bytes` accept it. */
export const bytesType = 'application/octet-stream';

/**
 * The path of the first text containing U+0000, which PostgreSQL cannot store. Iterative, because a body can be nested
 * deeper than the stack.
 */
const pathOfNul = (value: unknown): string | undefined => {
  const pending: Array<{ value: unknown; path: string }> = [{ value, path: '' }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { path } = next;
    if (typeof next.value === 'string') {
      if (next.value.includes('\0')) return path;
    } else if (typeof next.value === 'object' && next.value !== null) {
      for (const [name, inner] of Object.entries(next.value).toReversed())
        pending.push({ value: inner, path: path === '' ? name : `${path}.${name}` });
    }
  }
  return undefined;
};

/**
 * Rejects a body or query with text that the database cannot store.
 * @throws Fault `validation` naming the first text with U+0000 in it
 */
export const assertNoNul = (value: unknown): void => {
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
  server.addHook('preValidation', async ({ body, query }) => {
    assertNoNul(query);
    if (!Buffer.isBuffer(body)) assertNoNul(body);
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
