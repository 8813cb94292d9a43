import { extname, join } from 'node:path';
import { type Encoding, encodings, isText } from '../build/compress.ts';
import { isHashed, type Stamp, stampName } from '../build/site-folder.ts';
import { createMatcher, type MatchPath } from '../src/engine/match.ts';
import { normalisePath, pagePathOf } from '../src/engine/paths.ts';
import { createFileCache } from './file-cache.ts';

/** A file as a response. */
export type SentFile = {
  body: Buffer;
  type: string;
  /** Strong ETag of the content in its encoding. */
  etag: string;
  encoding?: Encoding;
  cacheControl: string;
  /** Preloads, as a `Link` header. */
  link?: string;
};

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

// Files without a hash in their name are revalidated each time.
const forEver = 'public, max-age=31536000, immutable';
const askEachTime = 'public, max-age=0, must-revalidate';

/** Whether an `Accept-Encoding` header accepts an encoding; `q=0` refuses it. */
export const accepts = (header: string | undefined, encoding: string): boolean =>
  (header ?? '').split(',').some((part) => {
    const [name, ...parameters] = part.trim().toLowerCase().split(';');
    const refused = parameters.some((parameter) => /^\s*q=0(?:\.0*)?\s*$/.test(parameter));
    return (name === encoding || name === '*') && !refused;
  });

/**
 * The files of a built site, which may be replaced while it is served: changed files are read again.
 * @param folder the site's folder
 * @param maxCacheBytes size of the memory cache
 */
export const createFiles = (folder: string, maxCacheBytes = 64 * 1024 * 1024) => {
  const { read, readCompressed } = createFileCache(folder, maxCacheBytes);

  /** A file by its path in the folder, in the best encoding that the client accepts. */
  const send = async (file: string, acceptEncoding: string | undefined): Promise<SentFile | undefined> => {
    const plain = { type: types[extname(file)] ?? 'application/octet-stream' };
    const cacheControl = file === 'sw.js' ? 'no-cache' : isHashed(file) ? forEver : askEachTime;
    for (const candidate of isText(file) ? encodings : []) {
      const { encoding } = candidate;
      const found = accepts(acceptEncoding, encoding) ? await readCompressed(file, candidate) : undefined;
      if (found) return { ...plain, cacheControl, encoding, body: found.body, etag: `"${found.hash}"` };
    }
    const found = await read(file);
    return found && { ...plain, cacheControl, body: found.body, etag: `"${found.hash}"` };
  };

  /** Reads a file of the site through the cache; a changed file is read again. */
  const knowing = <Known>(file: string, make: (text: string) => Known) => {
    let cached: { hash: string; value: Known } | undefined;
    return async (): Promise<Known | undefined> => {
      const found = await read(file);
      if (found && cached?.hash !== found.hash)
        cached = { hash: found.hash, value: make(found.body.toString()) };
      return found && cached?.value;
    };
  };

  const matcher = knowing('page-data/app-data.json', (text) =>
    createMatcher((JSON.parse(text) as { matchPaths: MatchPath[] }).matchPaths),
  );
  const styles = knowing(stampName, (text) => (JSON.parse(text) as Partial<Stamp>).styles ?? []);
  // The style sheet blocks the first paint; a header lets the browser load it before parsing the document.
  const link = async (): Promise<string> =>
    ((await styles()) ?? []).map((href) => `<${href}>; rel=preload; as=style`).join(', ');

  return {
    /** Addresses of the style sheets of every page. */
    styles: async (): Promise<readonly string[]> => (await styles()) ?? [],

    /** Whether the folder contains a complete site. */
    whole: async (): Promise<boolean> => (await read('page-data/app-data.json')) !== undefined,

    /** Site path of an address's page, with `[id]` for parameters. */
    async pageAt(address: string): Promise<string | undefined> {
      const path = normalisePath(address);
      if (path === undefined) return undefined;
      const page = (await matcher())?.(pagePathOf(path)).path ?? path;
      return (await read(join(page.slice(1), 'index.html')).catch(() => undefined)) && page;
    },

    /** The document of an address's page, by the same rules as in the browser. */
    async document(address: string, acceptEncoding?: string): Promise<SentFile | undefined> {
      const path = normalisePath(address);
      if (path === undefined || path.includes('\0') || path.includes('\\')) return undefined;
      const page = pagePathOf(path);
      const file = (await matcher())?.(page).path ?? page;
      const found = await send(join(file.slice(1), 'index.html'), acceptEncoding);
      const first = await link();
      return found && first ? { ...found, link: first } : found;
    },

    /** A file that is not a document: an asset, page data, the service worker. */
    async file(address: string, acceptEncoding?: string): Promise<SentFile | undefined> {
      const path = normalisePath(address)?.slice(1);
      if (!path || /(?:^|[\\/])\.|\0|\\/.test(path) || !extname(path) || path.endsWith('.html'))
        return undefined;
      return send(path, acceptEncoding);
    },
  };
};

export type Files = ReturnType<typeof createFiles>;
