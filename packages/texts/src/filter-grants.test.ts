import { expect, test } from 'vitest';
import { filterGrants, type GrantFilter } from './filter-grants.ts';

const ari = {
  id: 'ari',
  ssn: '0101901459',
  name: 'Ari Þórsson',
  validFrom: '2026-03-01',
  validTo: '2027-03-01',
};
const grants = [
  { ...ari, state: 'active' as const, endedOn: null },
  {
    id: 'bera',
    ssn: '1402851489',
    name: 'Bera Ánadóttir',
    validFrom: '2025-01-01',
    validTo: '2026-12-31',
    state: 'revoked' as const,
    endedOn: '2025-06-30',
  },
];
const ids = (filter: Partial<GrantFilter>) =>
  filterGrants(grants, { search: '', state: '', sort: 'newest', ...filter }).map(({ id }) => id);

test('PORT-19: grants are searched by name and kennitala, filtered by state and period in force, and sorted', () => {
  expect(ids({})).toEqual(['ari', 'bera']);
  expect(ids({ search: 'anadottir' })).toEqual(['bera']);
  expect(ids({ search: '010190-1459' })).toEqual(['ari']);
  expect(ids({ search: 'xyz' })).toEqual([]);
  expect(ids({ state: 'active' })).toEqual(['ari']);
  expect(ids({ state: 'ended' })).toEqual(['bera']);
  // A revoked grant was in force until it was revoked, whatever its last day would have been.
  expect(ids({ from: '2025-07-01', to: '2026-02-28' })).toEqual([]);
  expect(ids({ from: '2025-01-01', to: '2025-12-31' })).toEqual(['bera']);
  expect(ids({ sort: 'ends' })).toEqual(['bera', 'ari']);
  expect(ids({ sort: 'name' })).toEqual(['ari', 'bera']);
});
