import { DayField, type DayFieldProps } from '../../parts/DayField.tsx';

/** A date field of a public form. Those ask for a day to come, so that the example does not lie in a past year. */
export const ComingDayField = (props: DayFieldProps) => (
  <DayField example={`${new Date().getFullYear()}-12-24`} {...props} />
);
