// What a form of the site loads for its dates: an entry of its own, so that the loading form needs no bundler's helper.

export { dayError } from '@hofn/ui/parts/day-error.ts';
export { DayField } from '../../parts/DayField.tsx';
