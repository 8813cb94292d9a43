import { type CoreScope, type FactAnswer, type Problem, problem } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { createIssuer, startApi } from '../testing.ts';

/** What a fact answers: its outcome, or the fields that are wrong. */
export type PutResult = Partial<FactAnswer> & { status: number; errors?: Problem['errors'] };

/** Starts the API with a caller of the core connection's calls, which has every scope by default. */
export const startCore = async (database: Database, options: Parameters<typeof startApi>[2] = {}) => {
  const issuer = await createIssuer();
  const api = await startApi(database, issuer, options);
  return {
    api,
    issuer,
    /** Sends a fact of the source `kerfi`, or of another. */
    put: async (
      path: string,
      body: object,
      { scopes, source = 'kerfi' }: { scopes: readonly CoreScope[]; source?: string },
    ): Promise<PutResult> => {
      const token = await issuer.serviceToken(scopes, { source });
      const answer = await api.ask(`/api/core/v1/${path}`, {
        method: 'PUT',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { status } = answer;
      if (status === 200) return { status, ...((await answer.json()) as FactAnswer) };
      return { status, errors: problem.parse(await answer.json()).errors };
    },
    /** Reads as a customer. */
    read: async <Result>(customer: string, path: string, language: 'is' | 'en' = 'is'): Promise<Result> =>
      (await (await api.ask(path, { token: await issuer.token(customer), language })).json()) as Result,
  };
};
