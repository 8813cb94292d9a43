import { defineFeature } from '../feature.ts';
import { employeeHandlers } from './routes.ts';

/** Administration of employees; the identity service stores them. */
export const employees = defineFeature({ name: 'employees', handlers: employeeHandlers });
