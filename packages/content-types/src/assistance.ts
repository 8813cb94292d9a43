import { defineType, group, one, text } from './field.ts';
import { pageLink } from './parts.ts';

const required = { required: true } as const;

/** The assistance panel, available on every page (rule HELP-2). Its opening hours come from the footer. */
export const assistance = defineType({
  id: 'assistance',
  label: 'Assistance',
  single: true,
  fields: {
    button: text(required),
    title: text(required),
    lead: text(),
    serviceTitle: text(required),
    serviceLinks: group(pageLink),
    contactTitle: text(required),
    phone: one({ title: text(required), text: text() }),
    contactLinks: group(pageLink),
    buttons: group(pageLink),
    hoursTitle: text(required),
  },
});
