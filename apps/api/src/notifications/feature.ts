import { defineFeature } from '../feature.ts';
import { notificationHandlers } from './routes.ts';

/** The inbox on My pages. */
export const notifications = defineFeature({ name: 'notifications', handlers: notificationHandlers });
