import { defineFeature } from '../feature.ts';
import { coreClientHandlers } from './client-routes.ts';

/** The core connection: calls of other systems, with access tokens of their own (rule CORE-1). */
export const core = defineFeature({
  name: 'core',
  handlers: () => ({ ...coreClientHandlers }),
  personalData: { leftOut: { core_clients: 'nobodys', core_client_keys: 'nobodys' } },
});
