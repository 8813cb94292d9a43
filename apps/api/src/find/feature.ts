import { defineFeature } from '../feature.ts';
import { findHandlers } from './routes.ts';

/** Staff's search for customers and cases. */
export const find = defineFeature({ name: 'find', handlers: findHandlers });
