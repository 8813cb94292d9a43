import type { Language } from '../engine/index.ts';
import { type Api, createApi } from '../session/api.ts';
import { loadSettings } from '../session/settings.ts';

/** Storage of a visit's upload token. */
export type VisitTokenStore = { read(): string | undefined; save(token: string | undefined): void };

/**
 * Creates the API clients of a visitor who is not signed in. The upload token is requested on first use, and again when
 * it expires after a day.
 * @returns `visitorApi` sends the token; `publicApi` does not
 */
export const createVisitorApi = (
  language: Language,
  tokenStore: VisitTokenStore,
): { visitorApi: Api; publicApi: Api } => {
  const common = {
    base: async () => (await loadSettings()).apiBase,
    language: () => language,
    fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
  };
  const publicApi = createApi({
    ...common,
    session: { token: async () => undefined, handleUnauthorized: async () => false },
  });
  let pendingVisit: Promise<string> | undefined;
  const startVisit = async (): Promise<string> => {
    try {
      const visit = await publicApi.post('/api/upload/v1/visits');
      tokenStore.save(visit.right);
      return visit.right;
    } finally {
      pendingVisit = undefined;
    }
  };
  const visitorApi = createApi({
    ...common,
    session: {
      token: async () => {
        const token = tokenStore.read();
        if (token !== undefined) return token;
        pendingVisit ??= startVisit();
        return pendingVisit;
      },
      handleUnauthorized: async (token) => {
        // A parallel call may already have stored a new token when this call is refused with the old one.
        if (tokenStore.read() === token) tokenStore.save(undefined);
        return true;
      },
    },
  });
  return { visitorApi, publicApi };
};
