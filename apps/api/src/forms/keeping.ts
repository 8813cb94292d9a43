import { addDays, dayOf } from '@hofn/domain';
import type { FormKind } from '@hofn/domain/form-kinds.ts';
import { lottery } from './lottery.ts';

/** Days that a subscription link is valid; then the request is deleted. */
export const confirmDays = 7;

/** Two years by default: advisers may have to look up what was asked and answered. */
const defaultDays = 730;
const retentionDays: Partial<Record<FormKind, number>> = {
  // As long as a complaint can be appealed.
  communication: 1461,
  // Contains questions about a child's health.
  childinsurance: 365,
  forvarnarsignup: confirmDays,
  forvarnarsignout: 30,
};

/** When a submission is deleted, with its files. */
export const forgetAt = (kind: FormKind, now: Date): string => {
  if (kind === 'lottery') return `${addDays(lottery.draw, lottery.keptDays)}T00:00:00.000Z`;
  return `${addDays(dayOf(now), retentionDays[kind] ?? defaultDays)}${now.toISOString().slice(10)}`;
};
