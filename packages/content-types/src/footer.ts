import { defineType, group, link, text } from './field.ts';
import { holidays, openingHours, pageLink } from './parts.ts';

const required = { required: true } as const;

/** The footer of every page (rule SITE-5). */
export const footer = defineType({
  id: 'footer',
  label: 'Footer',
  single: true,
  fields: {
    phone: text(required),
    email: text(required),
    linkGroups: group(
      {
        categoryName: text(required),
        links: group({
          title: text(required),
          link: link({ about: 'one of our documents, or an external URL' }),
          page: text({ about: 'key in the path table, for pages without a document' }),
        }),
      },
      required,
    ),
    openingHours: group(openingHours),
    holidays: holidays(),
    holidayNote: text(),
    buttonLinks: group(pageLink),
    bottomLinks: group(pageLink),
    copyright: text(),
  },
});
