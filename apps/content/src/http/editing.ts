import type { DocumentType } from '@hofn/content-types';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ContentError, type FieldError, type Reason } from '../documents/errors.ts';
import type { Editing } from '../editing/editing.ts';
import type { Editor } from '../editing/publishing.ts';
import { documentName } from '../editing/verify.ts';
import { contentLanguages } from '../languages.ts';
import { RequestError, unknownToken } from './errors.ts';
import type { TokenHolder } from './tokens.ts';

const id = z.string().min(1).max(64);
const draft = {
  data: z.record(z.string(), z.unknown()),
  tags: z.array(z.string().min(1).max(64)).max(20).default([]),
  release: id.optional(),
  basedOn: z.int().min(1).optional(),
};
const newDocument = z.strictObject({
  type: z.string(),
  uid: z.string().min(1).max(120),
  lang: z.enum(contentLanguages.map((language) => language.id)),
  translationOf: id.optional(),
  ...draft,
});
const newVersion = z.strictObject(draft);
const removal = z.strictObject({ release: id.optional() });
const byId = z.object({ id });
const byVersion = z.object({ id, version: z.coerce.number().int().min(1) });
const byRef = z.object({ ref: id });
const mastersQuery = z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) });

const reasons: Record<string, Reason> = {
  string: 'text',
  number: 'number',
  int: 'number',
  array: 'list',
  object: 'object',
  record: 'object',
};

const toFieldErrors = (issue: z.core.$ZodIssue): FieldError[] => {
  const path = issue.path.join('.') || 'FORM';
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), reason: 'unknown' }));
    case 'invalid_value':
      return [{ path, reason: 'oneOf', params: { values: issue.values.map(String).join(', ') } }];
    case 'invalid_type':
      return [
        issue.message.endsWith('received undefined')
          ? { path, reason: 'required' }
          : { path, reason: reasons[issue.expected] ?? 'object' },
      ];
    case 'too_small':
      return [{ path, reason: 'required' }];
    default:
      return [{ path, reason: 'between', params: limits(issue) }];
  }
};

const limits = (issue: z.core.$ZodIssue): Record<string, number> =>
  'maximum' in issue ? { min: 0, max: Number(issue.maximum) } : { min: 0, max: 0 };

const parse = <Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> => {
  const result = schema.safeParse(given);
  if (!result.success) throw new ContentError('validation', result.error.issues.flatMap(toFieldErrors));
  return result.data;
};

type Parts = {
  types: readonly DocumentType[];
  editing: Editing;
  tokenHolder(token: string): TokenHolder | undefined;
  /** URL of the site's preview page. */
  previewUrl: string;
};

type EditorOf = (request: FastifyRequest) => Editor;

/** Preview URL of a release, or of one of its documents. */
const previewUrlOf = (previewUrl: string, ref: string, document?: string): string => {
  const url = new URL(previewUrl);
  url.searchParams.set('token', ref);
  if (document !== undefined) url.searchParams.set('documentId', document);
  return url.href;
};

const registerDocuments = (api: FastifyInstance, editing: Editing, editorOf: EditorOf): void => {
  api.post('/documents', async (request, reply) => {
    const { type, uid, lang, translationOf, ...input } = parse(newDocument, request.body);
    reply.code(201);
    return editing.create(editorOf(request), { type, uid, lang, translationOf }, input);
  });
  api.post('/documents/:id/drafts', async (request, reply) => {
    const { id: document } = parse(byId, request.params);
    reply.code(201);
    return editing.save(editorOf(request), document, parse(newVersion, request.body));
  });
  api.post('/documents/:id/removal', async (request, reply) => {
    const { id: document } = parse(byId, request.params);
    const { release } = parse(removal, request.body ?? {});
    reply.code(201);
    return editing.remove(editorOf(request), document, release);
  });
  api.get('/documents/:id/versions', async (request) => {
    const { id: document } = parse(byId, request.params);
    const items = await editing.versions(document);
    if (items.length === 0) throw notFound();
    return { items };
  });
  api.get('/documents/:id/versions/:version', async (request) => {
    const { id: document, version } = parse(byVersion, request.params);
    const found = await editing.version(document, version);
    if (!found) throw notFound();
    const { number, data, tags, author, createdAt } = found;
    return { id: document, version: number, data, tags, author, createdAt };
  });
};

const registerReleases = (
  api: FastifyInstance,
  editing: Editing,
  editorOf: EditorOf,
  previewUrl: string,
): void => {
  api.get('/releases', async () => ({
    items: (await editing.releases()).map((release) => ({
      id: release.id,
      ref: release.ref,
      label: release.label,
      preview: previewUrlOf(previewUrl, release.ref),
      createdBy: release.createdBy,
      changedAt: release.changedAt,
    })),
  }));
  api.get('/releases/:id', async (request) => {
    const { id: release } = parse(byId, request.params);
    const drafts = await editing.drafts(release);
    const ref = (await editing.releases()).find(({ id }) => id === release)?.ref;
    return {
      id: release,
      drafts: drafts.map(({ document, version, basedOn, published }) => ({
        id: document.id,
        name: documentName(document),
        ...(ref !== undefined && { preview: previewUrlOf(previewUrl, ref, document.id) }),
        version,
        basedOn,
        overtaken: basedOn !== published,
      })),
    };
  });
  api.delete('/releases/:id', async (request, reply) => {
    await editing.discard(editorOf(request), parse(byId, request.params).id);
    return reply.code(204).send();
  });
  api.post('/releases/:id/publication', async (request, reply) => {
    const { ref, number, publishedAt } = await editing.publish(
      editorOf(request),
      parse(byId, request.params).id,
    );
    reply.code(201);
    return { ref, number, publishedAt };
  });
};

const registerMasters = (api: FastifyInstance, editing: Editing, editorOf: EditorOf): void => {
  api.get('/masters', async (request) => ({
    items: await editing.masters(parse(mastersQuery, request.query).limit),
  }));
  api.post('/masters/:ref/restoration', async (request, reply) => {
    const { ref, number, publishedAt } = await editing.restore(
      editorOf(request),
      parse(byRef, request.params).ref,
    );
    reply.code(201);
    return { ref, number, publishedAt };
  });
};

/** The write API: drafts, releases, publishing, rolling back. Every route needs a token that may write. */
export const registerEditing = (
  server: FastifyInstance,
  { types, editing, tokenHolder, previewUrl }: Parts,
): void => {
  const editors = new WeakMap<FastifyRequest, Editor>();
  const editorOf: EditorOf = (request) => {
    const editor = editors.get(request);
    if (!editor) throw unknownToken();
    return editor;
  };

  server.register(
    async (api) => {
      // Runs before the body is read, for every route of this plugin.
      api.addHook('onRequest', async (request) => {
        const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
        const holder = token === undefined ? undefined : tokenHolder(token);
        if (!holder) throw unknownToken();
        if (!holder.mayWrite) {
          throw new RequestError(403, 'api_security_error', 'forbidden', 'This token may not write');
        }
        editors.set(request, { name: holder.name, requestId: request.id });
      });
      api.addHook('onSend', async (_request, reply) => {
        reply.header('cache-control', 'no-store');
      });

      api.get('/types', () => ({ types }));

      registerDocuments(api, editing, editorOf);
      registerReleases(api, editing, editorOf, previewUrl);
      registerMasters(api, editing, editorOf);
      // Without this route the hook would not run, and unauthenticated callers could probe which paths exist.
      api.all('/*', () => {
        throw notFound();
      });
    },
    { prefix: '/api/v1' },
  );
};

const notFound = (): ContentError => new ContentError('notFound', []);
