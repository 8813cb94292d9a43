import { defineType, one, text } from './field.ts';

const required = { required: true } as const;

/** Site settings: company name and contact details. */
export const company = defineType({
  id: 'company',
  label: 'Settings: the company',
  single: true,
  fields: {
    name: text(required),
    shortName: text(required),
    address: text(required),
    addressDative: text({ about: 'after «á» and «í» in Icelandic' }),
    phone: text(required),
    phoneHref: text(required),
    email: text(required),
    emailHref: text(required),
    description: text(),
    noScript: one({ title: text(required), text: text(required) }),
  },
});
