import { defineFeature } from '../feature.ts';
import { calendarHandlers } from './routes.ts';

/** The Advent calendar. */
export const calendar = defineFeature({ name: 'calendar', handlers: calendarHandlers });
