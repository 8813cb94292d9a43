import { z } from 'zod';
import { day, ssn } from '../values.ts';
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
  files,
};

/** A document that a core system has written: a letter, an agreement, a report. */
export const coreDocumentFacts = z.strictObject({ customer: ssn, ...about });
export type CoreDocumentFacts = z.infer<typeof coreDocumentFacts>;

/** A document that the customer is asked to sign. */
export const documentToSignFacts = z
  .strictObject({
    customer: ssn.describe('kennitala of the signer, or of the company that somebody signs for'),
    ...about,
    signBy: day.describe('last day to sign'),
  })
  .check(({ value, issues }) => {
    if (value.signBy < value.issuedOn)
      issues.push(factIssue(value, ['signBy'], 'The last day to sign is before the day of issue.'));
  });
export type DocumentToSignFacts = z.infer<typeof documentToSignFacts>;
