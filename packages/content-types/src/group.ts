import { defineType, group, link, richText } from './field.ts';
import { links, pageFields } from './parts.ts';

/** A page that lists products. */
export const groupType = defineType({
  id: 'group',
  label: 'Group of products',
  fields: {
    ...pageFields,
    body: richText(),
    products: group({ product: link({ to: ['product'], required: true }) }),
    links: links(),
  },
});
