import { defineType, group, text } from './field.ts';
import { pageFields, pageLink } from './parts.ts';

const fields = { ...pageFields, text: text({ required: true }), links: group(pageLink) } as const;

/** The page for an address that has none. */
export const notFound = defineType({ id: 'notFound', label: 'Page not found', single: true, fields });

/** The page for a fault of ours. */
export const serverError = defineType({
  id: 'serverError',
  label: 'Server error',
  single: true,
  fields: { ...fields, retry: text(), reference: text() },
});
