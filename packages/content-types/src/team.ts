import { defineType, group, text, texts } from './field.ts';

const required = { required: true } as const;

/** The people who answer and handle claims, by role; pages show nothing in their place while it is missing. */
export const team = defineType({
  id: 'team',
  label: 'People who answer',
  single: true,
  fields: {
    title: text(required),
    lead: text(),
    members: group(
      {
        portrait: text({ ...required, about: 'name of a drawn portrait' }),
        role: text(required),
        text: text({ about: 'what they do' }),
        lines: texts({ about: 'lines of claims that they handle, such as vehicle' }),
      },
      required,
    ),
  },
});
