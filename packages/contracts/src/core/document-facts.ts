import { z } from 'zod';
import { day, isk, ssn } from '../values.ts';
import { bothLanguages, factIssue, reference } from './fact-values.ts';

/** SHA-256 of a file, in hex. */
export const fileHash = z.string().regex(/^[\da-f]{64}$/);

/** Size limit of a PDF that a core system sends. */
export const coreFileBytes = 20 * 1024 * 1024;

/** The PDF of a document in both languages: one file may serve both. */
const files = z
  .strictObject({ is: fileHash, en: fileHash })
  .describe('SHA-256 of files that the same source sent within a day before');

const about = {
  title: bothLanguages(200),
  policy: reference.nullable().default(null),
  claim: reference.nullable().default(null),
  issuedOn: day,
};

const account = z.string().regex(/^\d{4}-\d{2}-\d{6}$/);

/** What a document to sign says, if Höfn writes it: in both languages, from its own template. */
const termsToSign = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('powerOfAttorney').describe('to obtain insurance details from another insurer'),
    insurer: z.string().trim().min(1).max(200),
    validTo: day,
  }),
  z.strictObject({
    kind: z.literal('settlement').describe('of the claim'),
    amount: isk.min(1),
    account: account.describe('account that it is paid into'),
  }),
  z.strictObject({
    kind: z.literal('directDebit').describe('mandate, for the policy if it names one'),
    account: account.describe('account that is charged'),
  }),
]);

/** A document that a core system has written: a letter, an agreement, a report. */
export const coreDocumentFacts = z.strictObject({ customer: ssn, ...about, files });
export type CoreDocumentFacts = z.infer<typeof coreDocumentFacts>;

/** A document that the customer is asked to sign. */
export const documentToSignFacts = z
  .strictObject({
    customer: ssn.describe('kennitala of the signer, or of the company that somebody signs for'),
    ...about,
    files: files.nullable().default(null),
    terms: termsToSign.nullable().default(null).describe('instead of files: we write the document'),
    signBy: day.describe('last day to sign'),
  })
  .check(({ value, issues }) => {
    const fault = (path: string, message: string) => issues.push(factIssue(value, [path], message));
    if (value.signBy < value.issuedOn) fault('signBy', 'The last day to sign is before the day of issue.');
    if ((value.files === null) === (value.terms === null))
      fault('files', 'Send files, or the terms from which the document is written.');
    if (value.terms?.kind === 'settlement' && value.claim === null)
      fault('claim', 'A settlement is of a claim.');
  });
export type DocumentToSignFacts = z.infer<typeof documentToSignFacts>;
