import { defineType, group, one, text } from './field.ts';
import { pageLink } from './parts.ts';

const required = { required: true } as const;

/** Figures about the insurer, and who watches over it; pages show nothing in their place while it is missing. */
export const figures = defineType({
  id: 'figures',
  label: 'Figures about the company',
  single: true,
  fields: {
    title: text(required),
    items: group(
      {
        value: text({ ...required, about: 'as it is read, such as 76%' }),
        label: text({ ...required, about: 'continues the value as a sentence' }),
        page: text({ ...required, about: 'key of the page that states it' }),
      },
      required,
    ),
    source: one(pageLink, { about: 'where the figures are from' }),
    complaints: one(pageLink),
    regulator: text({ about: 'who supervises the company' }),
  },
});
