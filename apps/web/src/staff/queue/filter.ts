import { type CaseKind, caseKind, type FeedbackKind, feedbackKind } from '@hofn/contracts/cases.ts';
import { type RequestKind, requestKinds } from '@hofn/contracts/requests.ts';

export const assignments = ['mine', 'mentioned', 'unassigned', 'overdue', 'all'] as const;
export const states = ['open', 'waiting', 'answered', 'closed', 'all'] as const;
export const sorts = ['due', 'oldest', 'newest'] as const;

/** A kind of work item; of requests, also what is asked for, and of forms, whether it is a complaint. */
export type KindOption = CaseKind | `change ${RequestKind}` | `form ${FeedbackKind}`;

const below = (kind: CaseKind): KindOption[] => {
  if (kind === 'change') return requestKinds.map((request) => `change ${request}` as const);
  return kind === 'form' ? feedbackKind.options.map((feedback) => `form ${feedback}` as const) : [];
};

export const kinds: readonly KindOption[] = caseKind.options.flatMap((kind) => [kind, ...below(kind)]);

/** The chosen kind as parameters of the queue. */
export const kindQuery = (
  option: KindOption | '',
): { kind?: CaseKind; request?: RequestKind; feedback?: FeedbackKind } => {
  const kind = caseKind.options.find((each) => option === each || option.startsWith(`${each} `));
  const request = requestKinds.find((each) => option === `change ${each}`);
  const feedback = feedbackKind.options.find((each) => option === `form ${each}`);
  return { ...(kind && { kind }), ...(request && { request }), ...(feedback && { feedback }) };
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

const oneOf = <Value extends string>(values: readonly Value[], given: string | null): Value | undefined =>
  values.find((value) => value === given);

/** The filter that an address names, apart from the search: what was searched for is nobody else's to read. */
export const filterOf = (query: string): Filter => {
  const given = new URLSearchParams(query);
  return {
    whose: oneOf(assignments, given.get('whose')) ?? noFilter.whose,
    kind: oneOf(kinds, given.get('kind')) ?? noFilter.kind,
    state: oneOf(states, given.get('state')) ?? noFilter.state,
    sort: oneOf(sorts, given.get('sort')) ?? noFilter.sort,
    search: '',
  };
};

/** The query of a filter's address, `?whose=mine`; empty without a filter. */
export const queryOf = ({ search: _, ...filter }: Filter): string => {
  const changed = Object.entries(filter).filter(([name, value]) => noFilter[name as keyof Filter] !== value);
  return changed.length === 0 ? '' : `?${new URLSearchParams(changed)}`;
};
