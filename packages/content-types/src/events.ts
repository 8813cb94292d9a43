import { defineType, text } from './field.ts';
import { pageFields } from './parts.ts';

/** The page that asks what has happened. */
export const events = defineType({
  id: 'events',
  label: 'What to do: the list',
  single: true,
  fields: { ...pageFields, emergency: text() },
});
