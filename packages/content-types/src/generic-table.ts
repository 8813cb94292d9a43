import { defineType, richText, texts } from './field.ts';
import { links, pageFields, table } from './parts.ts';

/** A page of text with a table: cookies. Its own type, so that no other page loads what shows tables. */
export const genericTable = defineType({
  id: 'genericTable',
  label: 'Page with a table',
  fields: {
    ...pageFields,
    body: richText(),
    law: texts({ about: 'the acts that it rests on' }),
    table: table(),
    links: links(),
  },
});
