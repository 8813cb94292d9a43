import { type CaseKind, caseKind } from '@hofn/contracts/cases.ts';

export const assignments = ['mine', 'unassigned', 'all'] as const;
export const states = ['open', 'answered', 'closed', 'all'] as const;
export const sorts = ['due', 'oldest', 'newest'] as const;
export const kinds: readonly CaseKind[] = caseKind.options;

/** Filter and order of the work queue. */
export type Filter = {
  whose: (typeof assignments)[number];
  kind: CaseKind | '';
  state: (typeof states)[number];
  sort: (typeof sorts)[number];
  search: string;
};

export const noFilter: Filter = { whose: 'all', kind: '', state: 'open', sort: 'due', search: '' };
