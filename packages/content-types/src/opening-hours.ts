import { defineType } from './field.ts';
import { holidays, openingHours } from './parts.ts';

/** Opening hours of a service (rule SITE-11): `tel-and-chat-opening-hours`, `opnunartimi-sima-og-netspjalls`. */
export const openingHoursType = defineType({
  id: 'opening_hours',
  label: 'Opening hours',
  fields: { ...openingHours, holidays: holidays() },
});
