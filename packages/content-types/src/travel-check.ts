import { defineType, text } from './field.ts';
import { pageFields } from './parts.ts';

const required = { required: true } as const;

/** The public page that verifies a travel confirmation by its code, with all its texts. */
export const travelCheck = defineType({
  id: 'travelCheck',
  label: 'Verify travel insurance',
  single: true,
  fields: {
    ...pageFields,
    code: text(required),
    codeHint: text(required),
    codeMissing: text(required),
    check: text(required),
    checking: text(required),
    valid: text(required),
    notValid: text(required),
    notValidText: text(required),
    failed: text(required),
    tooMany: text(required),
    number: text(required),
    travellers: text(required),
    born: text({ ...required, about: 'with {year}' }),
    period: text(required),
    area: text(required),
    longestTrip: text(required),
    days: text({ ...required, about: 'with {n}' }),
    medicalSum: text(required),
    emergency: text(required),
    initialsNote: text(required),
  },
});
