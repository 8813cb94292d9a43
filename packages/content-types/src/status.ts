import { defineType, group, text } from './field.ts';
import { pageFields, pageLink } from './parts.ts';

const fields = { ...pageFields, text: text({ required: true }), links: group(pageLink) } as const;

/** The 404 page. */
export const notFound = defineType({ id: 'notFound', label: 'Page not found', single: true, fields });

/** The 500 page. */
export const serverError = defineType({
  id: 'serverError',
  label: 'Server error',
  single: true,
  fields: { ...fields, retry: text(), reference: text() },
});
