import { coreClientCalls } from './client.ts';
import { coreFeedCalls } from './feed.ts';

export * from './client.ts';
export type { CloudEvent } from './events.ts';
export * from './feed.ts';
export * from './scopes.ts';

/** The calls of the core connection: other systems make them, with an access token of their own (rule CORE-1). */
export const coreCalls = { ...coreClientCalls, ...coreFeedCalls };
