import { defineType, group, text } from './field.ts';
import { pageFields } from './parts.ts';

const required = { required: true } as const;

/** Questions and answers by group. `id` is the anchor in URLs. */
export const faq = defineType({
  id: 'faq',
  label: 'Questions and answers',
  single: true,
  fields: {
    ...pageFields,
    groups: group({
      id: text(required),
      title: text(required),
      questions: group({
        id: text(required),
        q: text(required),
        a: text(required),
        searchWords: text({ about: 'Words that people search for and the question does not contain.' }),
      }),
    }),
  },
});
