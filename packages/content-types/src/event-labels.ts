import { defineType, text } from './field.ts';

const required = { required: true } as const;

/** Headings shared by all event pages. */
export const eventLabels = defineType({
  id: 'eventLabels',
  label: 'What to do: headings',
  single: true,
  fields: {
    firstSteps: text(required),
    photos: text(required),
    tell: text(required),
    products: text(required),
    howToFile: text(required),
    next: text(required),
    emergency: text(required),
  },
});
