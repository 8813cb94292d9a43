import { defineFeature } from '../feature.ts';
import { customerPageHandlers } from './routes.ts';

/** The page of a customer at the desk. */
export const customerPage = defineFeature({
  name: 'customerPage',
  handlers: (services) =>
    customerPageHandlers({
      ...services,
      // The same limit as looking somebody up by kennitala.
      names: services.dailyLimit('staff names', services.settings.STAFF_LOOKUPS),
    }),
});
