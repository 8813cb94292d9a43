import { defineFeature } from '../feature.ts';
import { searchHandlers } from './routes.ts';

/** Search in what the signed-in reader has. */
export const search = defineFeature({ name: 'search', handlers: searchHandlers });
