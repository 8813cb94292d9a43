import type { DocumentType } from '@hofn/content-types';
import type { AddressLimit } from '@hofn/service/address-limit.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createQueryExecutor } from '../graphql/query.ts';
import { createSchema } from '../graphql/schema.ts';
import { contentLanguages } from '../languages.ts';
import type { Store } from '../reading/store.ts';
import { type Head, RefError, type View, type Views } from '../reading/views.ts';
import { SearchError } from '../rest/predicates.ts';
import { createSearch, searchQuery } from '../rest/search.ts';
import type { Settings } from '../settings.ts';
import { type Freshness, sendJson } from './cached-json.ts';
import { methodNotAllowed, RateLimitError, RequestError, unknownToken } from './errors.ts';
import { previewRefOf } from './preview.ts';
import type { TokenHolder } from './tokens.ts';

const maxQueryBytes = 8 * 1024;

/** A release as the API root lists it. */
type ReleaseRef = { id: string; ref: string; label: string };

type Parts = {
  types: readonly DocumentType[];
  store: Store;
  views: Views;
  releases(): Promise<ReleaseRef[]>;
  tokenHolder(token: string): TokenHolder | undefined;
  /** Limits reads without a token (rule HOLD-13). */
  limit: AddressLimit;
  settings: Pick<Settings, 'CONTENT_URL' | 'CONTENT_ORIGINS'>;
};

const optionalText = z.string().min(1).optional();
const graphqlQuery = z.object({
  query: z.string().optional(),
  variables: z.string().optional(),
  operationName: z.string().optional(),
  ref: optionalText,
});

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const formOf = (base: string) => ({
  method: 'GET',
  enctype: 'application/x-www-form-urlencoded',
  action: `${base}/api/v2/documents/search`,
  fields: {
    ref: { type: 'String', multiple: false },
    q: { type: 'String', multiple: true },
    lang: { type: 'String', multiple: false },
    page: { type: 'Integer', multiple: false, default: '1' },
    pageSize: { type: 'Integer', multiple: false, default: '20' },
    orderings: { type: 'String', multiple: false },
    fetchLinks: { type: 'String', multiple: false },
  },
});

/** Lets pages of the configured origins read the response. */
const allowOriginOf =
  (origins: readonly string[]) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    const { origin } = request.headers;
    if (origins.includes('*')) reply.header('access-control-allow-origin', '*');
    else {
      reply.header('vary', 'Origin');
      if (origin && origins.includes(origin)) {
        reply.header('access-control-allow-origin', origin);
      }
    }
  };

const tooLong = (): RequestError =>
  new RequestError(414, 'api_length_error', 'tooLarge', 'The query is longer than 8 KB');

/** What a request asks to read: with which token, and which view of the content. */
const createRequestReader = ({ views, tokenHolder }: Pick<Parts, 'views' | 'tokenHolder'>) => {
  /** The holder of the request's token; undefined without a token. @throws RequestError 401 */
  const holderOf = (request: FastifyRequest): TokenHolder | undefined => {
    const query = z.object({ access_token: optionalText }).safeParse(request.query);
    const inHeader = /^Token\s+(.+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1];
    const token = inHeader ?? (query.success ? query.data.access_token : undefined);
    if (token === undefined) return undefined;
    const holder = tokenHolder(token);
    if (!holder) throw unknownToken();
    return holder;
  };

  /** A preview that has ended shows the public content: its cookie can outlive it. */
  const findPreview = async (ref: string): Promise<{ view: View; head: Head }> => {
    try {
      return await views.find(ref);
    } catch (error) {
      if (error instanceof RefError) return views.find(undefined);
      throw error;
    }
  };

  /**
   * The view that a request reads, and how long its response may be cached. Header and URL must name the same reference,
   * or a cache keyed by URL would store the content of another one.
   */
  const viewOf = async (
    request: FastifyRequest,
    inUrl: string | undefined,
  ): Promise<{ view: View; freshness: Freshness }> => {
    const inHeader = headerOf(request, 'prismic-ref');
    if (inHeader !== undefined && inUrl !== undefined && inHeader !== inUrl) {
      throw new RequestError(400, 'parsing_error', 'validation', 'ref and the Prismic-ref header differ');
    }
    const ref = inUrl ?? inHeader;
    const preview = ref === undefined ? previewRefOf(request.headers.cookie) : undefined;
    const { view } = preview === undefined ? await views.find(ref) : await findPreview(preview);
    if (view.release !== null) return { view, freshness: 'private' };
    return { view, freshness: inUrl === undefined ? 'current' : 'pinned' };
  };

  return { holderOf, viewOf };
};

