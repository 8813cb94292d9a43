import { date, defineType, group, text, texts } from './field.ts';
import { pageFields } from './parts.ts';

const required = { required: true } as const;

/** Insurance terms, by code. */
export const termsDocument = defineType({
  id: 'termsDocument',
  label: 'Terms',
  fields: {
    ...pageFields,
    code: text(required),
    validFrom: date(required),
    note: text(),
    sections: group({ heading: text(required), paragraphs: texts() }, required),
  },
});
