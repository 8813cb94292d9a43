import { defineType, one } from './field.ts';
import { pageFields, pageLink } from './parts.ts';

/** The list of advice on prevention. */
export const advice = defineType({
  id: 'advice',
  label: 'Advice: the list',
  single: true,
  fields: { ...pageFields, signup: one(pageLink) },
});
