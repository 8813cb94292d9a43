import { date, defineType, group, image, richText, text } from './field.ts';
import { pageFields, pageLink } from './parts.ts';

const required = { required: true } as const;

/** A prevention article. */
export const article = defineType({
  id: 'article',
  label: 'Advice: an article',
  fields: {
    ...pageFields,
    category: text(required),
    date: date(required),
    image: image(),
    body: richText(required),
    related: group(pageLink),
  },
});
