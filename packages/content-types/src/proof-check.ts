import { defineType, text } from './field.ts';
import { pageFields } from './parts.ts';

const required = { required: true } as const;

/** The public page that checks a proof by its code, with all its texts. */
export const proofCheck = defineType({
  id: 'proofCheck',
  label: 'Verify a proof',
  single: true,
  fields: {
    ...pageFields,
    code: text(required),
    codeHint: text(required),
    codeMissing: text(required),
    check: text(required),
    checking: text(required),
    failed: text(required),
    tooMany: text(required),
    inForce: text(required),
    inForceText: text(required),
    changed: text(required),
    notInForce: text(required),
    ended: text({ ...required, about: 'with {date}' }),
    paused: text({ ...required, about: 'with {date}' }),
    unknown: text(required),
    unknownText: text(required),
    erased: text(required),
    erasedText: text({ ...required, about: 'with {date}' }),
    issuedOn: text(required),
    insurance: text(required),
    number: text(required),
    insured: text(required),
    holder: text(required),
    recipient: text(required),
    reference: text(required),
    sumInsured: text(required),
    lastDay: text(required),
    renews: text(required),
    issued: text(required),
    issuedText: text(required),
    period: text(required),
    policies: text(required),
    claims: text(required),
    noClaims: text(required),
    open: text(required),
    fingerprint: text(required),
  },
});
