import { defineType, text, texts } from './field.ts';
import { pageFields } from './parts.ts';

const required = { required: true } as const;

/** The start page for filing a claim, with the texts shared by the pages of all lines of insurance. */
export const fileClaim = defineType({
  id: 'fileClaim',
  label: 'File a claim',
  single: true,
  fields: {
    ...pageFields,
    chooseLine: text(required),
    emergency: text(required),
    start: text(required),
    goOn: text({ ...required, about: 'shown instead of `start` if a claim has been started in this tab' }),
    documents: text(required),
    documentsText: text(required),
    how: text(required),
    steps: texts(),
    signInTitle: text(required),
    signInText: text(required),
    signIn: text(required),
    opening: text(required),
    failed: text(required),
    again: text(required),
    noScript: text({ ...required, about: 'for browsers without JavaScript' }),
  },
});

/** Filing a claim on one line of insurance. */
export const claimLine = defineType({
  id: 'claimLine',
  label: 'File a claim: line of insurance',
  fields: {
    ...pageFields,
    line: text({ ...required, about: 'key of the line: `vehicle`' }),
    name: text({ ...required, about: 'name in the list of lines' }),
    documents: texts(),
  },
});
