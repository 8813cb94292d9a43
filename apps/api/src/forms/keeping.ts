import { addDays, dayOf } from '@hofn/domain';
import type { FormKind } from '@hofn/domain/form-kinds.ts';
import { lottery } from './lottery.ts';

/** Days that the link of a subscription is valid; after that the request is forgotten. */
export const confirmDays = 7;

/** Two years by default: advisers may have to look up what was asked and answered. */
const usualDays = 730;
const days: Partial<Record<FormKind, number>> = {
  // As long as a complaint can be appealed.
  communication: 1461,
  // It asks about a child's health.
  childinsurance: 365,
  forvarnarsignup: confirmDays,
  forvarnarsignout: 30,
};

/** When a submission is deleted, with its files. */
export const forgetAt = (kind: FormKind, now: Date): string => {
  if (kind === 'lottery') return `${addDays(lottery.draw, lottery.keptDays)}T00:00:00.000Z`;
  return `${addDays(dayOf(now), days[kind] ?? usualDays)}${now.toISOString().slice(10)}`;
};
