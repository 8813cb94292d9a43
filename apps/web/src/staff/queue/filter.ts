import { type CaseKind, caseKind } from '@hofn/contracts/cases.ts';
import { type RequestKind, requestKinds } from '@hofn/contracts/requests.ts';

export const assignments = ['mine', 'unassigned', 'all'] as const;
export const states = ['open', 'answered', 'closed', 'all'] as const;
export const sorts = ['due', 'oldest', 'newest'] as const;

/** A kind of work item; of requests, also what is asked for. */
export type KindOption = CaseKind | `change ${RequestKind}`;
export const kinds: readonly KindOption[] = caseKind.options.flatMap((kind) =>
  kind === 'change' ? [kind, ...requestKinds.map((request) => `change ${request}` as const)] : [kind],
);

/** The chosen kind as parameters of the queue. */
export const kindQuery = (option: KindOption | ''): { kind?: CaseKind; request?: RequestKind } => {
  const kind = caseKind.options.find((each) => option === each || option.startsWith(`${each} `));
  const request = requestKinds.find((each) => option === `change ${each}`);
  return { ...(kind && { kind }), ...(request && { request }) };
};

/** Filter and order of the work queue. */
export type Filter = {
  whose: (typeof assignments)[number];
  kind: KindOption | '';
  state: (typeof states)[number];
  sort: (typeof sorts)[number];
  search: string;
};

export const noFilter: Filter = { whose: 'all', kind: '', state: 'open', sort: 'due', search: '' };
