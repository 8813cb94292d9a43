// The chunk that forms of the site load for dates: an entry of its own, so that the loader needs no bundler
// helper.

export { dayError } from '@hofn/ui/parts/day-error.ts';
export { DayField } from '../../parts/DayField.tsx';
