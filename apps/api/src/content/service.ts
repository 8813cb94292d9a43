import { contentServiceCalls } from '@hofn/contracts/content-service.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { createMemory } from '@hofn/service/remember.ts';
import type { Language } from '@hofn/texts';

/** How the content service names our languages. */
const langOf: Record<Language, string> = { is: 'is', en: 'en-gb' };

/** A change of an editor is seen within this. */
const freshMs = 60_000;
/** How long the last answer serves while the content service is away. */
const keptMs = 24 * 3_600_000;

/** The fields of published documents. */
export type ContentReader = {
  /** @throws when there is no such document, or the service does not answer and has not lately */
  document(type: string, uid: string, language: Language): Promise<Record<string, unknown>>;
};

/** Reads documents of the content service, each at most once a minute however many ask for it. */
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
  const fresh = createMemory<Promise<Record<string, unknown>>>(clock, 100);
  const kept = createMemory<Record<string, unknown>>(clock, 100);
  const { contentRoot, contentSearch } = contentServiceCalls;

  const get = async (path: string, query: Record<string, string> = {}): Promise<unknown> => {
    const at = new URL(path, url);
    at.search = String(new URLSearchParams(query));
    const answer = await fetch(at, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.json();
  };

  const read = async (type: string, uid: string, language: Language) => {
    const { refs } = contentRoot.response.parse(await get(contentRoot.path));
    const query = { ref: refs[0]?.ref ?? '', q: `[[at(my.${type}.uid,"${uid}")]]`, lang: langOf[language] };
    const { results } = contentSearch.response.parse(await get(contentSearch.path, query));
    const [found] = results;
    if (!found) throw new Error(`There is no document ${type} ${uid} in ${language}.`);
    return found.data;
  };

  return {
    document: (type, uid, language) => {
      const key = `${type} ${uid} ${language}`;
      const known = fresh.get(key);
      if (known) return known;
      const now = clock.now().getTime();
      const asked = read(type, uid, language).then(
        (data) => {
          kept.set(key, data, now + keptMs);
          return data;
        },
        (error: unknown) => {
          logger.warn({ err: error }, 'the content service did not answer');
          const last = kept.get(key);
          if (last) return last;
          throw error;
        },
      );
      fresh.set(key, asked, now + freshMs);
      // What failed is asked for again by the next reader.
      asked.catch(() => fresh.set(key, asked, 0));
      return asked;
    },
  };
};
