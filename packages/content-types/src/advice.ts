import { defineType, one } from './field.ts';
import { pageFields, pageLink } from './parts.ts';

/** The list of prevention articles. */
export const advice = defineType({
  id: 'advice',
  label: 'Advice: the list',
  single: true,
  fields: { ...pageFields, signup: one(pageLink) },
});
