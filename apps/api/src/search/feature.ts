import { defineFeature } from '../feature.ts';
import { searchHandlers } from './routes.ts';

/** Search in the customer's own data. */
export const search = defineFeature({ name: 'search', handlers: searchHandlers });
