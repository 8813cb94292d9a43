import { defineType, richText, texts } from './field.ts';
import { links, pageFields, table } from './parts.ts';

/**
 * A text page with a table, such as the cookie page. A separate type, so that other pages do not load the table code.
 */
export const genericTable = defineType({
  id: 'genericTable',
  label: 'Page with a table',
  fields: {
    ...pageFields,
    body: richText(),
    law: texts({ about: 'acts of law it is based on' }),
    table: table(),
    links: links(),
  },
});
