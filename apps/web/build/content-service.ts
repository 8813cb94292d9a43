import { setTimeout } from 'node:timers/promises';
import { documentTypes, toFileFormat } from '@hofn/content-types';
import { z } from 'zod';
import { type Content, collect, type Document, inLanguage, type OpenContent } from './content.ts';

const pageSize = 100;
const patienceMs = 10_000;
// While starting or busy, the service responds with 503.
const pausesMs = [250, 500, 1000, 2000];

const apiRoot = z.object({ refs: z.tuple([z.object({ ref: z.string().min(1) })], z.unknown()) });

const searchPage = z.object({
  total_pages: z.number().int().min(0),
  results: z.array(
    z.object({
      type: z.string(),
      uid: z.string().nullable(),
      lang: z.string(),
      data: z.record(z.string(), z.unknown()),
    }),
  ),
});
type Found = z.output<typeof searchPage>['results'][number];

const languageOf: Record<string, Document['language']> = { is: 'is', 'en-gb': 'en' };

/** Places with a link to a missing document, as `products[2].product`. */
const brokenLinks = (value: unknown, place = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((entry, at) => brokenLinks(entry, `${place}[${at}]`));
  if (typeof value !== 'object' || value === null) return [];
  if ('isBroken' in value && value.isBroken === true) return [place];
  return Object.entries(value).flatMap(([name, entry]) =>
    brokenLinks(entry, place ? `${place}.${name}` : name),
  );
};

const nameOf = ({ type, uid, lang }: Found): string => `${type}/${uid} (${lang})`;

/** Documents in the format of the content folder. Unused types and other languages are skipped. */
const documentsFrom = (found: readonly Found[]): Document[] => {
  const faults: string[] = [];
  const ownPaths = new Map(found.map(({ type, uid, lang, data }) => [`${type}/${uid}/${lang}`, data.path]));
  const documents = found.flatMap((entry): Document[] => {
    const fields = documentTypes.find(({ id }) => id === entry.type)?.fields;
    const language = languageOf[entry.lang];
    const { type, uid } = entry;
    if (!fields || !language || uid === null) return [];
    for (const place of brokenLinks(entry.data)) faults.push(`${nameOf(entry)} links to nothing at ${place}`);
    const { page, path, ...data } = toFileFormat(fields, entry.data);
    const [is, en] = ['is', 'en-gb'].map((lang) => ownPaths.get(`${type}/${uid}/${lang}`));
    for (const lang of Object.keys(languageOf))
      if (typeof page === 'string' && !ownPaths.has(`${type}/${uid}/${lang}`))
        faults.push(`${nameOf(entry)} has no pair in ${lang}`);
    return [
      {
        type,
        uid,
        language,
        ...(typeof page === 'string' ? { page } : {}),
        ...(typeof is === 'string' && typeof en === 'string' ? { path: { is, en } } : {}),
        data: inLanguage(data, language) as Document['data'],
      },
    ];
  });
  if (faults.length > 0) throw new Error(`Content is invalid:\n  ${faults.join('\n  ')}`);
  // Sorted like the folder's files, because unordered lists keep this order.
  const orderOf = ({ type, uid }: Document): string => `${type}/${uid}.json`;
  return documents.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : orderOf(a) > orderOf(b) ? 1 : 0));
};

/** An error response of the content service: 404 and 410 for an unknown ref. */
export class ContentErrorResponse extends Error {
  override name = 'ContentRefused';
  readonly status: number;

  constructor(status: number, address: string) {
    super(`The content service answered ${status} at ${address}`);
    this.status = status;
  }
}

/** The content service is unavailable. Requests that depend on it get a 503. */
export class ContentUnavailable extends Error {
  override name = 'ContentAway';
  readonly statusCode = 503;

  constructor(address: string, cause: unknown) {
    super(`The content service does not answer at ${address}`, { cause });
  }
}

type ServiceOptions = {
  /** Ref of a draft to read instead of the published content. */
  ref?: string;
  fetch?: typeof fetch;
  /** Delay between attempts. */
  pause?: (ms: number) => Promise<unknown>;
};

/** A complete response, or the last error, after several attempts: a connection may also break within the body. */
const patiently = async (
  ask: () => Promise<Response>,
  pause: (ms: number) => Promise<unknown>,
): Promise<Response | Error> => {
  const askOnce = async (): Promise<Response> => {
    const answer = await ask();
    const body = await answer.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, { status: answer.status });
  };
  for (let attempt = 0; ; attempt += 1) {
    const answer = await askOnce().catch((error: Error) => error);
    const hasFailed = answer instanceof Error || answer.status >= 500;
    const ms = pausesMs[attempt];
    if (!hasFailed || ms === undefined) return answer;
    await pause(ms);
  }
};

/**
 * Reads the published content of a content service, by Prismic's protocol: the ref from the API root, then its
 * documents in pages of 100, all with the same ref, so that the result is consistent.
 * @param origin address of the service, `http://localhost:8082`
 * @throws an error that names the failed or malformed response, or the invalid documents
 */
export const contentService =
  (
    origin: string,
    { ref: asked, fetch: request = fetch, pause = setTimeout }: ServiceOptions = {},
  ): OpenContent =>
  async () => {
    const read = async <T>(path: string, shape: z.ZodType<T>): Promise<T> => {
      const address = new URL(path, origin);
      const answer = await patiently(
        () => request(address, { signal: AbortSignal.timeout(patienceMs) }),
        pause,
      );
      if (answer instanceof Error) throw new ContentUnavailable(address.href, answer);
      if (!answer.ok) throw new ContentErrorResponse(answer.status, address.href);
      const body = shape.safeParse(await answer.json().catch(() => undefined));
      if (!body.success)
        throw new Error(`The content service's response at ${address.href} is malformed`, {
          cause: body.error,
        });
      return body.data;
    };

    const ref = asked ?? (await read('/api/v2', apiRoot)).refs[0].ref;
    const page = (number: number) => {
      const query = new URLSearchParams({ ref, lang: '*', pageSize: `${pageSize}`, page: `${number}` });
      return read(`/api/v2/documents/search?${query}`, searchPage);
    };
    return {
      version: `${origin} ${ref}`,
      read: async (): Promise<Content> => {
        const first = await page(1);
        const others = Array.from({ length: Math.max(0, first.total_pages - 1) }, (_, at) => page(at + 2));
        const pages = [first, ...(await Promise.all(others))];
        return collect(documentsFrom(pages.flatMap(({ results }) => results)));
      },
    };
  };
