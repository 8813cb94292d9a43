// Entry point of the date field's chunk. Importing the modules through a single entry avoids a bundler helper in the
// loader.

export { dayError } from '@hofn/ui/parts/day-error.ts';
export { ComingDayField as DayField } from './ComingDayField.tsx';
