import type { Language } from '../engine/index.ts';
import { type Api, createApi } from '../session/api.ts';
import { loadSettings } from '../session/settings.ts';

/** Where the right of a visit is kept. */
export type Right = { read(): string | undefined; keep(right: string | undefined): void };

/**
 * Makes the client of someone who has not signed in. The right to send files is asked for with the first call that needs
 * it, and anew when its day is over.
 * @returns the client with the right, and one without for what anyone may ask
 */
export const createVisitorApi = (language: Language, right: Right): { visitor: Api; anyone: Api } => {
  const common = {
    base: async () => (await loadSettings()).apiBase,
    language: () => language,
    fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
  };
  const anyone = createApi({
    ...common,
    session: { token: async () => undefined, refused: async () => false },
  });
  let starting: Promise<string> | undefined;
  const start = async (): Promise<string> => {
    try {
      const visit = await anyone.post('/api/upload/v1/visits');
      right.keep(visit.right);
      return visit.right;
    } finally {
      starting = undefined;
    }
  };
  const visitor = createApi({
    ...common,
    session: {
      token: async () => {
        const known = right.read();
        if (known !== undefined) return known;
        starting ??= start();
        return starting;
      },
      refused: async (token) => {
        // Of calls under way together, one may have been given a fresh right before another is refused the old one.
        if (right.read() === token) right.keep(undefined);
        return true;
      },
    },
  });
  return { visitor, anyone };
};
