import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { coreScopeNames } from './scopes.ts';

/** A client of the core connection, as its access token describes it. */
export const coreClient = z.object({
  clientId: z.string(),
  source: z.string().describe('name of the system whose facts the client writes; never part of a body'),
  scopes: z.array(z.enum(coreScopeNames)).describe('scopes of this access token'),
});
export type CoreClient = z.infer<typeof coreClient>;

export const coreClientCalls = defineCalls({
  coreClient: {
    service: 'api',
    method: 'GET',
    path: '/api/core/v1/client',
    who: { kind: 'service', scope: 'any' },
    rate: 'core',
    summary: 'Returns the calling client, which shows that the connection works.',
    response: coreClient,
  },
});
