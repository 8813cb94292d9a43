import { defineFeature } from '../feature.ts';
import { financeHandlers } from './routes.ts';

/** What finance sees of money: payments in and out, and the ledger of the insurance core (rule DESK-12). */
export const finance = defineFeature({ name: 'finance', handlers: (services) => financeHandlers(services) });
