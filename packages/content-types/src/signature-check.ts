import { defineType, text } from './field.ts';
import { pageFields } from './parts.ts';

const required = { required: true } as const;

/** The public page that verifies the signature of a document, with all its texts. */
export const signatureCheck = defineType({
  id: 'signatureCheck',
  label: 'Verify a signature',
  single: true,
  fields: {
    ...pageFields,
    file: text(required),
    fileHint: text(required),
    choose: text(required),
    drop: text(required),
    remove: text({ ...required, about: 'with {name}' }),
    again: text(required),
    checking: text(required),
    checked: text(required),
    valid: text(required),
    validText: text(required),
    notValid: text(required),
    notValidText: text(required),
    failed: text(required),
    tooMany: text(required),
    document: text(required),
    signer: text(required),
    signedAt: text(required),
    issuer: text(required),
    elsewhere: text(required),
  },
});
