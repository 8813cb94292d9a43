import type { StaffCase } from '@hofn/contracts';

/** A work item's request for a change, or an accepted offer. */
export type Change = Extract<StaffCase['matter'], { kind: 'change' }>;

/** Whether a request ends or suspends cover, so that its day is the first one without, and no premium is agreed. */
export const endsCover = (request: Change['request']): boolean =>
  request === 'suspend' || request === 'cancel' || request === 'withdraw';

/** Whether a yearly premium is agreed with a request: what begins or ends a suspension changes none, and
 * neither do other days to pay. */
export const agreesPremium = (request: Change['request']): boolean =>
  !endsCover(request) && request !== 'resume' && request !== 'plan';
