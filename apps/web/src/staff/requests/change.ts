import type { StaffCase } from '@hofn/contracts';

/** A work item's request for a change, or an accepted offer. */
export type Change = Extract<StaffCase['matter'], { kind: 'change' }>;