/** The body of `/api/v2`: what there is to read. */
const apiRoot = ({
  head,
  drafts,
  types,
  tags,
  base,
}: {
  head: Head;
  drafts: readonly ReleaseRef[];
  types: readonly DocumentType[];
  tags: readonly string[];
  base: string;
}) => {
  return {
    refs: [
      // Some readers take the first ref; the Prismic client takes the one with isMasterRef.
      { id: 'master', ref: head.ref, label: 'Master', isMasterRef: true },
      ...drafts.map((release) => ({ ...release, isMasterRef: false })),
    ],
    integrationFieldsRef: null,
    bookmarks: {},
    languages: contentLanguages.map(({ id, name }, index) => ({ id, name, is_master: index === 0 })),
    types: Object.fromEntries(types.map(({ id, label }) => [id, label])),
    tags,
    forms: { everything: formOf(base) },
    experiments: { draft: [], running: [] },
    // No OAuth: tokens are configured by the operator.
    oauth_initiate: '',
    oauth_token: '',
    version: '2',
    license: 'All Rights Reserved',
  };
};

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type RouteChecks = {
  allowOrigin(request: FastifyRequest, reply: FastifyReply): void;
  /** @throws RequestError for an unknown token, RateLimitError for too many requests without one */
  assertAllowed(request: FastifyRequest): Promise<void>;
};

/** GET with its CORS preflight; other methods are refused. */
const registerRoute = (
  server: FastifyInstance,
  url: string,
  handler: Handler,
  { allowOrigin, assertAllowed }: RouteChecks,
): void => {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => allowOrigin(request, reply);
  const onRead = async (request: FastifyRequest, reply: FastifyReply) => {
    allowOrigin(request, reply);
    await assertAllowed(request);
  };
  server.get(url, { onRequest: onRead }, handler);
  server.options(url, { onRequest }, (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'GET, OPTIONS')
      .header(
        'access-control-allow-headers',
        'prismic-ref, repository, authorization, content-type, prismic-integration-field-ref',
      )
      .header('access-control-max-age', '86400')
      .code(204)
      .send(),
  );
  // Refuse before the body is read.
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    allowOrigin(request, reply);
    throw methodNotAllowed();
  };
  server.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    url,
    onRequest: refuse,
    handler: () => undefined,
  });
};

/** The read protocol: `/api/v2`, `/api/v2/documents/search` and `/graphql`, as `@prismicio/client` speaks it. */
export const registerReading = (server: FastifyInstance, parts: Parts): void => {
  const { types, store, views, releases, limit, settings } = parts;
  const base = settings.CONTENT_URL;
  const search = createSearch(types, store);
  const executeQuery = createQueryExecutor(createSchema(types), store);
  const anyOrigin = settings.CONTENT_ORIGINS.includes('*');
  const allowOrigin = allowOriginOf(settings.CONTENT_ORIGINS);
  const { holderOf, viewOf } = createRequestReader(parts);
  const assertAllowed = async (request: FastifyRequest): Promise<void> => {
    const wait = holderOf(request) ? 0 : await limit(request.ip);
    if (wait > 0) throw new RateLimitError(wait);
  };

  let cachedTags: { ref: string; tags: string[] } | undefined;
  const tagsOf = async (head: Head): Promise<string[]> => {
    if (cachedTags?.ref !== head.ref) {
      const view = { ref: head.ref, master: head.number, release: null };
      cachedTags = { ref: head.ref, tags: await store.tags(view) };
    }
    return cachedTags.tags;
  };

  const root = async (request: FastifyRequest, reply: FastifyReply) => {
    const holder = holderOf(request);
    const head = await views.head();
    const drafts = holder ? await releases() : [];
    const body = apiRoot({ head, drafts, types, tags: await tagsOf(head), base });
    return sendJson(request, reply, body, holder ? 'private' : 'root');
  };

  const documents = async (request: FastifyRequest, reply: FastifyReply) => {
    holderOf(request);
    const query = searchQuery.safeParse(request.query);
    if (!query.success) {
      const [issue] = query.error.issues;
      throw new SearchError(`${issue?.path.join('.')}: ${issue?.message}`);
    }
    if (Buffer.byteLength(query.data.q.join('')) > maxQueryBytes) throw tooLong();
    const { view, freshness } = await viewOf(request, query.data.ref);
    return sendJson(request, reply, await search(view, query.data, { base, path: request.url }), freshness);
  };

  const graphql = async (request: FastifyRequest, reply: FastifyReply) => {
    const parsed = graphqlQuery.safeParse(request.query);
    if (!parsed.success) {
      return sendJson(
        request,
        reply,
        { errors: [{ message: 'query, variables and ref may each be given once.' }] },
        'private',
      );
    }
    const { query, variables, operationName, ref } = parsed.data;
    if (Buffer.byteLength(query ?? '') + Buffer.byteLength(variables ?? '') > maxQueryBytes) throw tooLong();
    holderOf(request);
    const { view, freshness } = await viewOf(request, ref);
    if (ref === undefined) reply.header('vary', anyOrigin ? 'Prismic-ref' : 'Origin, Prismic-ref');
    const result = await executeQuery(view, { query, variables, operationName });
    return sendJson(request, reply, result, result.errors ? 'private' : freshness);
  };

  const routes = { '/api/v2': root, '/api/v2/documents/search': documents, '/graphql': graphql };
  for (const [url, handler] of Object.entries(routes)) {
    registerRoute(server, url, handler, { allowOrigin, assertAllowed });
  }
};
