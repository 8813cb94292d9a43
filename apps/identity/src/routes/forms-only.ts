import { parse } from 'node:querystring';
import { isPlainText } from '@hofn/service/plain-texts.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const unstorable = new WeakMap<FastifyRequest, ReadonlySet<string>>();

const isStorable = (value: string | string[] | undefined): boolean =>
  [value ?? []].flat().every((text) => isPlainText(text));

/** Makes a set of routes accept only form bodies; a missing body counts as an empty form. */
export const acceptFormsOnly = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      const fields = parse(String(body));
      const faulty = Object.keys(fields).filter((name) => isPlainText(name) && !isStorable(fields[name]));
      unstorable.set(request, new Set(faulty));
      // The form is shown again, with the fault at its field.
      for (const name of faulty) fields[name] = '';
      done(null, fields);
    },
  );
  server.addHook('preValidation', async (request) => {
    request.body ??= {};
  });
};

/**
 * Whether a field of the submitted form had a control character or half a surrogate pair, and was left out: the form is then
 * shown again with status 400 (rule HOLD-24).
 */
export const isUnstorable = (request: FastifyRequest, field: string): boolean =>
  unstorable.get(request)?.has(field) ?? false;
