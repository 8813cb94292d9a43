import { defineFeature } from '../feature.ts';
import { driverInsuranceHandlers } from './routes.ts';

export const driverInsurance = defineFeature({ name: 'driverInsurance', handlers: driverInsuranceHandlers });
