import { setTimeout } from 'node:timers/promises';
import { asWritten, documentTypes } from '@hofn/content-types';
import { z } from 'zod';
import { type Content, collect, type Document, inLanguage, type OpenContent } from './content.ts';

const pageSize = 100;
const patienceMs = 10_000;
// A service that has just started, or is busy with others, answers 503 for a moment.
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

/** Places where a document links to one that is not there, as `products[2].product`. */
const brokenLinks = (value: unknown, place = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((entry, at) => brokenLinks(entry, `${place}[${at}]`));
  if (typeof value !== 'object' || value === null) return [];
  if ('isBroken' in value && value.isBroken === true) return [place];
  return Object.entries(value).flatMap(([name, entry]) =>
    brokenLinks(entry, place ? `${place}.${name}` : name),
  );
};

const nameOf = ({ type, uid, lang }: Found): string => `${type}/${uid} (${lang})`;

/** Documents as the folder of files has them. Types that no page is made of, and other languages, are passed by. */
const documentsFrom = (found: readonly Found[]): Document[] => {
  const faults: string[] = [];
  const ownPaths = new Map(found.map(({ type, uid, lang, data }) => [`${type}/${uid}/${lang}`, data.path]));
  const documents = found.flatMap((entry): Document[] => {
    const fields = documentTypes.find(({ id }) => id === entry.type)?.fields;
    const language = languageOf[entry.lang];
    const { type, uid } = entry;
    if (!fields || !language || uid === null) return [];
    for (const place of brokenLinks(entry.data)) faults.push(`${nameOf(entry)} links to nothing at ${place}`);
    const { page, path, ...data } = asWritten(fields, entry.data);
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
  if (faults.length > 0) throw new Error(`Content cannot be read:\n  ${faults.join('\n  ')}`);
  // In the order of the folder's files, which lists without an order of their own keep.
  const orderOf = ({ type, uid }: Document): string => `${type}/${uid}.json`;
  return documents.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : orderOf(a) > orderOf(b) ? 1 : 0));
};

/** The content service answered, and not with what was asked for: 404 and 410 for a reference that shows nothing. */
export class ContentRefused extends Error {
  override name = 'ContentRefused';
  readonly status: number;

  constructor(status: number, address: string) {
    super(`The content service answered ${status} at ${address}`);
    this.status = status;
  }
}

/** The content service does not answer. A request that waits for it is answered 503. */
export class ContentAway extends Error {
  override name = 'ContentAway';
  readonly statusCode = 503;

  constructor(address: string, cause: unknown) {
    super(`The content service does not answer at ${address}`, { cause });
  }
}

type ServiceOptions = {
  /** Reference of a draft to read instead of what is public. */
  ref?: string;
  fetch?: typeof fetch;
  /** Waits between attempts. */
  pause?: (ms: number) => Promise<unknown>;
};

/** An answer, or why there was none, after as many attempts as a service that is busy or starting may need. */
const patiently = async (
  ask: () => Promise<Response>,
  pause: (ms: number) => Promise<unknown>,
): Promise<Response | Error> => {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await ask().catch((error: Error) => error);
    const busy = answer instanceof Error || answer.status >= 500;
    const ms = pausesMs[attempt];
    if (!busy || ms === undefined) return answer;
    await pause(ms);
  }
};

/**
 * Reads the content that a content service has made public, by Prismic's protocol: the reference from the API root, then
 * its documents in pages of 100, all of one reference, so that nothing is published half way through.
 * @param origin address of the service, `http://localhost:8082`
 * @throws naming the address that did not answer, or not as the protocol says, and documents that cannot be read
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
      if (answer instanceof Error) throw new ContentAway(address.href, answer);
      if (!answer.ok) throw new ContentRefused(answer.status, address.href);
      const body = shape.safeParse(await answer.json().catch(() => undefined));
      if (!body.success)
        throw new Error(`What the content service answered at ${address.href} is not its protocol`, {
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
