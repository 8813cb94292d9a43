import { isDay } from '@hofn/domain';
import { type MoneyState, moneyStates } from '@hofn/domain/money-movements.ts';

export const directions = ['all', 'in', 'out'] as const;
export const states = ['all', 'hanging', ...moneyStates] as const;

/** Filter of the payments, as form field values; a day may be incomplete. */
export type MoneyFilter = {
  direction: (typeof directions)[number];
  state: 'all' | 'hanging' | MoneyState;
  from: string;
  to: string;
  /** Lists have one; nobody searches payments. */
  search: string;
};

export const noFilter: MoneyFilter = { direction: 'all', state: 'all', from: '', to: '', search: '' };

const oneOf = <Value extends string>(values: readonly Value[], given: string | null): Value | undefined =>
  values.find((value) => value === given);

const dayIn = (given: string | null): string => (given !== null && isDay(given) ? given : '');

/** The filter that an address names. */
export const filterOf = (query: string): MoneyFilter => {
  const given = new URLSearchParams(query);
  return {
    direction: oneOf(directions, given.get('direction')) ?? noFilter.direction,
    state: oneOf(states, given.get('state')) ?? noFilter.state,
    ...{ from: dayIn(given.get('from')), to: dayIn(given.get('to')), search: '' },
  };
};

/** What of a filter narrows the list; incomplete days do not. */
export const narrowing = ({ direction, state, from, to }: MoneyFilter) => ({
  ...(direction !== 'all' && { direction }),
  ...(state !== 'all' && { state }),
  ...(isDay(from) && { from }),
  ...(isDay(to) && { to }),
});

/** The query of a filter's address, `?state=hanging`; empty without a filter. */
export const queryOf = (filter: MoneyFilter): string => {
  const query = String(new URLSearchParams(narrowing(filter)));
  return query && `?${query}`;
};
