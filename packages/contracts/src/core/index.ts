import { coreClientCalls } from './client.ts';

export * from './client.ts';
export * from './scopes.ts';

/** The calls of the core connection: other systems make them, with an access token of their own (rule CORE-1). */
export const coreCalls = { ...coreClientCalls };
