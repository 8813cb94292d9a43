import { defineType, richText } from './field.ts';
import { pageFields } from './parts.ts';

/** The list of terms. */
export const terms = defineType({
  id: 'terms',
  label: 'Terms: the list',
  single: true,
  fields: { ...pageFields, body: richText() },
});
