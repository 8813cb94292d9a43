import { defineType, group, link, richText, text, texts } from './field.ts';
import { links, pageFields } from './parts.ts';

/** A page of text: about us, privacy, complaints. */
export const generic = defineType({
  id: 'generic',
  label: 'Page',
  fields: {
    ...pageFields,
    body: richText(),
    law: texts({ about: 'the acts that it rests on' }),
    links: links(),
    board: group({ member: link({ to: ['boardMember'], required: true }), role: text() }),
  },
});
