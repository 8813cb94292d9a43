import { defineFeature } from '../feature.ts';
import { employeeHandlers } from './routes.ts';

/** Administration of employees, whom the identity service stores. */
export const employees = defineFeature({ name: 'employees', handlers: employeeHandlers });
