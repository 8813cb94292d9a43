import { defineType, group, link, richText, text, texts } from './field.ts';
import { links, pageFields } from './parts.ts';

/** A text page: about us, privacy, complaints. */
export const generic = defineType({
  id: 'generic',
  label: 'Page',
  fields: {
    ...pageFields,
    body: richText(),
    law: texts({ about: 'acts of law it is based on' }),
    links: links(),
    board: group({ member: link({ to: ['boardMember'], required: true }), role: text() }),
  },
});
