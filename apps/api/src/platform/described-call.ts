import { type Call, coreScopes, problem } from '@hofn/contracts';
import type { z } from 'zod';

/** How a caller proves who they are, for the OpenAPI document. */
export const securityOf = ({ who }: Call): Record<string, string[]>[] => {
  if (who.kind === 'public') return [];
  if (who.kind !== 'service') return [{ bearer: [] }];
  return [{ core: who.scope === 'any' ? [] : [who.scope] }];
};

/** The scope of a call of other systems, for the OpenAPI document. */
export const descriptionOf = ({ who }: Call): { description?: string } => {
  if (who.kind !== 'service') return {};
  if (who.scope === 'any') return { description: 'Requires an access token with at least one scope.' };
  return { description: `Requires the scope \`${who.scope}\`: ${coreScopes[who.scope]}` };
};

/** Possible error responses of a row, for the OpenAPI document. */
export const errorResponses = (row: Call): Record<string, z.ZodType> => {
  const statuses = [
    400,
    ...(row.who.kind === 'public' ? [] : [401, 403]),
    ...(row.params ? [404] : []),
    ...(row.query && 'after' in row.query.shape ? [410] : []),
    ...(row.method === 'GET' ? [] : [409]),
    ...(row.body || row.bytes ? [413, 415] : []),
    429,
    500,
    503,
    504,
  ];
  return Object.fromEntries(statuses.map((status) => [String(status), problem]));
};
