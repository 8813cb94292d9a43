import { defineFeature } from '../feature.ts';
import { coreClientHandlers } from './client-routes.ts';
import { coreFactHandlers } from './fact-routes.ts';
import { corePersonalData } from './personal-data.ts';

/** The core connection: calls of other systems, with access tokens of their own (rule CORE-1). */
export const core = defineFeature({
  name: 'core',
  handlers: (services) => ({ ...coreClientHandlers, ...coreFactHandlers(services) }),
  personalData: corePersonalData,
});
