import { contentServiceCalls } from '@hofn/contracts/content-service.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { createExpiringCache } from '@hofn/service/expiring-cache.ts';
import type { Language } from '@hofn/texts';

/** The content service's names for our languages. */
const langOf: Record<Language, string> = { is: 'is', en: 'en-gb' };

/** Editors' changes appear within this time. */
const freshMs = 60_000;
/** How long the last response is served while the content service is down. */
const staleMs = 24 * 3_600_000;

/** Reads the fields of published documents. */
export type ContentReader = {
  /** @throws when there is no such document, or the service does not respond and nothing is cached */
  document(type: string, uid: string, language: Language): Promise<Record<string, unknown>>;
};

/** Reads documents of the content service, each at most once a minute however many requests need it. */
export const createContentReader = ({
  url,
  timeoutMs,
  clock,
  logger,
}: {
  url: string;
  timeoutMs: number;
  clock: Clock;
  logger: Logger;
}): ContentReader => {
  const fresh = createExpiringCache<Promise<Record<string, unknown>>>(clock, 100);
  const lastGood = createExpiringCache<Record<string, unknown>>(clock, 100);
  const { contentRoot, contentSearch } = contentServiceCalls;

  const get = async (path: string, query: Record<string, string> = {}): Promise<unknown> => {
    const at = new URL(path, url);
    at.search = String(new URLSearchParams(query));
    const response = await fetch(at, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response.json();
  };

  const read = async (type: string, uid: string, language: Language) => {
    const { refs } = contentRoot.response.parse(await get(contentRoot.path));
    const query = { ref: refs[0]?.ref ?? '', q: `[[at(my.${type}.uid,"${uid}")]]`, lang: langOf[language] };
    const { results } = contentSearch.response.parse(await get(contentSearch.path, query));
    const [found] = results;
    if (!found) throw new Error(`No document ${type} ${uid} in ${language}`);
    return found.data;
  };

  return {
    document: (type, uid, language) => {
      const key = `${type} ${uid} ${language}`;
      const cached = fresh.get(key);
      if (cached) return cached;
      const now = clock.now().getTime();
      const pending = read(type, uid, language).then(
        (data) => {
          lastGood.set(key, data, now + staleMs);
          return data;
        },
        (error: unknown) => {
          logger.warn({ err: error }, 'the content service did not respond');
          const last = lastGood.get(key);
          if (last) return last;
          throw error;
        },
      );
      fresh.set(key, pending, now + freshMs);
      // The next reader retries a failed read.
      pending.catch(() => fresh.set(key, pending, 0));
      return pending;
    },
  };
};
